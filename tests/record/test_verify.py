"""Whatever is changed in what a sealed log says of its shuffles, it no longer verifies; nor does the program
in docs/fairness.md, which shares no code with ours, let it pass."""

import ast
import copy
import json
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.sealed import Events, sealed_log
from tests.strategies import played

from terminus.boards import board
from terminus.record.seals import Shuffle
from terminus.record.verify import Broken, verify
from terminus.rules.errors import BadLog

DOCUMENT = Path(__file__).parents[2] / "docs" / "fairness.md"
GAMES = (
    ("london", ("objectives", "powers"), 1),
    ("tokyo", ("objectives", "specials"), 3),
    ("paris", ("gates",), 4),
    ("london", (), 2),
)
SHUFFLING = ("seal", "contribution", "opening", "special", "flip")
LOGS = [sealed_log(seed, *game) for seed, game in enumerate(GAMES)]


def verified(log: Events) -> int:
    return verify(enumerate(log, 1))


def imports_of(program: str) -> Iterator[str]:
    """The modules that a program brings in, by whatever way."""
    for node in ast.walk(ast.parse(program)):
        match node:
            case ast.Import():
                yield from (alias.name for alias in node.names)
            case ast.ImportFrom():
                yield f"{'.' * node.level}{node.module or ''}"
            case ast.Name(id="__import__" | "exec" | "eval" | "compile"):
                yield node.id


def test_no_import_is_overlooked() -> None:
    program = "import json, os.path as p\ndef f():\n    from .terminus import x\n    __import__('y')"
    assert sorted(imports_of(program)) == [".terminus", "__import__", "json", "os.path"]


