"""What is asked of a seat: its draft so far, and what may follow and what that is worth."""

from __future__ import annotations

from ...record.draft import Draft
from ...record.notation import notate
from ...rules.actions import Action, Circle, Draw, Use
from ...rules.board import Board
from ...rules.play import front
from ...rules.symbols import ALL
from ..table.drafts import draft_of
from ..table.state import State
from .boards import section_name
from .kept import Kept
from .shapes import AnswerView, Option
from .sheets import kept_score, kept_sheet
from .worths import Worth, worths


def answer(state: State, seat: int, kept: Kept) -> AnswerView:
    """What is asked of a seat, as long as it is the same draft, or the same question and none."""
    draft = draft_of(state, seat).draft
    thing = draft if draft.actions else draft.position
    return kept.of("answer", (thing,), lambda: answer_of(draft, kept))


def answer_of(draft: Draft, kept: Kept) -> AnswerView:
    """What this draft can go on with."""
    position = draft.position
    prompt = front(position)
    reach = prompt.reach if prompt else None
    return AnswerView(
        draft.said,
        kept_sheet(kept, position),
        kept_score(kept, position),
        prompt.kind if prompt else None,
        prompt.rule if prompt else None,
        reach is not None and reach.symbols == ALL,
        reach is not None and reach.anywhere,
        reach is not None and reach.alongside,
        prompt.left if prompt else 0,
        _options(draft, kept),
        _instead(draft, kept),
    )


def _options(draft: Draft, kept: Kept) -> list[Option]:
    return kept.of("options", (draft.position,), lambda: _options_of(draft))


def _options_of(draft: Draft) -> list[Option]:
    position, choices = draft.position, draft.choices
    worth = worths(position, choices)
    return [option_view(position.ruleset.board, *one) for one in zip(choices, worth, strict=True)]


def _instead(draft: Draft, kept: Kept) -> list[Option]:
    """What could be drawn in place of the section drawn last. It was offered before, so it is known."""
    earlier = draft.without_section
    others = _options(earlier, kept) if earlier else []
    return [option for option in others if option.section and option.do != draft.said[-1]]


def option_view(board: Board, action: Action, worth: Worth | tuple[None, None]) -> Option:
    """What may be done; what a line is worth with a power is not known before it is used."""
    shown = Option(notate(board, action), None, None, None, None, None)
    if isinstance(action, Draw):
        shown.section = section_name(board.sections[action.section])
        shown.start, shown.target = board.stations[action.start].cell, board.stations[action.target].cell
    elif isinstance(action, Circle):
        shown.target = board.stations[action.station].cell
    if not isinstance(action, Use):
        shown.line, shown.total = worth
    return shown
