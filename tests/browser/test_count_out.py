"""What was counted is told number by number on the map, beside what bots make of the same game."""

import json
import random
from math import floor
from typing import Any

from playwright.sync_api import Browser, Page, expect
from tests.browser.test_count import place
from tests.record.test_sheets import drawn
from tests.server.test_boards import edo
from tests.strategies import played

from terminus.boards import board, own_board
from terminus.bots.levels import means
from terminus.record.log import replay
from terminus.record.scores import score_file
from terminus.rules.board import Board

HEARD = "[data-news=quiet]"


def counted(page: Page, name: str, city: Board, modules: list[str], seats: int = 1) -> list[dict[str, Any]]:
    """The page with sheets of a game that this browser kept."""
    events = played(city, modules, random.Random(5), seats)
    sheets = [drawn(position, random.Random(1)) for position in replay(events).positions]
    players = [{"name": f"P{seat}", "lines": lines} for seat, lines in enumerate(sheets)]
    dealt = {module: events[0][module] for module in modules if module in events[0]}
    game = {"board": name, "modules": modules, "dealt": dealt, "seats": players}
    kept = {"game": game, "away": [], "seat": 0, "line": city.lines[0], "when": 1}
    page.goto("/about")
    page.evaluate("(all) => localStorage.setItem(...all)", [f"terminus-sheets-{name}", json.dumps(kept)])
    page.goto(f"/count?board={name}")
    page.locator("[data-act=count-out]").wait_for()
    return events


def test_the_sheets_are_counted_out_by_keys_buttons_and_taps(page: Page) -> None:
    city = board("paris")
    events = counted(page, "paris", city, ["objectives"], 2)
    scores = score_file(replay(events))
    page.locator("[data-act=count-out]").click()
    told, words = page.locator("[data-told]"), page.locator(".ribbon")
    first = city.lines[0]
    expect(told).to_have_attribute("data-told", f"0 districts {first}")
    figures = scores["seats"][0]["lines"][first]
    expect(words).to_have_text(f"P0: Districts of line 1: {figures['districts']}")
    expect(page.locator("[data-district]").first).to_be_attached()
    page.keyboard.press("ArrowRight")
    expect(told).to_have_attribute("data-told", f"0 stations {first}")
    expect(page.locator(HEARD)).to_contain_text(f"best district: {figures['stations']}")
    page.mouse.click(*place(page, "e5"))  # wherever on the map
    expect(told).not_to_have_attribute("data-told", f"0 stations {first}")
    page.keyboard.press("ArrowLeft")
    expect(told).to_have_attribute("data-told", f"0 stations {first}")
    seen = []
    while told.count():
        seen.append(str(told.get_attribute("data-told")))
        page.locator("[data-act=told-next]").click()
    assert [one for one in seen if one.endswith("total")] == ["0 total", "1 total"]
    objectives = len(events[0]["objectives"])
    assert len([one for one in seen if one.startswith("1 extra")]) >= objectives
    expect(page.locator(HEARD)).to_contain_text(" with ")  # who won
    expect(words).to_have_count(0)
    page.locator("[data-act=count-out]").click()
    page.keyboard.press("Escape")
    expect(told).to_have_count(0)


def test_other_sheets_end_the_telling_and_are_drawn_on(page: Page) -> None:
    counted(page, "paris", board("paris"), [], 2)
    start, told = page.locator("[data-act=count-out]"), page.locator("[data-told]")
    spots = page.locator(".drawing [data-do]")
    start.click()
    expect(spots).to_have_count(0)
    page.locator("[data-act=undo]").click()
    expect(told).to_have_count(0)
    expect(spots.first).to_be_attached()
    start.click()
    page.locator("[data-setup] summary").click()
    page.get_by_role("radio", name="London").check(force=True)  # nothing is drawn there: nothing to count out
    expect(start).to_have_count(0)
    expect(told).to_have_count(0)
    expect(spots.first).to_be_attached()


def test_the_focus_stays_with_the_buttons_that_tell(page: Page) -> None:
    counted(page, "london", board("london"), [])
    start, forth = page.locator("[data-act=count-out]"), page.locator("[data-act=told-next]")
    start.focus()
    page.keyboard.press("Enter")
    expect(forth).to_be_focused()
    page.keyboard.press("Escape")
    expect(start).to_be_focused()
    page.keyboard.press("Enter")
    while forth.count():
        expect(forth).to_be_focused()
        page.keyboard.press("Enter")
    expect(start).to_be_focused()


def test_keys_are_not_hurried_and_a_pause_can_end(browser: Browser, server: str) -> None:
    context = browser.new_context(base_url=server, service_workers="block")
    page = context.new_page()
    counted(page, "london", board("london"), [])
    page.locator("[data-act=count-out]").press("Enter")
    told, pause = page.locator("[data-told]"), page.locator("[data-act=told-pause]")
    before = str(told.get_attribute("data-told"))
    page.wait_for_timeout(3000)
    expect(told).to_have_attribute("data-told", before)
    expect(pause).to_have_attribute("aria-pressed", "true")
    pause.press("Enter")
    expect(told).not_to_have_attribute("data-told", before)
    pause.press("Enter")
    expect(pause).to_be_focused()
    context.close()


def test_where_things_may_move_it_goes_on_by_itself(browser: Browser, server: str) -> None:
    context = browser.new_context(base_url=server, service_workers="block")
    page = context.new_page()
    counted(page, "london", board("london"), [])
    page.locator("[data-act=count-out]").click()
    told = page.locator("[data-told]")
    before = str(told.get_attribute("data-told"))
    expect(told).not_to_have_attribute("data-told", before)
    page.locator("[data-act=told-pause]").click()
    stays = str(told.get_attribute("data-told"))
    page.wait_for_timeout(3000)
    expect(told).to_have_attribute("data-told", stays)
    context.close()


def test_bots_of_the_same_city_and_module_stand_beside_it(page: Page) -> None:
    counted(page, "london", board("london"), ["objectives"])
    bots = page.locator("[data-bots]")
    for level in ("medium", "expert"):
        expect(bots).to_contain_text(str(round(means(level)["london+objectives"])))
    assert round(means("medium")["london+objectives"]) != round(means("medium")["london"])
    page.locator("[data-setup] summary").click()
    page.get_by_role("switch", name="Pencil powers").check(force=True)
    expect(page.locator("[data-bots=unknown]")).to_be_visible()  # with both it was never measured
    expect(page.locator("[data-setup] .setup")).to_be_visible()  # there is more to be said of it
    page.locator("[data-act=report]").click()
    expect(page.locator("[data-bots] tr")).to_have_count(5, timeout=60_000)
    asked = "/api/boards/london/report?modules=objectives,powers"
    for player in page.request.get(asked).json()["report"]["players"]:
        expect(bots).to_contain_text(str(floor(player["mean"] + 0.5)))
    page.get_by_role("switch", name="Pencil powers").uncheck(force=True)
    expect(bots).to_contain_text(str(round(means("expert")["london+objectives"])))


def test_bots_of_a_city_of_ones_own_are_asked_for(page: Page) -> None:
    name = page.request.post("/api/boards", data={"document": edo()}).json()["id"]
    counted(page, name, own_board(edo()), [])
    expect(page.locator("[data-bots=unknown]")).to_be_visible()
    page.locator("[data-act=report]").click()
    expect(page.locator("[data-bots] tr")).to_have_count(5, timeout=60_000)
    report = page.request.get(f"/api/boards/{name}/report").json()["report"]
    for player in report["players"]:
        expect(page.locator("[data-bots]")).to_contain_text(str(floor(player["mean"] + 0.5)))