@pytest.fixture(scope="session")
def verifier() -> Callable[[Path], int]:
    """The document's own program; the exit code that it gives a log."""
    found = re.search(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    program = found[1]
    assert set(imports_of(program)) == {"hashlib", "hmac", "json", "sys"}

    def run(log: Path) -> int:
        """With the standard library and nothing beside it: none of ours can be found."""
        done = subprocess.run([sys.executable, "-I", "-S", "-c", program, str(log)], capture_output=True)
        return done.returncode

    return run


@pytest.mark.parametrize("log", LOGS)
def test_a_whole_game_is_proven(log: Events, verifier: Callable[[Path], int], tmp_path: Path) -> None:
    assert verified(log) == 4
    assert verifier(written(tmp_path, log)) == 0


def written(folder: Path, log: Events) -> Path:
    file = folder / "log.jsonl"
    file.write_text("".join(json.dumps(event) + "\n" for event in log))
    return file


@pytest.mark.parametrize("log", LOGS)
def test_a_log_may_stop_anywhere_and_says_how_far_it_is_proven(log: Events) -> None:
    far = -1
    for length in range(2, len(log) + 1):
        far += log[length - 1]["event"] == "opening"
        assert verified(log[:length]) == far


def without_keys(log: Events) -> Events:
    """As logs were before they named the keys of their shuffles."""
    return [{name: value for name, value in event.items() if name != "key"} for event in log]


@pytest.mark.parametrize("log", LOGS)
def test_a_log_from_before_keys_were_named_is_proven(
    log: Events, verifier: Callable[[Path], int], tmp_path: Path
) -> None:
    assert verified(without_keys(log)) == 4
    assert verifier(written(tmp_path, without_keys(log))) == 0


def test_keys_that_mean_nothing_where_they_stand_are_passed_over(
    verifier: Callable[[Path], int], tmp_path: Path
) -> None:
    more = [
        {**event, "value": 255} if event["event"] in ("flip", "special", "turn", "end") else event
        for event in LOGS[0]
    ]
    assert verified(more) == 4
    assert verifier(written(tmp_path, more)) == 0


def test_a_contribution_is_missed_although_the_same_would_follow(
    verifier: Callable[[Path], int], tmp_path: Path
) -> None:
    """Of 24 orders of the pencils one in 24 is the same by chance."""
    log = sealed_log(7, "london", (), 1)
    contribution = next(event for event in log if event["event"] == "contribution" and event["round"] == 0)
    secret = next(event["secret"] for event in log if event["event"] == "opening")
    for byte in range(256):
        contribution["value"] = f"{byte:02x}" * 16
        shuffle = Shuffle(log[0]["game"], 0, secret, {0: contribution["value"]})
        if shuffle.order("pencils", log[0]["pencils"][0]) == log[0]["pencils"][0]:
            break
    else:
        raise AssertionError("no other contribution deals the same")
    with pytest.raises(Broken):
        verified(log)
    assert verifier(written(tmp_path, log)) == 1


# -- tampering -------------------------------------------------------------------------------------


def other_sign(text: str, rng: random.Random) -> str:
    place = rng.randrange(len(text))
    return text[:place] + rng.choice([s for s in "0123456789abcdef" if s != text[place]]) + text[place + 1 :]


def of_kind(log: Events, kind: str, rng: random.Random) -> dict[str, Any]:
    return rng.choice([event for event in log if event["event"] == kind])


def one_seal(log: Events, rng: random.Random) -> None:
    event = of_kind(log, "seal", rng)
    event["seal"] = other_sign(event["seal"], rng)


def one_secret(log: Events, rng: random.Random) -> None:
    event = of_kind(log, "opening", rng)
    event["secret"] = other_sign(event["secret"], rng)


def one_contribution(log: Events, rng: random.Random) -> None:
    event = of_kind(log, "contribution", rng)
    event["value"] = other_sign(event["value"], rng)


def no_contribution(log: Events, rng: random.Random) -> None:
    log.remove(of_kind(log, "contribution", rng))


def another_contribution(log: Events, rng: random.Random) -> None:
    """Of a seat that gave none, or once more of one that did."""
    event = of_kind(log, "contribution", rng)
    again = {**event, "value": "ab" * 16, "seat": rng.randrange(4)}
    log.insert(log.index(event) + rng.randint(0, 1), again)


def one_card(log: Events, rng: random.Random) -> None:
    """Another card that the round has left, or two cards changed."""
    flip = of_kind(log, "flip", rng)
    cards = [card for e in log if e["event"] == "flip" and e["round"] == flip["round"] for card in e["cards"]]
    place = rng.randrange(len(flip["cards"]))
    left = [card for card in board("london").deck.cards if card not in cards]
    flip["cards"][place] = rng.choice([card for card in [*left, *cards] if card != flip["cards"][place]])


def one_pencil(log: Events, rng: random.Random) -> None:
    row = rng.choice(log[0]["pencils"])
    one, other = rng.sample(range(4), 2)
    row[one], row[other] = row[other], row[one]


def all_pencils(log: Events, rng: random.Random) -> None:
    """Another deal that the rules allow: everybody's pencils one further, or two colours changed."""
    one, other = rng.sample(log[0]["pencils"][0], 2)
    change = {one: other, other: one}
    log[0]["pencils"] = [[change.get(line, line) for line in row] for row in log[0]["pencils"]]


def what_was_dealt(log: Events, rng: random.Random) -> None:
    start = log[0]
    if "objectives" in start:
        start["objectives"].reverse()
    for module in {"powers", "gates"} & set(start):
        one, other = rng.sample(sorted(start[module]), 2)
        start[module][one], start[module][other] = start[module][other], start[module][one]


def a_special(log: Events, rng: random.Random) -> None:
    one, other = rng.sample([event for event in log if event["event"] == "special"] or [{}, {}], 2)
    if one:
        key = rng.choice(["symbol", "effect"])
        one[key], other[key] = other[key], one[key]


def the_name(log: Events, rng: random.Random) -> None:
    log[0]["game"] += "x"


def a_line_less(log: Events, rng: random.Random) -> None:
    log.remove(of_kind(log, rng.choice(["seal", "opening"]), rng))


def a_line_twice(log: Events, rng: random.Random) -> None:
    event = of_kind(log, rng.choice(["seal", "opening", "contribution"]), rng)
    log.insert(log.index(event), dict(event))


def two_lines_changed(log: Events, rng: random.Random) -> None:
    """Neighbours among the lines that speak of shuffles, but for turns between them."""
    places = [n for n, event in enumerate(log) if event["event"] in SHUFFLING]
    at = rng.randrange(len(places) - 1)
    one, other = places[at], places[at + 1]
    log[one], log[other] = log[other], log[one]


def another_round(log: Events, rng: random.Random) -> None:
    event = of_kind(log, rng.choice(SHUFFLING[:3]), rng)
    event["round"] = rng.choice([n for n in range(-1, 6) if n != event["round"]])


TAMPERING = [
    one_seal, one_secret, one_contribution, no_contribution, another_contribution, one_card, one_pencil,
    all_pencils, what_was_dealt, a_special, the_name, a_line_less, a_line_twice, two_lines_changed,
    another_round,
]  # fmt: skip


def tampered(change: Callable[[Events, random.Random], None], times: int) -> Iterator[Events]:
    for seed in range(times):
        log = LOGS[seed % len(LOGS)]
        changed = copy.deepcopy(log)
        change(changed, random.Random(seed))
        if changed != log:
            yield changed


@pytest.mark.parametrize("change", TAMPERING, ids=lambda change: change.__name__)
def test_whatever_is_changed_it_no_longer_verifies(change: Callable[[Events, random.Random], None]) -> None:
    tried = 0
    for log in tampered(change, 100):
        tried += 1
        with pytest.raises(Broken) as broken:
            verified(log)
        assert 1 <= broken.value.line <= len(log)
    assert tried >= 25


@pytest.mark.parametrize("change", TAMPERING, ids=lambda change: change.__name__)
def test_nor_does_the_documents_own_program_let_it_pass(
    change: Callable[[Events, random.Random], None], verifier: Callable[[Path], int], tmp_path: Path
) -> None:
    for log in tampered(change, 4):
        assert verifier(written(tmp_path, log)) == 1, log


def test_where_it_breaks_is_the_line_that_was_changed() -> None:
    log = copy.deepcopy(LOGS[3])
    place = [n for n, event in enumerate(log) if event["event"] == "opening"][2]
    log[place]["secret"] = "00" * 32
    with pytest.raises(Broken, match=rf"line {place + 1}: this secret is not the one that was sealed"):
        verified(log)
    log = copy.deepcopy(LOGS[3])
    log[0]["pencils"] = [row[1:] + row[:1] for row in log[0]["pencils"]]
    with pytest.raises(Broken, match="line 1: pencils do not follow"):
        verified(log)


def test_a_log_without_seals_says_so() -> None:
    log = played(board("london"), (), random.Random(1))
    for unsealed in (log, log[:1], [{**log[0], "game": "x"}], [{**log[0], "game": "x"}, *log[1:]]):
        with pytest.raises(Broken, match="not sealed"):
            verified(unsealed)


def test_no_log_is_no_proof() -> None:
    with pytest.raises(BadLog, match="no start event"):
        verified([])


ODD: list[dict[str, Any]] = [
    {"event": kind, **rest}
    for kind in ("seal", "contribution", "opening")
    for rest in (
        {},
        {"round": "0"},
        {"round": True},
        {"round": 0, "seal": 3, "secret": [], "value": {}, "seat": 1.0},
        {"round": 0, "seal": "é" * 64, "secret": "é" * 64, "value": "é" * 32, "seat": 0},
        {"round": 0, "seal": "AB" * 32, "secret": "AB" * 32, "value": "AB" * 16, "seat": -1},
        {"round": 10**30, "seat": 10**30},
    )
]


@pytest.mark.parametrize("odd", ODD, ids=str)
def test_odd_values_break_it_in_words(odd: dict[str, Any]) -> None:
    for place in range(1, 9):
        with pytest.raises(Broken):
            verified([*LOGS[1][:place], odd, *LOGS[1][place:]])
