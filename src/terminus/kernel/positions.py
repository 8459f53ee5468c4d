"""A seat of a real game as numbers that the kernel can restore a state from."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from ..rules.board import members
from ..rules.cards import Card
from ..rules.position import Position, Prompt, Reach
from ..rules.table import ROUNDS, Opened, Table
from . import contract
from .codes import PROMPT_CODES
from .contract import Seat, Sheet
from .modules import told_of_seat


def numbers_of(table: Table, seat: int, position: Position | None = None) -> Seat:
    """A seat of a table, in the middle of its answer if `position` is that draft."""
    here = position or table.positions[seat]
    pencils = [here.ruleset.board.lines.index(line) for line in table.pencils[seat]]
    return {
        **numbers_of_position(here, pencils, table.remaining, table.opened),
        "round": min(table.round - 1, ROUNDS),
        "turn": table.turn,
    }


def numbers_of_position(
    position: Position,
    pencils: Sequence[int],
    remaining: Sequence[Card] | None = None,
    opened: Opened = MappingProxyType({}),
) -> Seat:
    """A position in the first round, with what its table knows beside it; by itself its deck is whole."""
    deck = position.ruleset.board.deck.cards
    turn = position.turn
    return {
        **_sheet(position),
        "pencils": list(pencils),
        "pencil": position.pencil,
        "round": 0,
        "turn": turn.number if turn else 0,
        "remaining": [deck.index(card) for card in (deck if remaining is None else remaining)],
        "symbols": turn.symbols if turn else 0,
        "joker": bool(turn and turn.joker),
        "switched": bool(turn and turn.switch),
        "done": position.done,
        "closing": position.closing,
        "prompts": [_prompt(prompt) for prompt in position.prompts],
        "modules": told_of_seat(position, opened),
    }


def _sheet(position: Position) -> Sheet:
    lines = position.sheet.lines
    return {
        "sections": [list(members(line.sections)) for line in lines],
        "circled": [list(members(line.circled)) for line in lines],
        "doubled": [list(members(line.doubled)) for line in lines],
    }


def _prompt(prompt: Prompt) -> contract.Prompt:
    return {
        "kind": PROMPT_CODES.get(prompt.kind, PROMPT_CODES["further"]),
        "reach": _reach(prompt.reach),
        "beyond": _reach(prompt.beyond),
        "left": prompt.left,
        "required": prompt.required,
        "pair": prompt.pair.section if prompt.pair else -1,
        "pair_target": prompt.pair.target if prompt.pair else -1,
    }


def _reach(reach: Reach | None) -> list[int]:
    if reach is None:
        return []
    start = -1 if reach.start is None else reach.start
    only = -1 if reach.only is None else reach.only
    return [reach.symbols, int(reach.anywhere), int(reach.alongside), start, only]
