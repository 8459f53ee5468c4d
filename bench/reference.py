"""Prints the section "Reference engine" of RESULTS.md: python bench/reference.py [SECONDS] [--write]

Random solo games on the readable engine, one thread, CPU seconds, dealing and scoring included. Run it on a
quiet machine. With --write the section replaces the one in RESULTS.md.
"""

from __future__ import annotations

import platform
import random
import re
import sys
from datetime import UTC, datetime
from pathlib import Path
from time import thread_time

from terminus.boards import BOARDS, board
from terminus.record.dealer import Dealer
from terminus.record.log import step
from terminus.rules.play import advance, legal
from terminus.rules.ruleset import Ruleset
from terminus.rules.score import total
from terminus.rules.table import commit, scores

RESULTS = Path(__file__).parent / "RESULTS.md"
TITLE = "## Reference engine"
MODULES: tuple[tuple[str, ...], ...] = ((), ("powers",), ("specials",), ("gates",))


def machine() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    names = re.findall(r"model name\s*: (.*)", cpuinfo.read_text()) if cpuinfo.exists() else []
    name = names[0] if names else platform.processor()
    return f"{name}, {platform.system()}, Python {platform.python_version()}"


def play(ruleset: Ruleset, rng: random.Random) -> int:
    """A solo game in which every action is any legal one, and what it scores."""
    dealer = Dealer(rng)
    table = step(None, dealer.start(ruleset, ["A"]), lambda _: ruleset.board)
    while (event := dealer.next_event(table)) is not None:
        table = step(table, event)
        position = table.positions[0]
        while not position.done:
            position = advance(position, rng.choice(legal(position)))
        if not all(table.answered):
            table = commit(table, 0, position)
    return total(scores(table)[0])


def rate(ruleset: Ruleset, seconds: float) -> float:
    play(ruleset, random.Random(0))
    games, began = 0, thread_time()
    while thread_time() - began < seconds:
        games += 1
        play(ruleset, random.Random(games))
    return games / (thread_time() - began)


def section(seconds: float) -> str:
    today = datetime.now(UTC).date().isoformat()
    lines = [TITLE, "", f"{today}; one core of {machine()}; random solo games a CPU second.", ""]
    lines += ["| board | base | powers | specials | gates |", "|---|---|---|---|---|"]
    for name in BOARDS:
        rates = [rate(Ruleset.of(board(name), modules), seconds) for modules in MODULES]
        lines.append(f"| {name} | " + " | ".join(f"{games:,.0f}" for games in rates) + " |")
    return "\n".join(lines) + "\n"


def write(text: str) -> None:
    """Puts the section into RESULTS.md, in the place of the old one if there is one."""
    results = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else "# Results\n"
    parts = re.split(r"(?m)^(?=## )", results)
    kept = [part.rstrip() + "\n" for part in parts if not part.startswith(TITLE)]
    RESULTS.write_text("\n".join([*kept, text]), encoding="utf-8")


def main() -> None:
    given = [argument for argument in sys.argv[1:] if argument != "--write"]
    text = section(float(given[0]) if given else 3.0)
    print(text)
    if "--write" in sys.argv:
        write(text)


if __name__ == "__main__":
    main()
