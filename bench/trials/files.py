"""python -m bench.trials.files: twenty thousand hostile logs and boards through the command line.

Each file meets one command, in a process with little time and memory (forked, for a start takes longer than
most files; some are started for real too, and must say the same). Whatever it is given, a command ends with
0, or with 2 and one clear line (`verify` with 1 if it found something); no traceback and nothing that steers
a terminal is shown, and the file stays as it was. What is accepted must be right: a score is counted again
by the naive witness, a proof is checked by the program in docs/fairness.md, a picture can be read.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import traceback
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import monotonic
from typing import NoReturn
from xml.etree import ElementTree as ET

from tests import naive

from terminus.cli import main as terminus
from terminus.locale import LANGUAGES

from .hostile import BOARDS, GOLDEN, Hostile, boards, hostile, logs
from .logs import proven_by_document, proven_by_terminus, said_by_terminus
from .report import ended, progress
from .server import TERMINUS

SECONDS, MEMORY = 10, 1 << 30  # that a command may take: of the processor, and bytes of addresses more
SHARED = Path("/dev/shm")  # the disk is another trial's
ASLEEP = 120  # seconds after which one that does nothing is ended
GOOD = GOLDEN / "london-stopped.jsonl"
LONGEST, LINES = 1000, 200  # characters of a line that says what was wrong; lines of `board check`
EVENTS = ("start", "seal", "contribution", "opening", "special", "flip", "turn", "end")
JOINERS = "\u200c\u200d"  # part of the writing
STEERING = {"Cc", "Cf", "Cs", "Zl", "Zp"}
HEADS = {".png": b"\x89PNG", ".pdf": b"%PDF", ".html": b"<!doctype html>"}
REAL = 200  # one of so many is started for real too
LOG_COMMANDS = (
    "score FILE", "score FILE --json", "score FILE --json", "score -", "show FILE", "verify FILE",
    "verify FILE",
    "picture FILE -o OUT.svg", "picture FILE -o OUT.png", "play --resume FILE --plain --seed 1",
    "analyse FILE", "analyse FILE --depth 1 --json", "analyse FILE --depth 1 --html OUT.html",
    "import FILE --database sqlite:///OUT.sqlite3",
)  # fmt: skip
BOARD_COMMANDS = (
    "board check FILE", "board check FILE", "board check -", "show FILE", "score LOG --board FILE",
    "play FILE --plain --seed 1 --log OUT.log", "board report FILE --games 2 --seconds 1",
    "paper FILE -o OUT.pdf",
)  # fmt: skip


@dataclass(frozen=True)
class Ended:
    """How a command ended: its code (a signal if negative), what it said, seconds and megabytes it took."""

    code: int
    out: bytes
    err: bytes
    seconds: float = 0.0
    memory: float = 0.0


@dataclass
class Found:
    files: int = 0
    codes: Counter[int] = field(default_factory=Counter)
    seconds: float = 0.0
    memory: float = 0.0
    checked: int = 0  # scores, proofs, pictures and prints
    faults: list[str] = field(default_factory=list)

    def __add__(self, other: Found) -> Found:
        return Found(
            self.files + other.files,
            self.codes + other.codes,
            max(self.seconds, other.seconds),
            max(self.memory, other.memory),
            self.checked + other.checked,
            self.faults + other.faults,
        )


class Desk:
    """A folder where one file after the other is given to a command."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.said = [folder / name for name in ("in", "out", "err")]

    def warm(self) -> None:
        """Load what the commands need, once and not in each process."""
        toy = BOARDS / "toy.toml"
        for command, good in (*((c, GOOD) for c in LOG_COMMANDS), *((c, toy) for c in BOARD_COMMANDS)):
            if "-" not in command.split() and "play" not in command:
                said_by_terminus(*self._words(command, good))

    def file(self, number: int, seed: int) -> Found:
        """One file, one command, and what was wrong with that."""
        given, rng = hostile(number, seed), random.Random(f"command {seed} {number}")
        file = self.folder / f"hostile{given.ending}"
        file.write_bytes(given.content)
        command = rng.choice(BOARD_COMMANDS if given.ending == ".toml" else LOG_COMMANDS)
        words = [*self._words(command, file), f"--language={rng.choice(LANGUAGES)}"]
        self.said[0].write_bytes(given.content if "-" in words else _typed(rng))
        found = self.forked(words)
        wrong, checked = self._judged(command, given, file, found)
        if number % REAL == 0 and words[0] not in ("play", "import"):  # their games have names of their own
            wrong += _differs(found, self.real(words))
        named = f"{number} ({given.way}, {len(given.content)} bytes): {' '.join(words)}"
        wrong = [f"{named}: {fault}" for fault in wrong]
        return Found(1, Counter([found.code]), found.seconds, found.memory, checked, wrong)

    def _judged(self, command: str, given: Hostile, file: Path, found: Ended) -> tuple[list[str], bool]:
        """What is wrong, and whether somebody else was asked."""
        wrong = [*faults(command, found), *_changed(command, given, file, found)]
        checked = self._accepted(command, file, found) if not wrong and found.code == 0 else None
        return wrong + (checked or []), checked is not None

    def _cleared(self) -> None:
        """What the command before has made is gone."""
        for left in self.folder.glob("picture.*"):
            left.unlink()

    def _words(self, command: str, file: Path) -> list[str]:
        self._cleared()
        places = {"FILE": str(file), "LOG": str(GOOD)}
        words = [places.get(word, word) for word in command.split()]
        return [word.replace("OUT", str(self.folder / "picture")) for word in words]

    def forked(self, words: Sequence[str]) -> Ended:
        """In a process that has everything loaded."""
        child = os.fork()
        if not child:
            _be_the_command(words, self.said)
        _, status, used = os.wait4(child, 0)
        out, err = (file.read_bytes() for file in self.said[1:])
        code = os.waitstatus_to_exitcode(status)
        return Ended(code, out, err, used.ru_utime + used.ru_stime, used.ru_maxrss / 1e3)

    def real(self, words: Sequence[str]) -> Ended:
        """As everybody starts it."""
        self._cleared()
        with self.said[0].open("rb") as given:
            done = subprocess.run([TERMINUS, *words], stdin=given, capture_output=True, timeout=ASLEEP)
        return Ended(done.returncode, done.stdout, done.stderr)

    def _accepted(self, command: str, file: Path, found: Ended) -> list[str] | None:
        """What is wrong with what it says of a good file; None if there is nobody to ask."""
        match command.split():
            case ["score", _, "--json"]:
                return _miscounted(file, json.loads(found.out))
            case ["verify", _]:
                return _unproven(file)
            case ["picture" | "paper", *_, name] | ["analyse", *_, "--html", name]:
                return _unreadable(self.folder / name.replace("OUT", "picture"))
        return None


