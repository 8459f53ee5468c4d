"""The six hooks of a mechanic. Each answers one question; all are optional.

Beside them stand five that only speak: `check` tells `board check` why a board cannot be played with the
mechanic, `refuse` tells a player why it does not let something be done, `show` what it has dealt,
`where` from which places of the map its points come, `circles` what it may have circled on paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ..actions import Action, Draw
from ..board import Board, Mask
from ..errors import Refusal, Sentence
from ..packs import Pack, Token
from ..position import Position, Prompt, Reach

if TYPE_CHECKING:
    from ..score import Item, Where


class Mechanic:
    """A rule idea. Subclasses are frozen dataclasses whose fields are the figures of a board file."""

    name = ""
    rule = ""  # where the rules speak of it
    opening = ""  # the event by which a log opens its rounds, if `deal_round` deals something

    def check(self, board: Board) -> list[Sentence]:
        """Why this board cannot be played with it."""
        return []

    def refuse(self, position: Position, action: Action) -> Refusal | None:
        """Why it does not let this be done, if that is its business."""
        return None

    def show(self, position: Position) -> Iterable[Token]:
        """What it has dealt, as this seat sees it."""
        return ()

    def where(self, position: Position, item: Item) -> Mapping[str, Where]:
        """The places that the numbers of one of its items count, by their names in `how`."""
        return {}

    def circles(self, position: Position) -> tuple[Mask, int]:
        """Which stations of the line it may have circled, whatever the cards were, and how many at most."""
        return 0, 0

    def deal(self, board: Board) -> Pack | None:
        """What is dealt for the game; it stands in `Position.dealt` under the mechanic's name."""
        return None

    def deal_round(self, board: Board) -> Mapping[str, tuple[str, ...]]:
        """The other half of the hook: packs of which each round turns up one thing more; it stands in
        `Position.notes` under the mechanic's name."""
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
