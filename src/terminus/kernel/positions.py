"""A seat of a real game as numbers that the kernel can restore a state from."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from ..rules.board import members
from ..rules.cards import Card
from ..rules.mechanics.objectives import Objectives
from ..rules.mechanics.powers import is_spent, used_now
from ..rules.position import Position, Prompt, Reach
from ..rules.symbols import SYMBOLS
from ..rules.table import ROUNDS, Opened, Table
from . import contract
from .codes import BONUS_CODES, EFFECT_CODES, POWER_CODES, PROMPT_CODES
from .contract import Dealt, Seat, Sheet
from .native import Unfit
from .scoring import objective_names


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
    turn, special, used = position.turn, position.notes.get("specials"), used_now(position)
    seen = opened.get("specials", ())
    return {
        **_sheet(position),
        **_setup(position),
        "pencils": list(pencils),
        "pencil": position.pencil,
        "round": 0,
        "turn": turn.number if turn else 0,
        "remaining": [deck.index(card) for card in (deck if remaining is None else remaining)],
        "symbols": turn.symbols if turn else 0,
        "joker": bool(turn and turn.joker),
        "switched": bool(turn and turn.switch),
        "done": position.done,
        "spent": is_spent(position),
        "used": POWER_CODES[used] if used else -1,
        "special": SYMBOLS[special["symbol"]] if special else -1,
        "effect": EFFECT_CODES[special["effect"]] if special else -1,
        "specials_left": 15 & ~sum(SYMBOLS[turned_up["symbol"]] for turned_up in seen),
        "effects_left": 15 & ~sum(1 << EFFECT_CODES[turned_up["effect"]] for turned_up in seen),
        "prompts": [_prompt(prompt) for prompt in position.prompts],
    }


def _sheet(position: Position) -> Sheet:
    lines = position.sheet.lines
    return {
        "sections": [list(members(line.sections)) for line in lines],
        "circled": [list(members(line.circled)) for line in lines],
        "doubled": [list(members(line.doubled)) for line in lines],
    }


def _setup(position: Position) -> Dealt:
    board, dealt = position.ruleset.board, position.dealt
    corners = [board.stations[corner].cell for corner in board.corners]
    if strangers := set(dealt.get("gates", {})) - set(corners):
        raise Unfit(f"the kernel knows gates at the corners only, not at {min(strangers)}")
    objectives = position.ruleset.find(Objectives)
    names = objective_names(objectives) if objectives else []
    powers = [dealt.get("powers", {}).get(line) for line in board.lines]
    gates = [dealt.get("gates", {}).get(corner) for corner in corners]
    return {
        "power": [-1 if power is None else POWER_CODES[power] for power in powers],
        "gate": [-1 if gate is None else BONUS_CODES[gate] for gate in gates],
        "objective": [names.index(name) for name in dealt.get("objectives", ())],
    }


def _prompt(prompt: Prompt) -> contract.Prompt:
    return {
        "kind": PROMPT_CODES[prompt.kind],
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