def _changed(command: str, given: Hostile, file: Path, found: Ended) -> Iterator[str]:
    """A log is added to only by a game that goes on with it."""
    now = file.read_bytes()
    if now != given.content and (not command.startswith("play") or found.code):
        yield "the file was changed"
    if not now.startswith(given.content):
        yield "what stood in the file was changed"


def _typed(rng: random.Random) -> bytes:
    """What somebody types who does not know what was asked."""
    words = ("1", "2", "0", "-1", "done", "d2-f4", "use joker", "?", "", "\x1b[A", "\x00", "undo", "9" * 5000)
    return "\n".join(rng.choices(words, k=rng.randrange(20))).encode()


def _addresses() -> int:
    """Bytes of addresses that this process has, as it was forked."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


def _be_the_command(words: Sequence[str], said: Sequence[Path]) -> NoReturn:
    """In the forked process, to its end."""
    code = 1
    try:
        for number, (file, mode) in enumerate(zip(said, ("r", "w", "w"), strict=True)):
            opened = file.open(mode, encoding="utf-8")
            os.dup2(opened.fileno(), number)
            setattr(sys, ("stdin", "stdout", "stderr")[number], opened)
        most = _addresses() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        signal.alarm(ASLEEP)
        code = terminus(list(words))
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def faults(command: str, found: Ended) -> Iterator[str]:
    """What is wrong with how a command ended, whatever it was given."""
    if found.code < 0:
        yield f"ended by {signal.Signals(-found.code).name} after {found.seconds:.1f} s"
        return
    out, err = (_read(said) for said in (found.out, found.err))
    if "Traceback" in err or found.code not in ((0, 1, 2) if command.startswith("verify") else (0, 2)):
        yield f"ended with {found.code}: {err[-1000:]}"
    elif found.code == 0 and err:
        yield f"all is well, and still {err[:200]!r}"
    elif found.code and not _is_clear(err, many=command.startswith("board check")):
        yield f"not one clear line: {err[:200]!r}"
    elif found.code and out and not command.startswith("play"):
        yield f"refused, and still {out[:200]!r}"
    if steering := {sign for sign in out + err if _steers(sign)}:
        yield f"{sorted(steering)!r} reached the terminal"


def _read(said: bytes) -> str:
    return said.decode("utf-8", "surrogateescape")  # what is no text steers


def _is_clear(err: str, many: bool) -> bool:
    lines = err.splitlines(keepends=True)
    named = all(many or line.startswith("terminus: ") for line in lines)
    few = len(lines) == 1 or (many and 1 < len(lines) < LINES)
    return few and named and all(len(line) < LONGEST for line in lines)


def _steers(sign: str) -> bool:
    return unicodedata.category(sign) in STEERING and sign not in ("\n", *JOINERS)


def _differs(forked: Ended, real: Ended) -> list[str]:
    same = (forked.code, forked.out, forked.err) == (real.code, real.out, real.err)
    return [] if same else [f"for real it said {real.code} {real.err[-500:]!r}, not {forked.err[-500:]!r}"]


def _unreadable(picture: Path) -> list[str]:
    """Whether a picture, a print or a page is none."""
    if head := HEADS.get(picture.suffix):
        return [] if picture.read_bytes().startswith(head) else ["no picture"]
    try:
        ET.parse(picture)
    except ET.ParseError as why:
        return [f"no picture: {why}"]
    return []


def _unproven(file: Path) -> list[str] | None:
    """Whether the document's program does not prove what `verify` does, if that is a whole game."""
    if not proven_by_terminus(file):
        return None
    return [] if proven_by_document(_known(file)) else ["proven, and not by the document's program"]


