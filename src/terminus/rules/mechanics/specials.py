"""Special stations: in a round one symbol has an effect, for everybody, each time it is turned (R7.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ..actions import Draw
from ..board import Board, Mask
from ..cards import face_of
from ..packs import Token
from ..play import circled
from ..position import Position, Prompt, Reach
from ..symbols import ALL, SYMBOLS
from .base import Mechanic
from .switch import switch_of

EFFECTS = ("switch", "joker", "extension", "double-station")


@dataclass(frozen=True)
class Specials(Mechanic):
    name = "specials"
    rule = "R7.4"
    opening = "special"

    def deal_round(self, board: Board) -> Mapping[str, tuple[str, ...]]:
        return {"symbol": tuple(SYMBOLS), "effect": EFFECTS}

    def show(self, position: Position) -> Iterator[Token]:
        if (special := position.notes.get("specials")) is not None:
            helps = _effect(position) is not None
            yield Token("effect", special["effect"], symbol=special["symbol"], now=helps)

    def circles(self, position: Position) -> tuple[Mask, int]:
        """Each time the symbol is turned the station that is reached; a departure is not."""
        board = position.ruleset.board
        faces = [face_of(card) for card in board.deck.cards]
        departure = 1 << board.departures[position.pencil]
        return position.line.stations & ~departure, max(map(faces.count, SYMBOLS))

    def reach(self, position: Position, reach: Reach) -> Reach:
        match _effect(position):
            case "switch":
                return switch_of(position.ruleset).thrown(position, reach)
            case "joker":
                return replace(reach, symbols=ALL, alongside=True)
            case _:
                return reach

    def on_draw(self, before: Position, position: Position, prompt: Prompt, draw: Draw) -> Position:
        if prompt.kind != "card":
            return position
        match _effect(position):
            case "extension":
                return _extended(position, draw)
            case "double-station":
                return circled(position, draw.target)
            case _:
                return position


def _effect(position: Position) -> str | None:
    """The effect of this turn's card, if it shows the round's special symbol."""
    turn, special = position.turn, position.notes.get("specials")
    if turn is None or special is None or turn.joker or turn.symbols != SYMBOLS[special["symbol"]]:
        return None
    effect: str = special["effect"]
    return effect


def _extended(position: Position, draw: Draw) -> Position:
    onward = position.ruleset.board.onward.get((draw.section, draw.target))
    if onward is None:
        return position
    extension = Prompt("extension", Reach(start=draw.target, only=onward), rule="R7.4")
    return replace(position, prompts=(extension, *position.prompts))
