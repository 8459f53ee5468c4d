"""Anybody's board is printed: with its own deck and figures, and whatever it calls itself is only text."""

import time
import tomllib
from importlib import resources
from typing import Any

import pytest
from tests.boards.toml import dump
from tests.drawing.print import SHEETS, bare, pages, print_of

from terminus.boards import load_board
from terminus.boards.own import made_before
from terminus.drawing.paper import press
from terminus.drawing.paper.wording import tame
from terminus.rules.board import Board
from terminus.rules.errors import BadBoard, BadSetup

TOY = tomllib.loads(resources.files("terminus.boards").joinpath("toy.toml").read_text("utf-8"))
LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"


def toy(**changes: Any) -> Board:
    return load_board(dump({**TOY, **changes}).replace("SUBWAY", "🚇"), "toy")


@pytest.mark.parametrize(
    "name",
    [
        '#panic("x") *b* _i_ $y$ @r <l> // c',
        "</svg><script>alert(1)</script>",
        '#read("/etc/passwd") {braces} {city}',
        '"}, "sheet": null, \\u0000 \\n',
    ],
)
def test_a_name_is_only_ever_text(name: str) -> None:
    made = pages(print_of(toy(name=name, note=name)))
    for page in made[:3]:
        assert bare(tame(name)) in bare(page.extract_text())
    assert len(made) > SHEETS


@pytest.mark.parametrize("name", [LONG, "word " * 16, "漢字とかな", "ع ברית", "SUBWAY"])
def test_whatever_it_is_called_stays_on_the_page(name: str) -> None:
    stays_on_the_page(toy(name=name))


@pytest.mark.parametrize("name", [" ", "\n\t\n"])
def test_a_board_that_was_made_without_a_name_is_printed(name: str) -> None:
    stays_on_the_page(made_before({**TOY, "name": name}))


def stays_on_the_page(board: Board) -> None:
    page = pages(print_of(board))[1]
    assert all(char["x0"] >= 0 and char["x1"] <= page.width for char in page.chars)


def test_a_name_that_fills_pages_is_no_name() -> None:
    with pytest.raises(BadBoard, match="name: a text has at most 80 characters here"):
        toy(name="word " * 5000)


def test_what_cannot_be_seen_is_left_out_and_long_words_can_break() -> None:
    assert tame("a\u202eb\x07c\u2028d") == "a b c d"
    assert max(map(len, tame(LONG, 200).split("\u200b"))) <= 12
    assert len(tame("x " * 9999)) <= 40


def test_lines_objectives_and_suits_may_have_any_name() -> None:
    lines = ["#let", "*", LONG, "<b>"]
    goals = {LONG: {"predicate": "tagged-stations", "tag": "#panic()" * 10, "stations": 99999}}
    goals["-"] = {"predicate": "every-district"}
    city = toy(
        lines=lines,
        departures=dict(zip(lines, ("b1", "d1", "b3", "e2"), strict=True)),
        modules={"objectives": {"drawn": 1, "points_each": -99999, "objectives": goals}},
        deck={"cards": ["underwater/circle", f"{LONG[1:30].replace('ä', 'a')}/joker"], "round_ends": "empty"},
    )
    text = bare("".join(page.extract_text() for page in pages(print_of(city))))
    assert "#panic()" in text
    assert "UNDERWATER" in text
    assert "Aroundisoverwhenallcardswereturned." in text


def test_the_figures_are_those_of_the_board() -> None:
    mechanics = [
        {"rule": "switch", "from_turn": 4},
        {"rule": "route"},
        {"rule": "section-bonus", "tag": "river", "points_each": 37},
        {"rule": "tourist", "boxes": [0, 41, 43, 47]},
        {"rule": "interchanges", "values": {"2": 53, "3": 59}},
    ]
    made = pages(print_of(toy(mechanics=mechanics, solo={"ratings": [61, 67, 71, 73, 79]})))
    summary, sheet = made[0].extract_text(), made[1].extract_text()
    for figure in (41, 43, 47, 53, 59, 61, 67, 71, 73, 79):
        assert str(figure) in summary.split()
        assert str(figure) in sheet.split()
    assert "+37" in summary
    assert "before turn 4" in summary


def test_a_board_without_modules_has_no_cards_of_them() -> None:
    made = pages(print_of(toy(modules={})))
    assert len(made) == SHEETS + 4
    assert "Pencil powers" not in made[0].extract_text()


def test_the_largest_board_is_printed_in_bounded_time_and_size() -> None:
    side = 26
    row = " ".join("CSTP"[i % 4] for i in range(side))
    grids = {"stations": f"{row}\n" * side, "districts": f"{' '.join('A' * side)}\n" * side}
    places = {"departures": {"red": "a0", "gold": "z0", "teal": "a25", "grey": "z25"}, "river": {}}
    mechanics = [{"rule": "route"}, {"rule": "stamps", "values": {"A": 5}}]
    begun = time.perf_counter()
    rest = {"mechanics": mechanics, "tourist_sites": {"stations": []}, "modules": {}, "central_district": "A"}
    made = print_of(made_before({**TOY, **grids, **places, **rest}))
    assert time.perf_counter() - begun < 20
    assert len(made) < 2_000_000


def test_too_many_cards_are_refused_in_words() -> None:
    goals = {f"goal-{i}": {"predicate": "every-district"} for i in range(100)}
    city = toy(modules={"objectives": {"drawn": 2, "points_each": 1, "objectives": goals}})
    with pytest.raises(BadSetup, match="this board has 111 cards, and at most 90 can be printed"):
        print_of(city)


def test_what_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(press, "SECONDS", 0.01)
    with pytest.raises(BadSetup, match=r"not ready after 0\.01 s"):
        print_of(toy())


def test_what_fails_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(press, "_templates", lambda: {"main": "#panic()"})
    with pytest.raises(BadSetup, match="the print could not be made") as refused:
        print_of(toy())
    assert "\n" not in str(refused.value)
