"""Why an action is refused: the rule it breaks, and what is in the way. `play` decides, this explains."""

from __future__ import annotations

from collections.abc import Iterator

from .actions import Action, Circle, Done, Draw, Skip, Use
from .board import Board, Mask, Ray, SectionId, members
from .errors import Refusal, Sentence
from .position import Position, Prompt, Reach
from .symbols import symbol_names

NOT_ASKED = Refusal("R2.5", "not-asked", Sentence("nothing is being asked of this seat now"))


def reason(position: Position, action: Action) -> Refusal:
    """Why the rules do not allow an action that they do not allow."""
    if position.done:
        return NOT_ASKED
    match action:
        case Draw() if not _is_on(position.ruleset.board, action):
            return Refusal("R3.0", "no-section", Sentence("the board has no such section"))
        case Circle() if not _is_on(position.ruleset.board, action):
            return Refusal("R3.0", "no-station", Sentence("the board has no such station"))
        case Draw():
            prompt = next((p for p in position.prompts if p.reach is not None), None)
            return draw_reason(position, action, prompt) if prompt else no_more(position, action)
        case Circle():
            return _circle_reason(position, action)
        case Use(name):
            text = Sentence("use {name}: this game has no such thing", name=name)
            return _mechanics_reason(position, action) or Refusal("R7.3", "not-in-play", text)
        case Skip():
            return Refusal("R7.6", "no-skip", Sentence("there is no bonus to skip"))
        case Done():
            unfinished = Refusal("R2.5", "unfinished", Sentence("there is still a section to draw"))
            return _mechanics_reason(position, action) or unfinished


def _mechanics_reason(position: Position, action: Action) -> Refusal | None:
    """What the mechanics say of it, where the rules of drawing have nothing against it."""
    for mechanic in position.ruleset.mechanics:
        if refused := mechanic.refuse(position, action):
            return refused
    return None


def _is_on(board: Board, action: Draw | Circle) -> bool:
    """Whether the board has what an action names; a program may hand in any numbers."""
    match action:
        case Circle(station):
            return 0 <= station < len(board.stations)
        case Draw(section, start, target):
            return 0 <= start < len(board.rays) and Ray(section, target) in board.rays[start]


def no_more(position: Position, draw: Draw) -> Refusal:
    """No question is left that a section could answer."""
    name = position.ruleset.board.sections[draw.section].name_from(draw.start)
    return Refusal(
        "R3.1", "no-more", Sentence("{name}: no further section may be drawn in this turn", name=name)
    )


def draw_reason(position: Position, draw: Draw, prompt: Prompt) -> Refusal:
    """What is against answering this question by this section."""
    board, reach = position.ruleset.board, prompt.reach
    assert reach is not None
    name = board.sections[draw.section].name_from(draw.start)
    if refused := _start_reason(position, draw, prompt, name):
        return refused
    target = board.stations[draw.target]
    if position.line.stations >> draw.target & 1:
        text = Sentence("{name}: {cell} is already on this line", name=name, cell=target.cell)
        return Refusal("R3.4", "on-line", text, stations=1 << draw.target)
    if not target.symbols & reach.symbols:
        return wrong_symbol(
            reach, Sentence("{name}: {cell} does not show the revealed symbol", name=name, cell=target.cell)
        )
    if reach.only is not None and reach.only != draw.section:
        text = Sentence("{name}: only the next section straight on may be drawn", name=name)
        return Refusal(prompt.rule, "straight-on", text, sections=1 << reach.only)
    if position.sheet.blocked >> draw.section & 1:
        return blocked_reason(position, draw.section, reach, name)
    impossible = Refusal("R3.1", "impossible", Sentence("{name}: it cannot be drawn now", name=name))
    return _mechanics_reason(position, draw) or impossible


def wrong_symbol(reach: Reach, text: str = "") -> Refusal:
    """The station shows none of the symbols that are wanted."""
    wanted = symbol_names(reach.symbols)
    return Refusal("R3.3", f"symbol/{wanted[0]}" if len(wanted) == 1 else "symbol", text)


