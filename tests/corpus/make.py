"""Plays games of every city and set of modules, by bots and at random, and keeps them with what they led to.

    python -m tests.corpus.make

Run it only for a new edition of the rules, which gets files of its own: a corpus that is made again proves
nothing. `edition-N.zip` has the logs, `edition-N.json` what each must lead to; `edition-N-kinds` has logs of
each other kind: sealed, on a city of one's own, counted from paper.
"""

import json
import random
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tests.corpus.states import outcome
from tests.sealed import sealed_log
from tests.server.test_boards import edo
from tests.strategies import MODULE_SETS, Choose, answer, eager, ruleset, whatever

from terminus.boards import BOARDS, own_board
from terminus.bots import View, make_bot, play
from terminus.record.dealer import Dealer
from terminus.record.log import end_event, step, write_line
from terminus.record.notation import parse
from terminus.record.readings import texts
from terminus.record.sheets import INSISTED, read_sheet, sheets_event
from terminus.rules.actions import Circle, Draw
from terminus.rules.edition import EDITION
from terminus.rules.ruleset import Ruleset
from terminus.rules.table import Table

FOLDER = Path(__file__).parent
NAMES = ("Ada", "Béla", "Chloé", "Дмитрий")
WAYS = ("greedy", "eager", "medium", "whatever")  # how the seats play, each another one
CHOICES: dict[str, Choose] = {"eager": eager, "whatever": whatever}
Log = list[dict[str, Any]]


def words(way: str, table: Table, seat: int, rng: random.Random) -> list[str]:
    if way in CHOICES:
        return answer(rng, table.positions[seat], CHOICES[way])
    seen = View.of(table, seat)
    return texts(seen.position, play(make_bot(way, rng), seen))


def game(rules: Ruleset, ways: list[str], rng: random.Random) -> Log:
    dealer = Dealer(rng)
    log = [dealer.start(rules, list(NAMES[: len(ways)]))]
    table = step(None, log[0])
    while (event := dealer.next_event(table)) is not None:
        log.append(event)
        table = step(table, event)
        if event["event"] != "flip":
            continue
        here = {"event": "turn", "round": table.round, "turn": table.turn}
        for seat, way in enumerate(ways):
            log.append({**here, "seat": seat, "do": words(way, table, seat, rng)})
            table = step(table, log[-1])
    return [*log, end_event(table)]


def games() -> Iterator[tuple[str, Log]]:
    """Each set of modules of each city twice, by one to four; every eighth stops on its way."""
    kinds = [(city, modules, turn) for turn in (0, 1) for city in BOARDS for modules in MODULE_SETS]
    for number, (city, modules, turn) in enumerate(kinds):
        rng = random.Random(f"corpus {number}")
        seats = (number + number // len(MODULE_SETS) + turn) % 4 + 1
        ways = [WAYS[(number + turn + seat) % len(WAYS)] for seat in range(seats)]
        log = game(ruleset(city, modules), ways, rng)
        stop = rng.randrange(2, len(log)) if number % 8 == 5 else len(log)
        yield "-".join([f"{number:02}", city, *modules, str(seats)]), log[:stop]


def kinds() -> Iterator[tuple[str, Log]]:
    yield "sealed-london-objectives-specials-3", sealed_log(48, "london", ("objectives", "specials"), 3)
    own = Ruleset.of(own_board(edo()), ("powers",))
    yield "own-edo-powers-2", game(own, ["medium", "eager"], random.Random("corpus own"))
    yield (
        "counted-paris-gates-2",
        from_paper(game(ruleset("paris", ("gates",)), ["greedy"] * 2, random.Random(50))),
    )


def from_paper(log: Log) -> Log:
    """The same sheets, as they are entered when only they are left; what paper alone would not allow is
    insisted on."""
    table = step(None, log[0])
    rules = table.ruleset
    drawn: list[dict[str, list[str]]] = [{} for _ in table.seats]
    for event in log[1:-1]:
        if event["event"] == "turn":
            pencil = rules.board.lines[table.positions[event["seat"]].pencil]
            marks = [text for text in event["do"] if isinstance(parse(rules.board, text), Draw | Circle)]
            drawn[event["seat"]].setdefault(pencil, []).extend(marks)
        table = step(table, event)
    sheets = [read_sheet(rules, table.dealt, sheet) for sheet in drawn]
    for sheet in sheets:
        for problem in sheet.open:
            line = rules.board.lines[problem.mark.pencil]
            drawn[sheets.index(sheet)][line][problem.mark.number] += INSISTED
    counted = sheets_event([read_sheet(rules, table.dealt, sheet) for sheet in drawn])
    return [log[0], counted, end_event(step(step(None, log[0]), counted))]


def write(name: str, logs: Iterable[tuple[str, Log]]) -> None:
    found = {}
    with zipfile.ZipFile(FOLDER / f"{name}.zip", "x", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for log_name, log in logs:
            text = "".join(map(write_line, log))
            file.writestr(zipfile.ZipInfo(f"{log_name}.jsonl"), text, zipfile.ZIP_DEFLATED)
            found[log_name] = outcome(log)
    lines = ",\n".join(f"{json.dumps(log_name)}: {json.dumps(what)}" for log_name, what in found.items())
    (FOLDER / f"{name}.json").write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    write(f"edition-{EDITION}", games())
    write(f"edition-{EDITION}-kinds", kinds())
