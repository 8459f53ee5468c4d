"""Counting a game from paper by clicks only: the engine's score, nothing lost by a reload, a game to keep."""

import json
import random

import pytest
from playwright.sync_api import Page, expect
from tests.browser.axe import faults
from tests.record.test_sheets import drawn
from tests.strategies import played

from terminus.boards import board
from terminus.record.log import replay
from terminus.rules.board import Board
from terminus.rules.score import score, total


def tree(city: Board, line: str, marks: list[str]) -> list[tuple[str, str]]:
    """The line's sections as somebody follows them, each from a station that is reached already."""
    ends = [mark.partition("-") for mark in marks]
    at, left = {city.departures[city.lines.index(line)]}, [city.names[a, b] for a, _, b in ends]
    found = []
    while left:
        section = next(s for s in map(city.sections.__getitem__, left) if s.a in at or s.b in at)
        start = section.a if section.a in at else section.b
        at.add(section.other(start))
        left.remove(section.id)
        a, b = section.ends
        found.append((a, b) if start == section.a else (b, a))
    return found


def place(page: Page, cell: str) -> tuple[float, float]:
    """Where the station is on the screen."""
    svg = page.locator(".drawing svg.sheet")
    svg.scroll_into_view_if_needed()
    spot: tuple[float, float] = svg.evaluate(
        """(svg, [x, y]) => {
            const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
            return [at.x, at.y];
        }""",
        [ord(cell[0]) - ord("a"), int(cell[1:])],
    )
    return spot


def tap(page: Page, cell: str) -> None:
    page.mouse.click(*place(page, cell))


def at(page: Page, city: Board, cell: str) -> None:
    expect(page.locator(f"[data-at='{city.stations[city.at[cell]].cell}']")).to_be_attached()


def signed(points: int) -> str:
    return f"−{-points}" if points < 0 else str(points)


def enter(page: Page, city: Board, texts: dict[str, list[str]]) -> None:
    for line, marks in texts.items():
        page.locator(f"[data-pencil={line}]").click()
        here = city.stations[city.departures[city.lines.index(line)]].cell
        for a, b in tree(city, line, [mark for mark in marks if "-" in mark]):
            if city.at[a] != city.at[here]:
                hop(page, city, a)
            tap(page, b)
            chosen = page.locator(f"[data-way='{a}-{b}']")
            if chosen.count():
                chosen.click()
            at(page, city, b)
            here = b
        for mark in marks:
            if mark.startswith("circle "):
                page.locator("[data-act=circle]").click()
                tap(page, mark.removeprefix("circle "))
                page.locator("[data-act=circle]").click()


def hop(page: Page, city: Board, a: str) -> None:
    """Back to a station of the line; a tap there takes the pencil along."""
    tap(page, a)
    at(page, city, a)
    page.wait_for_load_state("networkidle")
    page.keyboard.press("Escape")


@pytest.mark.parametrize("name", ["london", "tokyo", "paris"])
def test_a_paper_game_is_entered_by_clicks_and_counts_as_the_engine_says(page: Page, name: str) -> None:
    city = board(name)
    position = replay(played(city, (), random.Random(5))).positions[0]
    page.set_viewport_size({"width": 1280, "height": 1100})
    page.goto(f"/count?board={name}")
    expect(page.locator("[data-do]").first).to_be_attached()  # the first answer is there
    page.locator("[data-setup] summary").click()
    expect(page.locator("[data-setup] .setup")).to_be_hidden()
    page.evaluate("window.scrollTo(0, 0)")
    enter(page, city, drawn(position, random.Random(1)))
    expect(page.locator("[data-number=total]")).to_have_text(signed(total(score(position))))
    expect(page.locator("[data-problem]")).to_have_count(0)
    page.reload()
    expect(page.locator("[data-number=total]")).to_have_text(signed(total(score(position))))
    assert faults(page) == []
    page.locator("[data-act=save]").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("[data-paper]")).to_be_visible()


def kept(page: Page, city: str) -> dict[str, list[str]]:
    """What this browser keeps of the first sheet."""
    found = json.loads(page.evaluate(f"localStorage.getItem('terminus-sheets-{city}')"))
    lines: dict[str, list[str]] = found["game"]["seats"][0]["lines"]
    return lines


@pytest.mark.parametrize("steps", [3, 20])  # a quick finger and a slow one
def test_a_whole_line_is_drawn_in_one_drag(page: Page, steps: int) -> None:
    city = board("london")
    page.set_viewport_size({"width": 1280, "height": 1100})
    page.goto("/count?board=london")
    page.locator("[data-setup] summary").click()
    expect(page.locator("[data-do]").first).to_be_attached()
    here = city.stations[city.departures[0]].cell
    way = walk(city, here)
    page.mouse.move(*place(page, here))
    page.mouse.down()
    for cell in way:
        page.mouse.move(*place(page, cell), steps=steps)
    page.mouse.up()
    at(page, city, way[-1])
    line = city.lines[0]
    assert kept(page, "london")[line] == [f"{a}-{b}" for a, b in zip([here, *way], way, strict=False)]


def test_a_drag_that_was_cut_short_draws_nothing_with_another_pencil(page: Page) -> None:
    """The finger came over a station that only the other line can reach."""
    city = board("london")
    page.goto("/count?board=london")
    page.locator("[data-setup] summary").click()
    expect(page.locator("[data-do]").first).to_be_attached()
    here, other = (city.stations[station].cell for station in city.departures[:2])
    page.mouse.move(*place(page, here))
    page.mouse.down()
    page.mouse.move(*place(page, walk(city, other)[0]), steps=5)
    page.locator(".surface").dispatch_event("pointercancel")  # as when the page begins to scroll
    page.mouse.up()
    page.locator(f"[data-pencil='{city.lines[1]}']").click()
    expect(page.locator(f"[data-at='{other}']")).to_be_attached()
    page.wait_for_timeout(200)
    assert city.lines[1] not in kept(page, "london")


def walk(city: Board, here: str) -> list[str]:
    """Six stations one after the other, none of them twice."""
    way = [here]
    while len(way) < 7:
        ends = [section.ends for section in city.sections if way[-1] in section.ends]
        ways = [b if a == way[-1] else a for a, b in ends]
        way.append(next(cell for cell in ways if cell not in way))
    return way[1:]


def test_a_line_is_followed_by_keys_alone(page: Page) -> None:
    page.goto("/count?board=london")
    page.locator(".drawing [data-do]").first.focus()
    for drawn_so_far in (1, 2, 3):
        page.keyboard.press("Enter")
        page.wait_for_function(
            """(many) => {
                const [seat] = JSON.parse(localStorage.getItem('terminus-sheets-london')).game.seats;
                const on = document.activeElement.getAttribute('data-do');
                return Object.values(seat.lines).flat().length === many && on;
            }""",
            arg=drawn_so_far,
        )
