"""House rules: the same city with another rule, as a board of one's own."""

from __future__ import annotations

from ..rules.board import Board
from . import shipped_document
from .deck import EMPTY
from .own import made_before


def with_all_cards(board: Board) -> Board:
    """A round is over when every card was turned, not with a number of a suit (R2.6)."""
    document = board.city or shipped_document(board.id)
    return made_before({**document, "deck": {"cards": list(board.deck.cards), "round_ends": EMPTY}})
