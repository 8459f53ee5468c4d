"""Reading the perft files: one count a line, written as on the command line.

    BOARD LINE TURN… [--power P | --special SYMBOL:EFFECT | --gates CELL=BONUS,…] [--sheets] = COUNT

Empty lines and lines that begin with # are for people.
"""

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Count:
    text: str
    board: str
    line: str
    turns: tuple[str, ...]
    expected: int
    power: str | None = None
    special: tuple[str, str] | None = None
    gates: tuple[tuple[str, str], ...] = ()
    sheets: bool = False


def counts() -> list[Count]:
    return [count for file in sorted(FOLDER.glob("*.txt")) for count in read(file)]


def read(file: Path) -> Iterator[Count]:
    for text in file.read_text(encoding="utf-8").splitlines():
        if text.strip() and not text.startswith("#"):
            yield parse(text)


def parse(text: str) -> Count:
    asked, expected = text.rsplit(" = ", 1)
    board, line, *words = shlex.split(asked)
    turns: list[str] = []
    options = {"--power": "", "--special": "", "--gates": ""}
    rest = iter(word for word in words if word != "--sheets")
    for word in rest:
        if word.startswith("--"):
            assert not options[word], text
            options[word] = next(rest)
        else:
            turns.append(word)
    special, gates = options["--special"], options["--gates"]
    return Count(
        text,
        board,
        line,
        tuple(turns),
        int(expected),
        power=options["--power"] or None,
        special=_pair(special, ":") if special else None,
        gates=tuple(_pair(gate, "=") for gate in gates.split(",")) if gates else (),
        sheets="--sheets" in words,
    )


def _pair(text: str, between: str) -> tuple[str, str]:
    first, second = text.split(between)
    return first, second
