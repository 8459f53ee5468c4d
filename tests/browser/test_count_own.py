"""Cities of one's own on paper: offered where the cards are turned and sheets are counted, and never another
city in their place."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.browser.conftest import QUIET
from tests.browser.test_boards import made
from tests.browser.test_conduct import KEPT
from tests.browser.test_count import kept, tap
from tests.browser.test_offline import kept as worker_keeps
from tests.browser.test_offline import tab as tab  # a fixture
from tests.server.test_boards import edo

from terminus.boards import board

OWN = "**/api/boards/own-*"


@pytest.fixture
def page(browser: Browser, server: str) -> Iterator[Page]:
    """Somebody whose network may fail."""
    context = browser.new_context(base_url=server, **QUIET)
    context.set_default_timeout(10_000)
    yield context.new_page()
    context.close()


def away(route: Route) -> None:
    route.abort()


def draw(page: Page) -> None:
    """The first line's first section."""
    page.locator("[data-setup] summary").click()
    page.locator(".drawing [data-do]").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-act=undo]")).to_be_enabled()


def test_ones_own_city_is_offered_and_counted(page: Page) -> None:
    own = made(page, edo())
    page.goto("/count?board=london")
    draw(page)
    london = kept(page, "london")
    page.locator("[data-setup] summary").click()
    page.route(OWN, away)
    page.get_by_role("radio", name="Edo").check(force=True)
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    expect(page.get_by_role("radio", name="London")).to_be_checked()
    page.unroute(OWN)
    page.get_by_role("radio", name="Edo").check(force=True)
    expect(page.locator("[data-setup] summary")).to_contain_text("Edo")
    expect(page.locator(".drawing [data-do]").first).to_be_attached()
    tap(page, board("tokyo").stations[0].cell)
    assert kept(page, "london") == london
    page.goto("/conduct")
    page.get_by_role("radio", name="Edo").check(force=True)
    page.locator("[data-act=begin]").click()
    page.locator("[data-act=turn]").wait_for()
    games = page.evaluate(f"{KEPT}.map((key) => JSON.parse(localStorage.getItem(key)))")
    assert own in [game["asked"]["board"] for game in games if game["since"]]


def test_no_other_city_is_counted_in_its_place(page: Page) -> None:
    own = made(page, edo())
    page.goto(f"/count?board={own}")
    draw(page)
    drawn = kept(page, own)
    page.route(OWN, away)
    page.goto("/count")  # it was open last
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    expect(page.locator(".drawing")).to_have_count(0)
    page.unroute(OWN)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("[data-setup] summary")).to_contain_text("Edo")
    assert kept(page, own) == drawn
    page.goto("/count?board=own-" + "0" * 32)
    expect(page.get_by_role("alert")).to_contain_text("no city")
    page.get_by_role("radio", name="Edo").check(force=True)
    expect(page.locator("[data-setup] summary")).to_contain_text("Edo")
    assert kept(page, own) == drawn


def test_no_other_citys_cards_are_turned_in_its_place(page: Page) -> None:
    made(page, edo())
    page.clock.install()
    page.goto("/conduct")
    page.get_by_role("radio", name="Edo").check(force=True)
    page.locator("[data-act=begin]").click()
    page.locator("[data-act=turn]").wait_for()
    page.goto("/conduct")
    page.clock.run_for(5000)  # then games are dealt ahead
    for _ in range(100):
        if len(page.evaluate(KEPT)) > 4:  # the last for the same city
            break
        page.wait_for_timeout(50)
    page.route("**/api/**", away)
    page.goto("/conduct")
    expect(page.get_by_role("radio", name="Edo")).to_be_checked()
    page.locator("[data-act=begin]").click()
    page.locator("[data-act=turn]").wait_for()
    code = page.url.rpartition("/")[2]
    game = page.evaluate("(key) => JSON.parse(localStorage.getItem(key))", f"terminus-conduct-{code}")
    assert game["conduct"]["city"]["name"] == "Edo"


def test_it_opens_without_a_network(server: str, tab: Page) -> None:
    own = tab.request.post(f"{server}/api/boards", data={"document": edo()}).json()["id"]
    tab.goto(server)
    worker_keeps(tab, 1)
    tab.goto(f"{server}/count?board={own}")
    draw(tab)
    tab.context.set_offline(True)
    tab.reload(wait_until="commit")
    expect(tab.locator("[data-setup] summary")).to_contain_text("Edo")
    assert kept(tab, own)
