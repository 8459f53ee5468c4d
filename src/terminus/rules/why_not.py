"""Why one cannot draw to a place, whichever way one comes: what a tap on the sheet asks.

`reason` explains one action. A place has many ways to it, or none; of all that is against them this tells
what helps most. It asks only what the seat can see, so nothing hidden can be learnt by it.
"""

from __future__ import annotations

from collections.abc import Iterator

from .actions import Draw
from .board import Board, Cell, Mask, SectionId, StationId, members
from .drawing import drawable, starts_of
from .errors import Refusal
from .play import allowed, front
from .position import Position, Prompt, Reach
from .refusal import NOT_ASKED, blocked_reason, draw_reason, no_end, wrong_symbol

NO_MORE = Refusal("R3.1", "no-more")
# What is against a way, the least helpful last; what a mechanic says comes before all of it.
TOLD = (
    "crosses",
    "joined",
    "on-line",
    "early-switch",
    "no-end",
    "starts-here",
    "departure-first",
    "off-line",
)


def why_not(position: Position, station: StationId) -> Refusal | None:
    """What is against drawing to this station now; None if it can be done."""
    if any(draw.target == station for draw in _allowed_draws(position)):
        return None
    prompt = _asked_to_draw(position)
    if prompt is None or prompt.reach is None:
        return _nothing_asked(position)
    board, reach = position.ruleset.board, prompt.reach
    starts = starts_of(position, reach)
    if refused := _here_already(position, starts, station):
        return refused
    if not board.stations[station].symbols & reach.symbols:
        return wrong_symbol(reach)
    ways = [draw for draw in _ways(board, starts) if draw.target == station]
    if ways:
        return min((draw_reason(position, way, prompt) for way in ways), key=_place)
    return _no_way(position, prompt, reach, station)


def why_not_section(position: Position, section: SectionId) -> Refusal | None:
    """What is against drawing this section now; None if it can be done."""
    drawn = {draw.section for draw in _allowed_draws(position)}
    prompt = None if section in drawn else _asked_to_draw(position)
    if prompt is None or prompt.reach is None:
        return None if section in drawn else _nothing_asked(position)
    return against_section(position, section, prompt, prompt.reach)


def against_section(position: Position, section: SectionId, prompt: Prompt, reach: Reach) -> Refusal:
    """The same of a section that this question is known not to let one draw."""
    found = position.ruleset.board.sections[section]
    if position.sheet.blocked >> section & 1 and not _may_be_doubled(position, reach, section):
        return blocked_reason(position, section, reach, found.name_from(found.a))
    ways = (Draw(section, found.a, found.b), Draw(section, found.b, found.a))
    return min((draw_reason(position, way, prompt) for way in ways), key=_place)


def _allowed_draws(position: Position) -> Iterator[Draw]:
    return (action for action in allowed(position) if isinstance(action, Draw))


def _nothing_asked(position: Position) -> Refusal:
    return NOT_ASKED if position.done else NO_MORE


def _asked_to_draw(position: Position) -> Prompt | None:
    """The question that a section would answer: the one in front, or the first that none can answer now."""
    asked = front(position)
    if asked is not None and asked.reach is not None:
        return asked
    return next((prompt for prompt in position.prompts if prompt.reach is not None), None)


def _may_be_doubled(position: Position, reach: Reach, section: SectionId) -> bool:
    anywhere = Reach(anywhere=True, alongside=True)
    return reach.alongside and any(draw.section == section for draw in drawable(position, anywhere))


def _place(refusal: Refusal) -> int:
    why = refusal.why.partition("/")[0]
    return TOLD.index(why) if why in TOLD else -1


def _ways(board: Board, starts: Mask) -> Iterator[Draw]:
    for start in members(starts):
        for ray in board.rays[start]:
            yield Draw(ray.section, start, ray.target)


def _here_already(position: Position, starts: Mask, station: StationId) -> Refusal | None:
    """It is on the line; where one may start one is told to go on from there."""
    here = 1 << station
    if starts & here:
        return Refusal("R3.2", "end" if position.line.sections else "departure", stations=here)
    if position.line.stations & here:
        return Refusal("R3.4", "on-line", stations=here)
    return None


def _no_way(position: Position, prompt: Prompt, reach: Reach, station: StationId) -> Refusal:
    """No section joins it to where one may start."""
    board, line, starts = position.ruleset.board, position.line, starts_of(position, reach)
    if reach.only is not None:
        return Refusal(prompt.rule, "straight-on", sections=1 << reach.only)
    straights = sorted(_straights(board, starts, station), key=len)
    if straights and straights[0]:
        return Refusal("R3.0", "between", stations=1 << straights[0][0])
    if straights and board.printed:
        return Refusal("R5.1", "printed-between", sections=board.printed)
    if reach.start is not None:
        return Refusal(prompt.rule, "starts-here", stations=starts)
    if any(draw.target == station for draw in drawable(position, Reach(anywhere=True))):
        return no_end(position, prompt, board.stations[station].cell)
    return Refusal("R3.0", "no-straight" if line.sections else "no-straight/departure", stations=starts)


def _straights(board: Board, starts: Mask, station: StationId) -> Iterator[list[StationId]]:
    """For each straight of the grid from a start to the station: the stations before it on the way."""
    for start in members(starts):
        for a in board.stations[start].cells:
            for b in board.stations[station].cells:
                between = _between(a, b)
                if between is not None:
                    on_it = [board.at[cell] for cell in between if cell in board.at]
                    if start not in on_it and station not in on_it:
                        yield on_it


def _between(a: Cell, b: Cell) -> list[Cell] | None:
    """The cells on the straight from a to b; None if there is none."""
    right, down = ord(b[0]) - ord(a[0]), int(b[1:]) - int(a[1:])
    far = max(abs(right), abs(down))
    if far == 0 or (right and down and abs(right) != abs(down)):
        return None
    x, y = right // far, down // far
    return [f"{chr(ord(a[0]) + x * step)}{int(a[1:]) + y * step}" for step in range(1, far)]