def _known(file: Path) -> Path:
    """A copy without the lines that are passed over (docs/formats.md); the document's program has none."""
    lines = [line for line in file.read_text("utf-8-sig").split("\n") if line.strip()]
    copy = file.with_suffix(".copy")
    copy.write_text("".join(line + "\n" for line in lines if json.loads(line)["event"] in EVENTS), "utf-8")
    return copy


def _miscounted(file: Path, said: object) -> list[str] | None:
    """What the naive witness counts otherwise; it knows the cities alone, and reads lines of JSON alone."""
    lines = [line for line in file.read_text("utf-8-sig").split("\n") if line.strip()]
    known = {city.stem: naive.board(city) for city in BOARDS.glob("*.toml") if city.stem != "toy"}
    if json.loads(lines[0])["board"] not in known:
        return None
    try:
        counted = naive.score(naive.replay(lines, known))
    except naive.Refused as why:
        return [f"accepted, and the witness says {why}"]
    return [] if counted == said else [f"counted {said}, the witness {counted}"]


def share(numbers: range, seed: int) -> Found:
    """Files, one after the other."""
    boards(), logs()
    with tempfile.TemporaryDirectory(dir=SHARED if os.access(SHARED, os.W_OK) else None) as folder:
        desk, found = Desk(Path(folder)), Found()
        desk.warm()
        for number in numbers:
            new = desk.file(number, seed)
            found += new
            for fault in new.faults:
                progress(fault)
            if number % 100 == 0:
                progress(f"{number} files, {len(found.faults)} faults, {_most(found)}")
    return found


def _most(found: Found) -> str:
    return f"the slowest took {found.seconds:.1f} s of the processor, the largest {found.memory:.0f} MB"


def run(files: int, seed: int, processes: int) -> tuple[str, list[str]]:
    """What the trial showed, and what was wrong."""
    begun = monotonic()
    shares = [range(number, files, processes) for number in range(processes)]
    with ProcessPoolExecutor(processes) as pool:
        found = sum(pool.map(partial(share, seed=seed), shares), Found())
    figures = (
        f"{found.files} files in {(monotonic() - begun) / 60:.1f} minutes, {found.codes[0]} of them accepted "
        f"({found.checked} scores, proofs, pictures and prints checked), {found.codes[1]} not proven, "
        f"{found.codes[2]} refused; {_most(found)}"
    )
    return figures, found.faults


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.trials.files", description=__doc__)
    parser.add_argument("--files", type=int, default=20_000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", action="store_true", help="keep it in bench/RESULTS.md")
    given = parser.parse_args()
    outcome = run(given.files, given.seed, given.processes)
    command = f"python -m bench.trials.files --files {given.files} --seed {given.seed}"
    return ended("Hostile files", command, *outcome, given.results)


if __name__ == "__main__":
    sys.exit(main())
