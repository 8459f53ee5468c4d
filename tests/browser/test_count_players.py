"""A game of two with modules from paper: what was dealt, what cannot be and is kept, circles, and who won, all by clicks."""

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
from terminus.rules.packs import Dealt
from terminus.rules.ruleset import Ruleset

MODULES = ["objectives", "powers"]
LINE = "green"
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
    """The pencil is put down there; what it draws is taken back, drawn again and insisted on."""
    a, b = AIR
    for what in ("drop", "insist"):
        tap(page, a)
        page.locator("[data-act=go-on]").click()
        at(page, city, a)
        tap(page, b)
        expect(page.locator("[data-problem=off-line]")).to_have_attribute("data-kept", "false")
        expect(page.locator("[data-act=save]")).to_be_disabled()
        page.locator(f"[data-act={what}]").click()
        expect(page.locator("[data-kept=false]")).to_have_count(0)
    expect(page.locator("[data-problem=off-line]")).to_have_attribute("data-kept", "true")
    return f"{a}-{b}!"


def crosses(
    page: Page, city: Board, line: str, sheet: dict[str, list[str]], rules: Ruleset, dealt: Dealt
) -> str:
    """From a station of the line over another track: refused, and kept at once."""
    own = {cell for mark in sheet[line] if "-" in mark and not mark.endswith("!") for cell in mark.split("-")}
    for section in city.sections:
        for a, b in (section.ends, section.ends[::-1]):
            more = {**sheet, line: [*sheet[line], f"{a}-{b}"]}
            found = [one for one in read_sheet(rules, dealt, more).sheet.problems if not one.mark.insisted]
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
    marks.append(crosses(page, city, LINE, sheets[0], table.ruleset, table.dealt))
    log = [events[0], {"event": "sheets", "sheets": sheets}]
    true = score_file(replay(log))
    totals = [signed(seat["total"]) for seat in true["seats"]]
    expect(page.locator("[data-number=total]")).to_have_text(totals[0])
    expect(page.locator("[data-winners]")).to_have_attribute(
        "data-winners", ",".join(map(str, true["winners"]))
    )
    expect(page.locator(".standings tfoot td")).to_have_text(totals)
    page.locator("[data-act=undo]").click()
    expect(page.locator("[data-problem=crosses]")).to_have_count(0)
    page.keyboard.press("u")
    expect(page.locator("[data-kept=false]")).to_have_count(1)  # the insisting is undone first
    assert faults(page) == []
    page.locator("[data-act=insist]").click()
    marks.pop()
    page.locator("[data-act=save]").click()
    page.wait_for_url("**/t/*")
    game = page.url.rpartition("/")[2]
    kept = [json.loads(line) for line in page.request.get(f"/api/games/{game}/log").text().splitlines()]
    again = score_file(replay([events[0], {"event": "sheets", "sheets": sheets}]))
    assert (score_file(replay(kept))["seats"], kept[0]["seats"]) == (again["seats"], ["P0", "P1"])
