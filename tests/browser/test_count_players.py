"""Two players with modules from paper, all by clicks: what was dealt, circles, what cannot be, who won."""

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.axe import faults
from tests.browser.test_count import at, enter, hop, signed, tap
from tests.record.test_sheets import drawn
from tests.strategies import played

from terminus.boards import board
from terminus.record.log import replay
from terminus.record.scores import score_file
from terminus.record.sheets import read_sheet
from terminus.rules.board import Board
from terminus.rules.table import Table

MODULES = ["objectives", "powers"]
NAMES = {
    "objectives": "Shared objectives",
    "powers": "Pencil powers",
    "specials": "Special stations",
    "gates": "City gates",
}
LINE, OTHER = "green", "pink"  # of which the first may circle a station
AIR = ("h9", "j9")  # two stations beside each other to which the line of the test does not come


def set_up(page: Page, start: dict[str, Any]) -> None:
    """The players and what lay on the table."""
    page.goto(f"/count?board={start['board']}")
    page.get_by_role("radio", name=str(len(start["seats"])), exact=True).check(force=True)
    for seat, name in enumerate(start["seats"]):
        page.locator(f"[data-name='{seat}']").fill(name)
        page.locator(f"[data-name='{seat}']").blur()
    for module in start["modules"]:
        page.get_by_role("switch", name=NAMES[module]).check(force=True)
    packs = {module: start[module] for module in start["modules"] if module in start}
    for module, dealt in packs.items():
        pack = page.locator(f"[data-pack={module}]")
        if isinstance(dealt, list):
            for thing in dealt:
                pack.locator(f"input[value={thing}]").click()
            for thing in dealt:
                expect(pack.locator(f"input[value={thing}]")).to_be_checked()
        else:
            for at, thing in dealt.items():
                pack.locator(f"[data-place={at}]").select_option(thing)
            for at, thing in dealt.items():
                expect(pack.locator(f"[data-place={at}]")).to_have_value(thing)
    page.locator("[data-setup] summary").click()


def hangs_in_the_air(page: Page, city: Board) -> str:
    """The pencil is put down there; what it draws is kept, taken back, and kept again."""
    a, b = AIR
    problem = page.locator("[data-problem=off-line]")
    for again in (True, False):
        tap(page, a)
        page.locator("[data-act=go-on]").click()
        at(page, city, a)
        tap(page, b)
        page.locator("[data-act=keep]").click()
        expect(problem).to_have_attribute("data-kept", "true")
        if again:
            problem.locator("[data-act=drop]").click()
            expect(problem).to_have_count(0)
    return f"{a}-{b}!"


def crosses(page: Page, table: Table, line: str, sheet: dict[str, list[str]]) -> str:
    """From a station of the line over another track: refused, and kept at once."""
    city = table.ruleset.board
    own = {cell for mark in sheet[line] if "-" in mark and not mark.endswith("!") for cell in mark.split("-")}
    for section in city.sections:
        for a, b in (section.ends, section.ends[::-1]):
            more = {**sheet, line: [*sheet[line], f"{a}-{b}"]}
            found = [
                one
                for one in read_sheet(table.ruleset, table.dealt, more).sheet.problems
                if not one.mark.insisted
            ]
            if a in own and b not in own and len(found) == 1 and found[0].refusal.rule == "R3.6":
                hop(page, city, a)
                tap(page, b)
                page.locator("[data-act=keep]").click()
                expect(page.locator("[data-problem=crosses]")).to_have_attribute("data-kept", "true")
                return f"{a}-{b}!"
    raise AssertionError("nothing crosses")


