"""The guided visit: a joker's section to a tagged station may be followed by one from there (R6.4)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ..actions import Draw
from ..board import Board
from ..errors import Sentence
from ..position import Position, Prompt, Reach
from .base import Mechanic


def joker_face(board: Board) -> str:
    """What the joker shows: where visits are guided it is the visit card."""
    return "visit" if any(name == GuidedVisit.name for name, _ in board.mechanics) else "joker"


@dataclass(frozen=True)
class GuidedVisit(Mechanic):
    name = "guided-visit"
    tag: str = field(default="monument", metadata={"of": "station-tags"})

    def check(self, board: Board) -> list[Sentence]:
        if board.tagged(self.tag):
            return []
        return [Sentence("{rule}: no station is a {tag}", rule=self.name, tag=self.tag)]

    def on_draw(self, before: Position, position: Position, prompt: Prompt, draw: Draw) -> Position:
        assert position.turn is not None
        target = position.ruleset.board.stations[draw.target]
        if prompt.kind != "card" or not position.turn.joker or self.tag not in target.tags:
            return position
        guided = Prompt("guided", Reach(start=draw.target), rule="R6.4")
        return replace(position, prompts=(guided, *position.prompts))
