"""Logs and boards that somebody wrote to do harm: good ones, changed in every way that we could think of.

All ways but one work on text, so that they serve logs and boards alike. The same seed and number make the
same file.
"""

from __future__ import annotations

import json
import random
import re
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.sealed import sealed_log
from tests.strategies import played

from terminus.boards import own_board, shipped_document

from .logs import TAMPERINGS

ROOT = Path(__file__).parents[2]
GOLDEN, CORPUS = ROOT / "tests" / "golden", ROOT / "tests" / "corpus" / "edition-1.zip"
SHEETS = GOLDEN / "counted" / "london-powers-3p-1.jsonl"
BOARDS = ROOT / "src" / "terminus" / "boards"
SEALED = (("london", ("powers",), 2), ("tokyo", ("objectives", "gates"), 1), ("paris", ("specials",), 4))
OFTEN = 20  # for there are few sealed ones, and few of a city of one's own or of sheets from paper
TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?|[A-Za-z_]+|[\[\]{}:,=]')
LARGEST = 40_000_000  # characters: more than is read
BOARD_SHARE = 0.3
MORE = 0.3  # how often a file is changed in one more way

FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
LETTERS = (
    "\x00", "\x07", "\x1b[2J", "\x1b]0;x\x07", "\x9b31m", "\r", "\x0c", "\x85", "\u2028", "\u202e",
    "\u2066", "\u200f", "\ufeff", "\u200d", "\ufffe", "\U000e0041", "e\u0301\u0301", FAMILY, "\u00b2",
    "\u0663", "\ufdfa", "[", "]", "{", "}", '"', "'", "\\", "\\ud800", "\\u0000", "\\u202e", "#", "=",
    "-", "\t", "\n", "\n\n", " ",
)  # fmt: skip
TEXTS = (
    "", "a", "\u00b2", "a0", "z9", "a\u00b2", "a99999999999999999999", "d2-d1", "use joker", "circle f3",
    "skip", "london", "../london", "/dev/zero", "nul\x00", "\x1b[31mred", "\u202eevil", "\u2066x", "{name}",
    "{", "{0.__class__}", "%s", "[red]x[/red]", "[/]", "[link=x]", "<svg onload=x>", "&amp;]]>", "\ud800",
    "\r\n", "done", "terminus/2", "every-ray", "street/switch", "street/joker", "a" * 100_000, "a-" * 50_000,
    FAMILY * 999, "\u0301" * 999, '"' * 50_000,
)  # fmt: skip
NUMBERS = (
    "-1", "0", "1", "2", "4", "5", "9", "255", "65536", "4294967296", "18446744073709551616", "-0.0", "1.5",
    "1e308", "1e999", "NaN", "Infinity", "-inf", "0x41", "1_000", "1979-05-27", "9" * 4000, "9" * 5000,
    "0x" + "f" * 4000,
)  # fmt: skip
OTHERS = ("null", "true", "false", "[]", "{}", "[[]]", "[null]", "[[],{}]", '{"a":[1]}', "{a=1}", ",", "")
Way = Callable[[str, random.Random], str | bytes]


@dataclass(frozen=True)
class Hostile:
    way: str
    ending: str
    content: bytes


def hostile(number: int, seed: int) -> Hostile:
    """One of them."""
    rng = random.Random(f"{seed} {number}")
    ending, good = (".toml", boards()) if rng.random() < BOARD_SHARE else (".jsonl", logs())
    way, content = rng.choice(WAYS), rng.choice(good)
    if rng.random() < MORE:
        content = _text(rng.choice(WAYS)(content, rng))
    changed = way(content, rng)
    data = changed.encode("utf-8", "surrogatepass") if isinstance(changed, str) else changed
    return Hostile(way.__name__, ending, data[:LARGEST])


@cache
def logs() -> list[str]:
    """Good ones, refused ones, stored ones and sealed ones; those that carry a city or have sheets."""
    found = [_text(file.read_bytes()) for file in sorted(GOLDEN.rglob("*.jsonl"))]
    with zipfile.ZipFile(CORPUS) as stored:
        found += [_text(stored.read(name)) for name in stored.namelist()]
    made = [sealed_log(1, city, modules, seats) for city, modules, seats in SEALED]
    edo = own_board({**shipped_document("tokyo"), "name": "Edo"})
    made.append([dict(event) for event in played(edo, ("objectives",), random.Random(3), seats=2)])
    seldom = ["".join(json.dumps(event) + "\n" for event in events) for events in made]
    return found + OFTEN * [*seldom, _text(SHEETS.read_bytes())]


@cache
def boards() -> list[str]:
    return [file.read_text(encoding="utf-8") for file in sorted(BOARDS.glob("*.toml"))]


def _text(content: str | bytes) -> str:
    return content if isinstance(content, str) else content.decode("utf-8", "replace")


def _many(rng: random.Random, most: float = 5.0) -> int:
    """Of any order of magnitude."""
    return int(10 ** rng.uniform(0.5, most))


# -- the ways ----------------------------------------------------------------------------------


def bytes_flipped(text: str, rng: random.Random) -> bytes:
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    for _ in range(rng.choice((1, 1, 2, 5, 20)) if data else 0):
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)


def lines_moved(text: str, rng: random.Random) -> str:
    """Lost, doubled, exchanged or elsewhere."""
    lines = text.splitlines(keepends=True) or [""]
    for _ in range(rng.randint(1, 3)):
        one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.randrange(4):
            case 0 if len(lines) > 1:
                lines.pop(one)
            case 1:
                lines.insert(other, lines[one])
            case 2:
                lines[one], lines[other] = lines[other], lines[one]
            case _:
                lines.insert(other, lines.pop(one))
    return "".join(lines)


