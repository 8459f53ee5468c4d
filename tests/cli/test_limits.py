"""What is too large, too deep or without an end is refused in one sentence, and soon."""

import subprocess
import sys
from importlib import resources
from pathlib import Path
from typing import IO

import pytest

from terminus.boards import LARGEST_BOARD
from terminus.record.files import LARGEST_LOG
from terminus.record.log import LONGEST_LINE

from .conftest import SAMPLES, Refused, Run

LONDON = resources.files("terminus.boards").joinpath("london.toml").read_text("utf-8")
ZERO = "/dev/zero"
MEMORY = 512 << 20  # bytes that a command may take: Python and the engine need some hundred
COMMAND = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))
from terminus.cli import main
sys.exit(main())
"""

endless = pytest.mark.skipif(not Path(ZERO).exists(), reason="NO /dev/zero ON THIS MACHINE")


def limited(*words: str, source: IO[bytes] | int = subprocess.DEVNULL) -> subprocess.CompletedProcess[bytes]:
    """`terminus …` with little memory."""
    command = [sys.executable, "-c", COMMAND, *words]
    return subprocess.run(command, stdin=source, capture_output=True, timeout=120)


def sentence(*words: str, source: IO[bytes] | int = subprocess.DEVNULL) -> str:
    """What a command says that is refused."""
    done = limited(*words, source=source)
    said = done.stderr.decode()
    assert (done.returncode, done.stdout) == (2, b""), said[-2000:]
    assert said.count("\n") == 1, said
    return said


@endless
@pytest.mark.parametrize("command", [["score"], ["show"], ["board", "check"]], ids="-".join)
def test_a_file_without_an_end(command: list[str]) -> None:
    said = sentence(*command, ZERO)
    assert "longer than" in said or "larger than" in said


@endless
def test_standard_input_without_an_end() -> None:
    with Path(ZERO).open("rb") as zero:
        assert "standard input, line 1: this line is longer than" in sentence("score", "-", source=zero)
    with Path(ZERO).open("rb") as zero:
        assert "standard input is larger than 1 MB" in sentence("board", "check", "-", source=zero)


def test_events_without_an_end() -> None:
    """Somebody writes and never stops: the reading stops at the limit."""
    say = 'import sys\nwhile True: sys.stdout.buffer.write(b\'{"event":"chat"}\\n\' * 4096)'
    with subprocess.Popen(
        [sys.executable, "-c", say], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as endless_chat:
        assert endless_chat.stdout is not None
        try:
            assert "standard input is larger than 32 MB" in sentence("score", "-", source=endless_chat.stdout)
        finally:
            endless_chat.kill()


def test_the_largest_log_takes_no_more_memory_than_its_game(tmp_path: Path, run: Run) -> None:
    """A game with 31 MB of chat in it is scored, and its chat is not kept."""
    log = (SAMPLES / "paris.jsonl").read_bytes()
    chat = b'{"event":"chat","text":"' + b"so " * 40 + b'"}\n'
    lines = log.splitlines(keepends=True)
    filled = lines[0] + chat * ((LARGEST_LOG - len(log)) // len(chat)) + b"".join(lines[1:])
    (tmp_path / "chatty.jsonl").write_bytes(filled)
    done = limited("score", str(tmp_path / "chatty.jsonl"), "--json")
    assert done.stderr == b""
    assert done.stdout == run("score", "-", "--json", given=log).stdout
    (tmp_path / "chatty.jsonl").write_bytes(filled + chat * 2)
    assert "larger than 32 MB" in sentence("score", str(tmp_path / "chatty.jsonl"))
    resumed = sentence("play", "--plain", "--resume", str(tmp_path / "chatty.jsonl"))
    assert "larger than 32 MB" in resumed


def test_a_line_that_is_too_long(tmp_path: Path, refused: Refused) -> None:
    first, rest = (SAMPLES / "paris.jsonl").read_text().split("\n", 1)
    long = '{"event":"chat","text":"%s"}\n' % ("x" * LONGEST_LINE)
    (tmp_path / "long.jsonl").write_text(f"{first}\n{long}{rest}")
    assert f"line 2: this line is longer than {LONGEST_LINE} bytes" in refused("score", "long.jsonl")


def test_a_board_file_that_is_too_large(tmp_path: Path, refused: Refused) -> None:
    (tmp_path / "large.toml").write_text(f"# {'x' * LARGEST_BOARD}\n{LONDON}")
    for command in (("board", "check"), ("show",), ("perft",)):
        more = ("green", "circle") if command == ("perft",) else ()
        assert "large.toml is larger than 1 MB" in refused(*command, "large.toml", *more)


DEEP = {
    "table": "[" + ".".join("a" * 20_000) + "]\n",
    "key": ".".join("a" * 20_000) + " = 1\n",
    "quoted key": ".".join(['"a\\" b"'] * 20_000) + " = 1\n",
    "inline key": "x = { " + " . ".join("a" * 20_000) + " = 1 }\n",
    "predicate": f"{LONDON}\n[modules.objectives.objectives.x.predicate." + ".".join("a" * 20_000) + "]\n",
    "list": f"note = {'[' * 20_000}\n",
    "shallow list": f"note = {'[' * 60}{']' * 60}\n",
    "key after quotes": 'x = "' + '\\"' * 400_000 + '"\n' + ".".join("a" * 20_000) + " = 1\n",
}


@pytest.mark.parametrize("kind", DEEP)
def test_a_board_file_that_is_too_deep(kind: str, tmp_path: Path) -> None:
    (tmp_path / "deep.toml").write_text(DEEP[kind])
    for command in (["board", "check"], ["show"]):
        said = sentence(*command, str(tmp_path / "deep.toml"))
        assert "nested more than 8 deep" in said


def test_a_number_of_many_digits(tmp_path: Path) -> None:
    (tmp_path / "large.toml").write_text(f"note = {'9' * 5000}\n{LONDON}")
    said = sentence("board", "check", str(tmp_path / "large.toml"))
    assert "no number may be larger than 100000" in said


def test_a_number_of_many_digits_of_another_kind(tmp_path: Path) -> None:
    """Python reads this one, and cannot write it."""
    (tmp_path / "large.toml").write_text(f"note = 0x{'f' * 5000}\n{LONDON}")
    said = sentence("board", "check", str(tmp_path / "large.toml"))
    assert "no number may be larger than 100000" in said


def more(table: str, key: str, value: str) -> tuple[str, str]:
    """A table that the file does not have yet, with one endless list."""
    return "[modules.powers]", f"[{table}]\n{key} = [{value}]\n[modules.powers]"


CROWDED = {
    "crossed_by": ("crossed_by = [", "crossed_by = [" + '"a2-c9", ' * 20_000),
    "sections twice": ("crossed_by = [", "crossed_by = [" + '"a2-c4", "c4-a2", ' * 20_000),
    "points": ("course = [", "course = [" + "[1, 1], " * 100_000),
    "keys": ("name = ", "".join(f"k{n} = 1\n" for n in range(80_000)) + "name = "),
    "rules": ("[modules.powers]", '[[mechanics]]\nrule = "x"\n' * 30_000 + "[modules.powers]"),
    "loop": more("loop", "path", '"a0", "a9", ' * 70_000),
    "stations": ('stations = """', 'stations = """\n' + ". " * 400_000),
    "districts": ('districts = """', 'districts = """\n' + "A B\n" * 200_000),
    "sites": ('stations = ["g1"', "stations = [" + '"z9", ' * 100_000 + '"g1"'),
    "cards": more("deck", "cards", '"a/joker", ' * 80_000),
    "suits": more("deck", "cards", ", ".join(f'"s{n}/joker"' for n in range(60_000))),
    "secondary districts": ("secondary_districts = [", "secondary_districts = [" + '"Z", ' * 150_000),
}


@pytest.mark.parametrize("kind", CROWDED)
def test_a_crowded_board_file_has_as_many_faults_told_as_can_be_read(kind: str, tmp_path: Path) -> None:
    old, new = CROWDED[kind]
    assert old in LONDON
    file = tmp_path / "crowded.toml"
    file.write_text(LONDON.replace(old, new, 1))
    assert file.stat().st_size < LARGEST_BOARD
    done = limited("board", "check", str(file))
    told = done.stderr.decode().splitlines()
    assert done.returncode == 2
    assert 1 <= len(told) <= 101
    assert all(line.startswith(f"{file}: ") and len(line) < 1000 for line in told)
