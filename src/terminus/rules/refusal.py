"""Why an action is refused: the rule it breaks and a sentence for people. `play` decides, this explains."""

from __future__ import annotations

from .actions import Action, Circle, Done, Draw, Skip, Use
from .board import Board, Ray
from .drawing import drawable
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
        case Use():
            return _use_reason(position, action)
        case Skip():
            return "R7.6", "there is no bonus to skip"
        case Done():
            return "R7.3", "the power in use still has a section to draw"


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
        return _kind_rule(prompt), f"{name}: only the next section straight on may be drawn"
    if sheet.blocked >> draw.section & 1:
        return _blocked_reason(position, draw, reach, name)
    if prompt.beyond is not None:
        return "R7.3", f"{name}: it needs no {position.used}, and a power is used only where it is needed"
    return "R7.3", f"{name}: the power in use could not be completed after it"


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
        return _kind_rule(prompt), f"{name}: this section starts at {board.stations[reach.start].cell}"
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


def _kind_rule(prompt: Prompt) -> str:
    return {"guided": "R6.4", "extension": "R7.4"}.get(prompt.kind, "R3.2")


def _circle_reason(position: Position, action: Circle) -> tuple[str, str]:
    cell, line = position.ruleset.board.stations[action.station].cell, position.line
    asked = next((p for p in position.prompts if p.reach is None), None)
    if asked is None and position.power != "double-station":
        return "R7.3", f"circle {cell}: no station may be circled now"
    if not line.stations >> action.station & 1:
        return "R7.5" if asked else "R7.3", f"circle {cell}: it is not on this line"
    if line.circled >> action.station & 1:
        return "R7.7", f"circle {cell}: a station is circled at most once"
    if asked is not None and asked.circles >> action.station & 1:
        return "R7.6", f"circle {cell}: the bonus before it has to be finished or skipped first"
    return "R7.5", f"circle {cell}: this gate never circles such a station"


def _use_reason(position: Position, action: Use) -> tuple[str, str]:
    powers = position.setup.powers
    mine = powers.get(position.ruleset.board.lines[position.pencil])
    if mine != action.power:
        return "R7.3", f"use {action.power}: this pencil's power is {mine or 'none'}"
    if position.spent:
        return "R7.3", f"use {action.power}: it was used in this round already"
    if not position.prompts or position.prompts[0].kind != "card":
        return "R7.3", f"use {action.power}: it stands before the turn's first section"
    card = position.prompts[0].reach
    if card is not None and not drawable(position, Reach(anywhere=True)):
        return "R7.3", f"use {action.power}: nothing could be drawn with it"
    return "R7.3", f"use {action.power}: it would give nothing in this turn"
