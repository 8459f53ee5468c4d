"""Pencil powers: each pencil has one, used once a round and never wasted (R7.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..actions import Action, Circle, Draw, Use
from ..board import Board, members
from ..play import circled, finishable
from ..position import Position, Prompt, Reach
from ..symbols import ALL
from .base import Mechanic, Shuffle

POWERS = ("double-section", "joker", "switch", "double-station")


@dataclass(frozen=True)
class Powers(Mechanic):
    name = "powers"

    def deal(self, board: Board, shuffle: Shuffle) -> Mapping[str, Any]:
        return {"powers": dict(zip(board.lines, shuffle(POWERS), strict=True))}

    def offers(self, position: Position) -> Iterator[Action]:
        power = position.power
        if power is None:
            return
        if power == "double-station":
            yield from (Circle(s) for s in members(position.line.stations & ~position.line.circled))
        elif _reach_with(power, position) is not None and finishable(self.take(position, Use(power))):
            yield Use(power)

    def take(self, position: Position, action: Action) -> Position:
        if isinstance(action, Circle):
            return replace(circled(position, action.station), spent=True, used="double-station")
        if not isinstance(action, Use):
            return position
        card = position.prompts[0]
        reach = _reach_with(action.power, position)
        beyond = card.reach if action.power != "double-section" else None
        asked = replace(card, reach=reach, beyond=beyond, required=True)
        return replace(position, prompts=(asked,), spent=True, used=action.power)

    def on_draw(self, before: Position, position: Position, prompt: Prompt, draw: Draw) -> Position:
        if position.used != "double-section":
            return position
        if prompt.kind == "guided":  # the pair is no longer drawn in one go
            return replace(position, prompts=tuple(replace(p, pair=None) for p in position.prompts))
        if prompt.kind != "card":
            return position
        second = Prompt("second", _second_reach(before, prompt, draw), required=True, pair=draw)
        return replace(position, prompts=(*position.prompts, second))


def _reach_with(power: str, position: Position) -> Reach | None:
    """What the turn's card would let one draw with this power; None where it gives nothing."""
    if position.turn is None or not position.prompts or position.prompts[0].kind != "card":
        return None
    reach = position.prompts[0].reach
    assert reach is not None
    match power:
        case "joker":
            return None if position.turn.joker else replace(reach, symbols=ALL)
        case "switch":
            thrown = position.ruleset.switch.thrown(position, reach)
            return thrown if thrown != reach else None
        case "double-section":
            return reach
        case _:
            return None


def _second_reach(before: Position, prompt: Prompt, draw: Draw) -> Reach:
    """A joker's second goes to a symbol of the first; switch and double track serve one of the two."""
    assert prompt.reach is not None
    assert before.turn is not None
    first, line = prompt.reach, before.line
    branched = bool(line.sections) and not line.ends >> draw.start & 1
    alongside = bool(before.sheet.drawn >> draw.section & 1)
    symbols = before.ruleset.board.stations[draw.target].symbols if before.turn.joker else first.symbols
    return Reach(symbols, first.anywhere and not branched, first.alongside and not alongside)
