"""The six hooks of a mechanic. Each answers one question; all are optional."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..actions import Action, Draw
from ..board import Board
from ..position import Position, Prompt, Reach

if TYPE_CHECKING:
    from ..score import Item

Shuffle = Callable[[Sequence[Any]], list[Any]]


class Mechanic:
    """A rule idea. Subclasses are frozen dataclasses whose fields are the figures of a board file."""

    name = ""

    def check(self, board: Board) -> list[str]:
        """Why this board cannot be played with it; not a hook of the game, only of `board check`."""
        return []

    def deal(self, board: Board, shuffle: Shuffle) -> Mapping[str, Any]:
        """What packs shuffled by the dealer mean for the game."""
        return {}

    def reach(self, position: Position, reach: Reach) -> Reach:
        """Does it change what the turn's card lets one draw?"""
        return reach

    def offers(self, position: Position) -> Iterable[Action]:
        """Which optional actions exist now?"""
        return ()

    def take(self, position: Position, action: Action) -> Position:
        """What such an action does."""
        return position

    def on_draw(self, before: Position, position: Position, prompt: Prompt, draw: Draw) -> Position:
        """What follows a section that answered a prompt."""
        return position

    def points(self, position: Position) -> Iterable[Item]:
        """What scores, for a line or for the network."""
        return ()
