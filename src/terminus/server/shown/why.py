"""Why something cannot be done on one's own sheet: the engine's reason, for the page to say and to light up.

It is asked about one's own draft only, and knows no more than what the asker sees.
"""

from __future__ import annotations

from ...record.draft import Draft
from ...record.notation import parse
from ...rules.actions import Draw
from ...rules.board import Board, members
from ...rules.errors import Illegal, Refusal
from ...rules.play import allowed
from ...rules.position import Position
from ...rules.refusal import reason
from ...rules.why_not import NO_MORE, why_not, why_not_section
from ..table.drafts import draft_of
from ..table.state import State
from .boards import section_name
from .frames import Why
from .shapes import Reason

LONGEST = 40  # what is repeated of a question


def why(state: State, person: str, about: str) -> Why:
    """The answer to somebody's question about a station (`f4`), a section (`d2-f4`) or an action."""
    seat = state.seat_of(person)
    if seat is None:
        return Why(about[:LONGEST], _plain("watching"))
    if not state.asks(seat):
        return Why(about[:LONGEST], _plain("confirmed" if state.game.phase == "playing" else "not-asked"))
    draft = draft_of(state, seat).draft
    return Why(about[:LONGEST], why_of(draft, about))


def why_of(draft: Draft, about: str) -> Reason | None:
    """What is against it; None if it can be done."""
    refusal = _refusal(draft, about)
    return reason_view(draft.position.ruleset.board, refusal) if refusal else None


def _plain(word: str) -> Reason:
    return Reason(None, word, {}, [], [])


def _refusal(draft: Draft, about: str) -> Refusal | None:
    """Where all is drawn, what is against it in place of the last section: a tap draws that anew."""
    found = _of(draft.position, about)
    if found == NO_MORE and (earlier := draft.without_section):
        return _of(earlier.position, about) or found
    return found


def why_not_here(position: Position, about: str) -> Reason | None:
    """What is against drawing to a place, or an action, on this sheet; None if it can be done."""
    refusal = _of(position, about)
    return reason_view(position.ruleset.board, refusal) if refusal else None


def _of(position: Position, about: str) -> Refusal | None:
    board = position.ruleset.board
    if about in board.at:
        return why_not(position, board.at[about])
    try:
        action = parse(board, about)
    except Illegal as error:
        return Refusal(error.rule, "no-section" if "-" in about else "no-station", str(error))
    if isinstance(action, Draw):
        return why_not_section(position, action.section)
    return None if action in allowed(position) else reason(position, action)


def reason_view(board: Board, refusal: Refusal) -> Reason:
    return Reason(
        refusal.rule,
        refusal.why,
        dict(refusal.values),
        [section_name(board.sections[section]) for section in members(refusal.sections)],
        [board.stations[station].cell for station in members(refusal.stations)],
    )
