"""Two players with modules from paper, all by clicks: what was dealt, circles, what cannot be, who won."""

import json
import random
from typing import Any

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
LINE, OTHER = "green", "pink"  # of which the first may circle a station
AIR = ("h9", "j9")  # two stations beside each other to which the line of the test does not come


def set_up(page: Page, start: dict[str, Any]) -> None:
    """The players and what lay on the table."""
    page.goto("/count?board=london")
    page.get_by_role("radio", name="2", exact=True).check(force=True)
    for seat, name in enumerate(start["seats"]):
        page.locator(f"[data-name='{seat}']").fill(name)
        page.locator(f"[data-name='{seat}']").blur()
    for module in ("Shared objectives", "Pencil powers"):
        page.get_by_role("switch", name=module).check(force=True)
    for goal in start["objectives"]:
        page.locator(f"[data-pack=objectives] input[value={goal}]").click()
    for line, power in start["powers"].items():
        page.locator(f"[data-pack=powers] [data-place={line}]").select_option(power)
    for goal in start["objectives"]:
        expect(page.locator(f"[data-pack=objectives] input[value={goal}]")).to_be_checked()
    for line, power in start["powers"].items():
        expect(page.locator(f"[data-pack=powers] [data-place={line}]")).to_have_value(power)
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