def _start_reason(position: Position, draw: Draw, prompt: Prompt, name: str) -> Refusal | None:
    board, line, reach = position.ruleset.board, position.line, prompt.reach
    assert reach is not None
    departure = board.departures[position.pencil]
    if not line.sections and draw.start != departure:
        text = Sentence(
            "{name}: the line's first section starts at its departure {cell}",
            name=name,
            cell=board.stations[departure].cell,
        )
        return Refusal("R3.2", "departure-first", text, stations=1 << departure)
    if not line.stations >> draw.start & 1 and line.sections:
        text = Sentence("{name}: the line does not have the station it starts at", name=name)
        return Refusal("R3.2", "off-line", text, stations=line.ends)
    if reach.start is not None and draw.start != reach.start:
        text = Sentence(
            "{name}: this section starts at {cell}", name=name, cell=board.stations[reach.start].cell
        )
        return Refusal(prompt.rule, "starts-here", text, stations=1 << reach.start)
    if not reach.anywhere and line.sections and not line.ends >> draw.start & 1:
        return no_end(position, prompt, name)
    return None


def no_end(position: Position, prompt: Prompt, name: str) -> Refusal:
    """It would make a branch, and there is no switch, or none that helps yet."""
    ends = position.line.ends
    if prompt.kind == "card" and position.turn is not None and position.turn.switch:
        text = Sentence(
            "{name}: it starts at no end, and a switch gives nothing so early in a round", name=name
        )
        return Refusal("R3.8", "early-switch", text, stations=ends)
    return Refusal(
        "R3.2",
        "no-end",
        Sentence("{name}: it does not start at an end of the line", name=name),
        stations=ends,
    )


def blocked_reason(position: Position, section: SectionId, reach: Reach, name: str) -> Refusal:
    """What lies on a section that is not free, or across it."""
    board, sheet = position.ruleset.board, position.sheet
    if sheet.drawn >> section & 1:
        if reach.alongside and board.sections[section].passes:
            text = Sentence("{name}: a section through an aerial crossing cannot be doubled", name=name)
            return Refusal("R6.3", "crossing-doubled", text, sections=1 << section)
        if reach.alongside:
            text = Sentence("{name}: there are two tracks already", name=name)
            return Refusal("R5.2", "two-tracks", text, sections=1 << section)
        return _by_line(
            position,
            "R3.5",
            "joined",
            section,
            Sentence("{name}: these two stations are already joined", name=name),
        )
    ends = {board.sections[section].a, board.sections[section].b}
    for other in members(sheet.drawn & board.clash[section]):
        found = board.sections[other]
        way = f"{found.ends[0]}-{found.ends[1]}"
        if {found.a, found.b} == ends:
            text = Sentence("{name}: these two stations are already joined by {way}", name=name, way=way)
            return _by_line(position, "R3.5", "joined", other, text)
        return _by_line(
            position, "R3.6", "crosses", other, Sentence("{name}: it would cross {way}", name=name, way=way)
        )
    return Refusal("R3.6", "crosses", Sentence("{name}: it would cross a drawn section", name=name))


def _by_line(position: Position, rule: str, why: str, section: SectionId, text: str) -> Refusal:
    """What a drawn section stands in the way of: it is a line's, or was printed."""
    lines = position.sheet.lines
    number = next((n for n, line in enumerate(lines, 1) if line.sections >> section & 1), None)
    if number is None:
        return Refusal(rule, f"{why}/printed", text, sections=1 << section)
    return Refusal(rule, why, text, {"line": number}, 1 << section)


def _circle_reason(position: Position, action: Circle) -> Refusal:
    cell, line = position.ruleset.board.stations[action.station].cell, position.line
    asked = next((p for p in position.prompts if p.reach is None), None)
    rule = asked.rule if asked else "R7.3"
    here: Mask = 1 << action.station
    if asked is None and not any(isinstance(offer, Circle) for offer in _offers(position)):
        return Refusal(rule, "no-circle", Sentence("circle {cell}: no station may be circled now", cell=cell))
    if not line.stations & here:
        return Refusal(rule, "circle-off-line", Sentence("circle {cell}: it is not on this line", cell=cell))
    if line.circled & here:
        return Refusal(
            "R7.7",
            "circled",
            Sentence("circle {cell}: a station is circled at most once", cell=cell),
            stations=here,
        )
    if asked is not None and asked.circles & here:
        text = Sentence("circle {cell}: the bonus before it has to be finished or skipped first", cell=cell)
        return Refusal("R7.6", "bonus-first", text)
    return Refusal(
        rule, "never-circled", Sentence("circle {cell}: this bonus never circles such a station", cell=cell)
    )


def _offers(position: Position) -> Iterator[Action]:
    for mechanic in position.ruleset.offering:
        yield from mechanic.offers(position)