def test_two_players_with_modules_count_as_the_engine_says(page: Page) -> None:
    city = board("london")
    events = played(city, MODULES, random.Random(5), 2)
    table = replay(events)
    page.set_viewport_size({"width": 1280, "height": 1100})
    set_up(page, events[0])
    sheets = [drawn(position, random.Random(1)) for position in table.positions]
    enter(page, city, sheets[0])
    page.get_by_role("radio", name="P1").check(force=True)
    enter(page, city, sheets[1])
    page.get_by_role("radio", name="P0").check(force=True)
    page.locator(f"[data-pencil={LINE}]").click()
    marks = sheets[0][LINE]
    marks.append(hangs_in_the_air(page, city))
    marks.append(crosses(page, table, LINE, sheets[0]))
    log = [events[0], {"event": "sheets", "sheets": sheets}]
    true = score_file(replay(log))
    totals = [signed(seat["total"]) for seat in true["seats"]]
    expect(page.locator("[data-number=total]")).to_have_text(totals[0])
    expect(page.locator("[data-winners]")).to_have_attribute(
        "data-winners", ",".join(map(str, true["winners"]))
    )
    expect(page.locator(".standings tfoot td")).to_have_text(totals)
    swapped = {**events[0], "powers": {**events[0]["powers"], LINE: "switch", OTHER: "double-station"}}
    without_its_power(page, sheets)
    assert faults(page) == []
    page.locator("[data-act=save]").click()
    page.wait_for_url("**/t/*")
    game = page.url.rpartition("/")[2]
    log = [json.loads(line) for line in page.request.get(f"/api/games/{game}/log").text().splitlines()]
    again = score_file(replay([swapped, {"event": "sheets", "sheets": sheets}]))
    assert (score_file(replay(log))["seats"], log[0]["powers"]) == (again["seats"], swapped["powers"])


@pytest.mark.parametrize(
    ("name", "module", "dice"), [("london", "gates", 6), ("tokyo", "specials", 3), ("paris", "gates", 2)]
)
def test_every_module_counts_as_the_engine_says(page: Page, name: str, module: str, dice: int) -> None:
    city = board(name)
    events = played(city, ["objectives", module], random.Random(dice))
    page.set_viewport_size({"width": 1280, "height": 1100})
    set_up(page, events[0])
    sheet = drawn(replay(events).positions[0], random.Random(1))
    if module == "gates":
        assert gates_reached(city, sheet) > 1
    enter(page, city, sheet)
    true = score_file(replay(events))
    assert "objectives" in true["seats"][0]["extras"]
    expect(page.locator("[data-number=total]")).to_have_text(signed(true["seats"][0]["total"]))
    expect(page.locator("[data-problem]")).to_have_count(0)
    expect(page.locator("[data-points]")).to_have_text(signed(true["solo"]["score"]))


def gates_reached(city: Board, sheet: dict[str, list[str]]) -> int:
    """How many corners of the map its lines come to."""
    cells = {cell for marks in sheet.values() for mark in marks if "-" in mark for cell in mark.split("-")}
    return len({city.at[cell] for cell in cells} & {*city.corners})


def without_its_power(page: Page, sheets: list[dict[str, list[str]]]) -> None:
    """The pencil had another power after all: its circles cannot be; one is insisted on, one taken back."""
    page.locator("[data-setup] summary").click()
    page.locator(f"[data-pack=powers] [data-place={LINE}]").select_option("switch")
    expect(page.locator(f"[data-pack=powers] [data-place={OTHER}]")).to_have_value("double-station")
    open_ones, save = page.locator("[data-kept=false]"), page.locator("[data-act=save]")
    expect(open_ones).to_have_count(1)
    open_ones.locator("[data-act=drop]").click()
    expect(open_ones).to_have_count(0)
    page.locator("[data-act=undo]").click()
    expect(open_ones).to_have_count(1)
    open_ones.locator("[data-act=insist]").click()
    expect(open_ones).to_have_count(0)
    expect(save).to_be_disabled()  # the other sheet has one too
    page.get_by_role("radio", name="P1").check(force=True)
    open_ones.locator("[data-act=drop]").click()
    expect(save).to_be_enabled()
    for sheet, sign in zip(sheets, ("!", None), strict=True):
        (circle,) = [mark for mark in sheet[LINE] if mark.startswith("circle ")]
        sheet[LINE].remove(circle)
        sheet[LINE] += [circle + sign] if sign else []