def cut(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[at:] if rng.random() < 0.2 else text[:at]


def spliced(text: str, rng: random.Random) -> str:
    """The beginning of one and the end of another."""
    lines = text.splitlines(keepends=True) or [""]
    others = rng.choice(rng.choice((logs(), logs(), boards()))).splitlines(keepends=True) or [""]
    return "".join(lines[: rng.randrange(len(lines))] + others[rng.randrange(len(others)) :])


def letters_added(text: str, rng: random.Random) -> str:
    for _ in range(rng.randint(1, 5)):
        at = rng.randrange(len(text) + 1)
        text = text[:at] + rng.choice(LETTERS) + text[at:]
    return text


def values_changed(text: str, rng: random.Random) -> str:
    """Of another type, far too large, or not what it should be."""
    for _ in range(rng.randint(1, 3)):
        text = _instead(text, rng, _odd(rng))
    return text


def values_exchanged(text: str, rng: random.Random) -> str:
    """Each fits where it stands, and was not there before."""
    for _ in range(rng.randint(1, 3)):
        tokens = [found[0] for found in TOKEN.finditer(text)] or ["0"]
        text = _instead(text, rng, rng.choice(tokens), alike=True)
    return text


def keys_added(text: str, rng: random.Random) -> str:
    """Unknown ones, and known ones twice."""
    key = rng.choice((*re.findall(r"\w+", text)[:99], "x"))
    lines = text.splitlines(keepends=True) or [""]
    at = rng.randrange(len(lines))
    value = _odd(rng)
    line = f'{{"{key}": {value}, {lines[at][1:]}' if lines[at][:1] == "{" else f"{key} = {value}\n{lines[at]}"
    return "".join([*lines[:at], line, *lines[at + 1 :]])


def nested(text: str, rng: random.Random) -> str:
    """Deeper than anything that reads it by calling itself."""
    deep = _many(rng)
    begin, end = rng.choice((("[", "]"), ("[", ""), ('{"a":', "}"), ("{a=", "}")))
    inside = f"{begin * deep}1{end * deep}"
    return f"{text}\n[a{'.a' * deep}]\n" if rng.random() < 0.2 else _instead(text, rng, inside)


def repeated(text: str, rng: random.Random) -> str:
    """One thing in a list, or one line, far too often."""
    times = _many(rng, 5.5)
    if rng.random() < 0.5 and (found := _any_token(text, rng)):
        again = f", {found[0]}" * min(times, LARGEST // (len(found[0]) + 2))
        return text[: found.end()] + again + text[found.end() :]
    lines = text.splitlines(keepends=True) or [""]
    at = rng.randrange(len(lines))
    return "".join([*lines[:at], lines[at] * min(times, LARGEST // (len(lines[at]) + 1)), *lines[at:]])


def numbered(text: str, rng: random.Random) -> str:
    """The same, and no two alike."""
    times = _many(rng, 5.3)
    if text[:1] == "{":
        lines = text.splitlines(keepends=True)
        more = "".join(f'{{"event": "x{n}", "k{n}": {n}}}\n' for n in range(times))
        return lines[0] + more + "".join(lines[1:])
    if rng.random() < 0.5 or not (found := _any_token(text, rng)):
        return "".join(f"k{n} = {n}\n" for n in range(times)) + text
    again = "".join(f', "{chr(97 + n % 26)}{n}"' for n in range(times))
    return text[: found.end()] + again + text[found.end() :]


def encoded(text: str, rng: random.Random) -> bytes:
    """In another code, or with other ends of lines."""
    end = rng.choice(("\n", "\r\n", "\r", "\u2028", "\x0c", "\x00\n", "\n" * 1000))
    code = rng.choice(("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "latin-1", "cp037", "utf-7"))
    return text.replace("\n", end).encode(code, "replace")


def tampered(text: str, rng: random.Random) -> str:
    """A card, a seal or a contribution of a sealed game; elsewhere some value."""
    try:
        events = [json.loads(line) for line in text.splitlines()]
        rng.choice(TAMPERINGS)(events, rng)
    except (ValueError, LookupError, TypeError, RecursionError):
        return values_exchanged(text, rng)
    return "".join(json.dumps(event) + "\n" for event in events)


WAYS: tuple[Way, ...] = (
    bytes_flipped, lines_moved, cut, spliced, letters_added, values_changed, values_changed, values_exchanged,
    values_exchanged, keys_added, nested, repeated, numbered, encoded, tampered,
)  # fmt: skip


def _any_token(text: str, rng: random.Random) -> re.Match[str] | None:
    return TOKEN.search(text, rng.randrange(len(text) + 1))


def _instead(text: str, rng: random.Random, new: str, alike: bool = False) -> str:
    """`new` in the place of something; of something like it, if there is any."""
    for _ in range(50 if alike else 1):
        found = _any_token(text, rng)
        if found and not (alike and (found[0][0].isalnum(), found[0][0]) != (new[0].isalnum(), new[0])):
            return text[: found.start()] + new + text[found.end() :]
    return text


def _odd(rng: random.Random) -> str:
    match rng.randrange(3):
        case 0:
            return json.dumps(rng.choice(TEXTS), ensure_ascii=rng.random() < 0.5)
        case 1:
            return rng.choice(NUMBERS)
    return rng.choice(OTHERS)
