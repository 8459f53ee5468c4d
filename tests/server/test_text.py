"""Names and chat as they are kept: what shows nothing is nothing, and no character is cut in two."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.live import Player

from terminus.server.table.text import CODE_POINTS, NAME_LENGTH, STACK, clean, graphemes

Seat = Callable[[], Player]
FAMILY = "👩‍👩‍👧‍👦"
FLAG = "🇫🇷"
WAVE = "👋🏽"
PERSIAN = "علی\u200cرضا می\u200cروم"  # without the joint it is another word
NOTHING = [
    "",
    "   ",
    "\u3164",
    "\u2800\u2800",
    "\u115f\u1160 \uffa0",
    "\u200d",
    "\u200d\u200c\u200b\u2060\ufeff",
    "\u0301\u0308",
    "\ufe0f",
    "\u202e\u2066",
    "\u3164\u0301\u200d",
    "\u00ad\u034f",
    "\U000e0041",
    "\ud800",
    "\U0001d159",
    "\ufffc\U0001d159\ufe0f",
    "\U00013441\U00013442",
]


@pytest.mark.parametrize("name", NOTHING, ids=ascii)
def test_what_shows_nothing_is_nothing(name: str) -> None:
    assert clean(name, NAME_LENGTH) == ""


async def test_a_name_that_shows_nothing_is_no_name(seat: Seat) -> None:
    player = seat()
    await player.put("/api/me", {"name": "Ann"})
    assert (await player.put("/api/me", {"name": "\u3164"}))["name"] == ""
    game = (await player.post("/api/games", {"board": "london", "open": 1}))["game"]
    await seat().post(f"/api/games/{game}/join", {"name": "\u200d\u2800"})
    view = await player.get(f"/api/games/{game}")
    assert [there["name"] for there in view["seats"]] == ["", ""]


def test_what_people_write_is_kept() -> None:
    for text in (
        "Zoë 👩‍🚀 李",
        "Nguyễn",
        "שָׁלוֹם",
        "ก็ดี",
        "नमस्ते",
        "👁️‍🗨️",
        FAMILY,
        FLAG,
        WAVE,
        "O'Neill-Ω 3",
        PERSIAN,
    ):
        assert clean(text, NAME_LENGTH) == text
    assert clean("\ud800x\u2066y\u200bz", 24) == "xyz"
    assert json.dumps(clean("a\tb", 24)) == '"a b"'
    assert clean(" \u202eA\nb\x07 ", 24) == "A b"
    assert clean("e\u0301", 24) == "\u00e9", "one letter, however it was typed"
    assert clean("e\u200b\u0301", 24) == "\u00e9"
    assert clean("x \u0301y", 24) == "x y", "a mark stands on a letter"
    assert clean(f"{FAMILY}\u200d", 24) == FAMILY
    assert clean("\u200cعلی\u200c \u200cرضا\u200c", 24) == "علی رضا", "it stands between two letters"
    assert clean("م\u200cم\u200cم", 2) == "م\u200cم", "nor at the cut"


@pytest.mark.parametrize("one", ["x", "q\u0303", FLAG, WAVE, "ớ"])
def test_the_cut_falls_between_two_characters(one: str) -> None:
    assert clean(one * 30, NAME_LENGTH) == one * NAME_LENGTH


def test_a_long_one_is_not_cut_in_two_either() -> None:
    kept = clean(FAMILY * 30, NAME_LENGTH)
    assert set(graphemes(kept)) == {FAMILY}
    assert NAME_LENGTH * CODE_POINTS - len(FAMILY) < len(kept) <= NAME_LENGTH * CODE_POINTS


def test_marks_are_not_stacked_to_the_ceiling() -> None:
    assert clean("q" + "\u0324" * 500 + "r", NAME_LENGTH) == "q" + "\u0324" * STACK + "r"
    assert len(clean("Z" + "\u0300\u0324" * 100, NAME_LENGTH)) <= 1 + STACK


ODD = st.text(alphabet="ab م\u200c\u200d\u0301\u3164👩", max_size=40)


@given(st.text(max_size=80) | ODD, st.integers(1, 30))
def test_it_is_a_short_line_that_stays_as_it_is(text: str, length: int) -> None:
    line = clean(text, length)
    assert len(graphemes(line)) <= length
    assert len(line) <= length * CODE_POINTS
    assert line == line.strip()
    assert not set(line[:1] + line[-1:]) & {"\u200c", "\u200d"}
    assert "".join(graphemes(line)) == line
    assert clean(line, length) == line
    line.encode()
