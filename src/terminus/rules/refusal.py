"""Why an action is refused: the rule it breaks and a sentence for people. `play` decides, this explains."""

from __future__ import annotations

from collections.abc import Iterator

from .actions import Action, Circle, Done, Draw, Skip, Use
from .board import Board, Ray
from .position import Position, Prompt, Reach


def reason(position: Position, action: Action) -> tuple[str, str]:
    """The number of the rule that a refused action breaks, and what is wrong."""
    if position.done:
        return "R2.5", "nothing is being asked of this seat now"
    match action:
        case Draw() | Circle() if not _is_on(position.ruleset.board, action):
            return "R3.0", f"the board has no such {'section' if isinstance(action, Draw) else 'station'}"
        case Draw():
            return _draw_reason(position, action)
        case Circle():
            return _circle_reason(position, action)
        case Use(name):
            return _mechanics_reason(position, action) or ("R7.3", f"use {name}: this game has no such thing")
        case Skip():
            return "R7.6", "there is no bonus to skip"
        case Done():
            return _mechanics_reason(position, action) or ("R2.5", "there is still a section to draw")


def _mechanics_reason(position: Position, action: Action) -> tuple[str, str] | None:
    """What the mechanics say of it, where the rules of drawing have nothing against it."""
    for mechanic in position.ruleset.mechanics:
        if refused := mechanic.refuse(position, action):
            return mechanic.rule, refused
    return None


def _is_on(board: Board, action: Draw | Circle) -> bool:
    """Whether the board has what an action names; a program may hand in any numbers."""
    match action:
        case Circle(station):
            return 0 <= station < len(board.stations)
        case Draw(section, start, target):
            return 0 <= start < len(board.rays) and Ray(section, target) in board.rays[start]


def _draw_reason(position: Position, draw: Draw) -> tuple[str, str]:
    board, sheet = position.ruleset.board, position.sheet
    name = board.sections[draw.section].name_from(draw.start)
    prompt = next((p for p in position.prompts if p.reach is not None), None)
    if prompt is None or prompt.reach is None:
        return "R3.1", f"{name}: no further section may be drawn in this turn"
    if refused := _start_reason(position, draw, prompt, name):
        return refused
    reach, target = prompt.reach, board.stations[draw.target]
    if position.line.stations >> draw.target & 1:
        return "R3.4", f"{name}: {target.cell} is already on this line"
    if not target.symbols & reach.symbols:
        return "R3.3", f"{name}: {target.cell} does not show the revealed symbol"
    if reach.only is not None and reach.only != draw.section:
        return prompt.rule, f"{name}: only the next section straight on may be drawn"
    if sheet.blocked >> draw.section & 1:
        return _blocked_reason(position, draw, reach, name)
    return _mechanics_reason(position, draw) or ("R3.1", f"{name}: it cannot be drawn now")


def _start_reason(position: Position, draw: Draw, prompt: Prompt, name: str) -> tuple[str, str] | None:
    board, line, reach = position.ruleset.board, position.line, prompt.reach
    assert reach is not None
    departure = board.departures[position.pencil]
    if not line.sections and draw.start != departure:
        cell = board.stations[departure].cell
        return "R3.2", f"{name}: the line's first section starts at its departure {cell}"
    if not line.stations >> draw.start & 1 and line.sections:
        return "R3.2", f"{name}: the line does not have the station it starts at"
    if reach.start is not None and draw.start != reach.start:
        return prompt.rule, f"{name}: this section starts at {board.stations[reach.start].cell}"
    if not reach.anywhere and line.sections and not line.ends >> draw.start & 1:
        if prompt.kind == "card" and position.turn is not None and position.turn.switch:
            return "R3.8", f"{name}: it starts at no end, and a switch gives nothing so early in a round"
        return "R3.2", f"{name}: it does not start at an end of the line"
    return None


def _blocked_reason(position: Position, draw: Draw, reach: Reach, name: str) -> tuple[str, str]:
    board, sheet = position.ruleset.board, position.sheet
    section = board.sections[draw.section]
    if sheet.drawn >> draw.section & 1:
        if reach.alongside and section.passes:
            return "R6.3", f"{name}: a section through an aerial crossing cannot be doubled"
        if reach.alongside:
            return "R5.2", f"{name}: there are two tracks already"
        return "R3.5", f"{name}: these two stations are already joined"
    for other in board.sections:
        if sheet.drawn >> other.id & 1 and board.clash[section.id] >> other.id & 1:
            if {other.a, other.b} == {section.a, section.b}:
                return (
                    "R3.5",
                    f"{name}: these two stations are already joined by {other.ends[0]}-{other.ends[1]}",
                )
            return "R3.6", f"{name}: it would cross {other.ends[0]}-{other.ends[1]}"
    return "R3.6", f"{name}: it would cross a drawn section"


def _circle_reason(position: Position, action: Circle) -> tuple[str, str]:
    cell, line = position.ruleset.board.stations[action.station].cell, position.line
    asked = next((p for p in position.prompts if p.reach is None), None)
    rule = asked.rule if asked else "R7.3"
    if asked is None and not any(isinstance(offer, Circle) for offer in _offers(position)):
        return rule, f"circle {cell}: no station may be circled now"
    if not line.stations >> action.station & 1:
        return rule, f"circle {cell}: it is not on this line"
    if line.circled >> action.station & 1:
        return "R7.7", f"circle {cell}: a station is circled at most once"
    if asked is not None and asked.circles >> action.station & 1:
        return "R7.6", f"circle {cell}: the bonus before it has to be finished or skipped first"
    return rule, f"circle {cell}: this bonus never circles such a station"


def _offers(position: Position) -> Iterator[Action]:
    for mechanic in position.ruleset.offering:
        yield from mechanic.offers(position)
