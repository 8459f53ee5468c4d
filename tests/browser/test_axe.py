"""Nothing that axe finds, on any page, in any theme. The end of a game is looked at in test_keys.py."""

import pytest
from playwright.sync_api import BrowserContext, expect
from tests.browser.axe import AXE, faults
from tests.browser.conftest import Profile
from tests.browser.drawer import Drawer
from tests.browser.player import first
from tests.browser.test_calm import seated
from tests.browser.test_company import host_a_table

pytestmark = pytest.mark.skipif(
    not AXE.exists(), reason="NO AXE: npm's packages are not installed on this machine"
)


PAGES = {
    "/about": "h1",
    "/learn": "[data-lesson]",
    "/practise": "[data-set]",
    "/boards": "[data-start=paris]",
    "/boards/paris": "svg.sheet",
    "/boards/own-nothing": "[role=alert]",
    "/rules": "article",
    "/rules/paris": "figure",
    "/rules/modules/specials": "figure",
    "/t/nosuchgame23": "[role=alert]",
    "/x/y": "[role=alert]",
}


def test_pages_without_a_game(context: BrowserContext) -> None:
    page = context.new_page()
    for path, ready in PAGES.items():
        page.goto(path)
        page.wait_for_selector(ready)
        assert not faults(page)


def test_home_settings_and_lobby(context: BrowserContext) -> None:
    page, _ = host_a_table(context)
    assert not faults(page)
    page.goto("/")
    page.wait_for_selector(".city")
    page.get_by_role("button", name="Modules").click()
    assert not faults(page)
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert not faults(page)


def test_who_is_asked_to_sit_down_and_to_come_along(profile: Profile) -> None:
    host, code = host_a_table(profile())
    guest = profile().new_page()
    guest.goto(f"/j/{code}")
    guest.wait_for_selector("[data-act=sit]")
    assert not faults(guest)
    guest.locator("[data-act=sit]").click()
    expect(host.locator(".seats")).to_contain_text("Player 2")
    host.locator("[data-act=start]").click()
    host.wait_for_selector("[data-act=confirm]")
    host.get_by_role("button", name="Menu").click()
    host.locator("[data-act=start-over]").click()
    assert not faults(host)
    host.locator("[data-act=start-anew]").click()
    guest.wait_for_selector("[data-act=come-along]")
    assert not faults(guest)


def test_the_editor_and_each_of_its_panels(context: BrowserContext) -> None:
    drawer = Drawer(context.new_page())
    drawer.begin("paris")
    drawer.tool("symbol", ".")
    drawer.tap("h3")
    for panel in ("faults", "city", "rules", "deck", "facts", "photo", "files"):
        drawer.panel(panel)
        drawer.page.wait_for_selector("[data-fault]" if panel == "faults" else "[role=tabpanel]")
        assert not faults(drawer.page), panel
    drawer.saved()
    drawer.page.locator("[data-act=versions]").click()
    expect(drawer.page.get_by_role("dialog")).to_be_visible()
    assert not faults(drawer.page)
    drawer.page.goto("/boards")
    drawer.page.wait_for_selector("[data-drawing]")
    assert not faults(drawer.page)


def test_a_lesson_and_its_offer(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto("/")
    page.wait_for_selector(".offer")
    assert not faults(page)
    page.locator("[data-act=start-lesson]").click()
    page.wait_for_selector(".coach")
    assert not faults(page)


def test_a_table_in_each_phase_of_a_turn(profile: Profile) -> None:
    host, guest = seated(profile, "tokyo")
    page = host.page
    assert not faults(page), "a card is asked"
    page.locator("[data-act=confirm]").click()
    expect(page.locator(".ask")).to_be_visible()
    assert not faults(page), "a needless pass is asked about"
    page.keyboard.press("Escape")
    host.turn(first)
    assert not faults(page), "others are awaited"
    guest.turn(first)
    for opens in ("Menu", "Help", "Enlarge the sheet of Guest"):
        page.get_by_role("button", name=opens).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert not faults(page), opens
        page.keyboard.press("Escape")
