"""Plays games of every city and set of modules, by bots and at random, and keeps them with what they led to.

    python -m tests.corpus.make

Run it only for a new edition of the rules, which gets files of its own: a corpus that is made again proves
nothing. `edition-N.zip` has the logs, `edition-N.json` what each must lead to.
"""

import json
import random
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.corpus.states import outcome
from tests.strategies import MODULE_SETS, Choose, answer, eager, ruleset, whatever

from terminus.boards import BOARDS
from terminus.bots import View, make_bot, play
from terminus.record.dealer import Dealer
from terminus.record.log import end_event, step, write_line
from terminus.record.readings import texts
from terminus.rules.edition import EDITION
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


def game(city: str, modules: tuple[str, ...], ways: list[str], rng: random.Random) -> Log:
    dealer = Dealer(rng)
    log = [dealer.start(ruleset(city, modules), list(NAMES[: len(ways)]))]
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
        log = game(city, modules, ways, rng)
        stop = rng.randrange(2, len(log)) if number % 8 == 5 else len(log)
        yield "-".join([f"{number:02}", city, *modules, str(seats)]), log[:stop]


def write(edition: int) -> None:
    found = {}
    with zipfile.ZipFile(
        FOLDER / f"edition-{edition}.zip", "x", zipfile.ZIP_DEFLATED, compresslevel=9
    ) as file:
        for name, log in games():
            file.writestr(
                zipfile.ZipInfo(f"{name}.jsonl"), "".join(map(write_line, log)), zipfile.ZIP_DEFLATED
            )
            found[name] = outcome(log)
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(what)}" for name, what in found.items())
    (FOLDER / f"edition-{edition}.json").write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    write(EDITION)
