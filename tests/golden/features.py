"""What occurs in a log, found by replaying it: the golden logs together must show all of `WANTED`."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from terminus.boards import BOARDS, board
from terminus.record.log import Event, replay, step
from terminus.record.notation import parse
from terminus.rules.actions import Action, Circle, Draw, Use
from terminus.rules.board import Board
from terminus.rules.cards import DEFAULT_DECK, is_switch
from terminus.rules.errors import Illegal
from terminus.rules.mechanics import MODULES
from terminus.rules.mechanics.gates import BONUSES
from terminus.rules.mechanics.powers import POWERS, used_now
from terminus.rules.mechanics.specials import EFFECTS
from terminus.rules.play import apply, legal
from terminus.rules.position import Position, Prompt
from terminus.rules.score import line_score, total
from terminus.rules.sheet import Line
from terminus.rules.table import Table, scores, winning_seats

SINGLE = {
    "a switch as the very first card",
    "a switch with the fifth underground card",
    "a round in which everybody always passes",
    "a chain through two gates",
    "a bonus is skipped",
    "double track along a bend of the loop",
    "double track in london",
    "double track in paris",
    "both directions of an aerial crossing in one colour",
    "a guided visit after a switch",
    "a guided visit with a double section",
    "the platform is circled",
    "an order that legal does not offer",
    "a tie decided by the highest line",
    "a shared victory",
    "a log that stops in the middle",
    "an event that nobody knows",
}


def wanted() -> set[str]:
    """Every city with each module, power, effect, bonus and objective, and the single cases."""
    found = set(SINGLE)
    for city in BOARDS:
        found |= {f"{city} with {players} players" for players in (1, 2, 3, 4)}
        found |= {f"{city} plays {module}" for module in (*MODULES, "no module")}
        found |= {f"{city} plays objectives and {module}" for module in MODULES if module != "objectives"}
        found |= {f"{city} power {power}" for power in POWERS}
        found |= {f"{city} special {effect}" for effect in EFFECTS}
        found |= {f"{city} gate {bonus}" for bonus in BONUSES}
        names = board(city).modules["objectives"]["objectives"]
        found |= {f"{city} objective {name} {how}" for name, how in product(names, ("fulfilled", "missed"))}
    return found


def features(events: Sequence[Event]) -> set[str]:
    """All that happens in this game."""
    found: set[str] = set()
    table: Table | None = None
    drew: dict[int, bool] = {}
    for event in events:
        if event["event"] not in ("start", "special", "flip", "turn", "end"):
            found.add("an event that nobody knows")
            continue
        if table is not None and event["event"] == "turn":
            found |= set(of_turn(table.positions[event["seat"]], event["do"]))
            drew[event["round"]] = drew.get(event["round"], False) or bool(event["do"])
        if event["event"] == "flip":
            found |= set(of_flip(event, table))
        table = step(table, event)
    assert table is not None
    if table.over and not all(drew.values()):
        found.add("a round in which everybody always passes")
    return found | set(of_game(table))


def of_game(table: Table) -> Iterator[str]:
    city, modules = table.ruleset.board.id, table.ruleset.modules
    yield f"{city} with {len(table.seats)} players"
    yield f"{city} plays {' and '.join(modules) or 'no module'}"
    for module in modules:
        yield f"{city} plays {module}"
    for position in table.positions:
        yield from _of_sheet(position)
    if not table.over:
        yield "a log that stops in the middle"
        return
    for items in scores(table):
        for item in items:
            if item.rule == "objectives":
                yield f"{city} objective {item.how['objective']} {'fulfilled' if item.value else 'missed'}"
    yield from _of_ending(table)


def _of_sheet(position: Position) -> Iterator[str]:
    where, sheet = position.ruleset.board, position.sheet
    if sheet.doubled:
        yield f"double track in {where.id}"
    if any(sheet.doubled >> section.id & 1 and len(section.path) > 2 for section in where.sections):
        yield "double track along a bend of the loop"
    for line in sheet.lines:
        if any((line.sections & through).bit_count() == 2 for through in where.crossings.values()):
            yield "both directions of an aerial crossing in one colour"
        if line.circled & where.tagged("platform"):
            yield "the platform is circled"


def _of_ending(table: Table) -> Iterator[str]:
    lines, items = table.ruleset.board.lines, scores(table)
    best = max(map(total, items))
    tied = [seat for seat in items if total(seat) == best]
    won = winning_seats(table)
    if won is not None and len(won) > 1:
        yield "a shared victory"
    elif len(tied) > 1:
        assert len({max(line_score(seat, line).total for line in lines) for seat in tied}) > 1
        yield "a tie decided by the highest line"


def of_flip(event: Event, table: Table | None) -> Iterator[str]:
    assert table is not None
    cards: list[str] = event["cards"]
    if is_switch(cards[0]) and (event["round"], event["turn"]) == (1, 1):
        yield "a switch as the very first card"
    if is_switch(cards[0]) and DEFAULT_DECK.is_over((*table.turned, *cards)):
        yield "a switch with the fifth underground card"


def of_turn(position: Position, do: Sequence[str]) -> Iterator[str]:
    """What one seat does in one turn. A list that needs a second reading shows nothing here."""
    where, gates_used = position.ruleset.board, 0
    for word in do:
        action = parse(where, word)
        try:
            after = apply(position, action)
        except Illegal:
            return
        if action not in legal(position):
            yield "an order that legal does not offer"
        if word == "skip":
            yield "a bonus is skipped"
        prompt = _front(position, action)
        if prompt is not None and prompt.kind in ("visit", "circle"):
            gates_used += 1 if prompt.pair is None else 0
        if gates_used > 1:
            yield "a chain through two gates"
        yield from (f"{where.id} {what}" for what in _of_module(position, after, action, prompt))
        if prompt is not None and prompt.kind == "guided" and isinstance(action, Draw):
            yield from _of_visit(position)
        position = after


def _front(position: Position, action: Action) -> Prompt | None:
    """The question that an action answers."""
    for prompt in position.prompts:
        if action in legal(position.asked((prompt,))) and isinstance(action, Draw | Circle):
            return prompt
    return None


def _of_visit(position: Position) -> Iterator[str]:
    if position.turn is not None and position.turn.switch:
        yield "a guided visit after a switch"
    if used_now(position) == "double-section":
        yield "a guided visit with a double section"


def _of_module(before: Position, after: Position, action: Action, prompt: Prompt | None) -> Iterator[str]:
    match action:
        case Use(power):
            yield f"power {power}"
        case Circle() if used_now(after) == "double-station":
            yield "power double-station"
        case Circle():
            yield "gate double-station"
        case Draw():
            if after.line.doubled != before.line.doubled:
                yield "gate double-district"
            if prompt is not None and prompt.kind == "visit" and prompt.reach is not None:
                yield "gate switch" if prompt.reach.anywhere else "gate double-visit"
            if prompt is not None and "specials" in before.notes:
                yield from _of_special(before.ruleset.board, before, after.line, action, prompt)


def _of_special(where: Board, before: Position, after: Line, draw: Draw, prompt: Prompt) -> Iterator[str]:
    assert before.turn is not None
    branched = before.line.sections and not before.line.ends >> draw.start & 1
    if prompt.kind == "extension":
        yield "special extension"
    elif after.circled != before.line.circled:
        yield "special double-station"
    elif before.notes["specials"]["effect"] == "switch" and branched and not before.turn.switch:
        yield "special switch"
    elif not where.stations[draw.target].symbols & before.turn.symbols:
        yield "special joker"


def of_log(text: str) -> set[str]:
    from terminus.record.log import read

    replay(text)
    events: list[Any] = [event for _, event in read(text)]
    return features(events)
