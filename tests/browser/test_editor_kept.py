"""Whatever happens to network, cookie or windows, what was drawn is there; photographs go with it."""

import re
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import BrowserContext, Page, expect
from tests.browser.drawer import Drawer

PHOTOS = """() => new Promise((done) => {
  const opening = indexedDB.open('terminus-photos', 1);
  opening.onsuccess = () => {
    const asked = opening.result.transaction('photos').objectStore('photos').getAllKeys();
    asked.onsuccess = () => { opening.result.close(); done(asked.result.length); };
  };
})"""
PLACED = "document.querySelector('.photo canvas').style.transform"


def numbers(transform: str) -> list[float]:
    return [float(one) for one in re.findall(r"-?[\d.]+(?:e-?\d+)?", transform.removeprefix("matrix3d"))]


def test_what_is_drawn_without_a_network_is_there_after_a_reload(context: BrowserContext) -> None:
    page = context.new_page()
    drawer = Drawer(page)
    drawer.begin("tokyo")
    drawer.saved()
    address = page.url
    drawer.tool("symbol", ".")
    context.set_offline(True)
    drawer.tap("a0")
    expect(page.locator("[data-state=here]")).to_be_visible()
    drawer.tap("c0")
    page.close()
    context.set_offline(False)
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("svg.drawing")
    expect(page.locator("[data-cell=c0], [data-cell=a0]")).to_have_count(0)
    assert Drawer(page).saved()["stations"].startswith(". . . S")


def test_a_page_that_is_left_while_it_saves_is_no_other_window(context: BrowserContext) -> None:
    """What was sent as the page was left may have come to the server: that is no conflict with oneself."""
    page = context.new_page()
    drawer = Drawer(page)
    drawer.begin("tokyo")
    drawer.saved()
    page.route("**/api/drawings/*", lambda route: (route.fetch(), route.abort()))  # arrives, and nobody hears
    drawer.tool("symbol", ".")
    drawer.tap("a0")
    expect(page.locator("[data-state=here]")).to_be_visible()
    drawer.tap("c0")
    page.unroute("**/api/drawings/*")
    page.reload()
    page.wait_for_selector("svg.drawing")
    assert drawer.saved()["stations"].startswith(". . . S")
    expect(page.locator("[data-act=mine]")).to_have_count(0)


def test_what_the_server_no_longer_has_is_still_here(context: BrowserContext) -> None:
    page = context.new_page()
    drawer = Drawer(page)
    drawer.begin("tokyo")
    drawer.tool("symbol", ".")
    drawer.tap("a0")
    drawer.saved()
    drawing = page.url.rpartition("/")[2]
    context.clear_cookies()
    page.goto("/boards")
    row = page.locator(f"[data-drawing='{drawing}']")
    expect(row).to_contain_text("only in this browser")
    row.get_by_role("link").click()
    page.wait_for_selector("svg.drawing")
    assert drawer.saved()["stations"].startswith(". . T S")
    page.goto("/boards")
    expect(row).not_to_contain_text("only in this browser")


def test_nothing_is_thrown_away_that_the_server_still_has(context: BrowserContext) -> None:
    page = context.new_page()
    drawer = Drawer(page)
    drawer.begin("tokyo")
    drawer.saved()
    row = page.locator(f"[data-drawing='{page.url.rpartition('/')[2]}']")
    away = row.locator("[data-act=throw-away]")
    context.set_offline(True)
    page.go_back()  # to a list that cannot ask the server
    expect(row).to_be_visible()
    expect(row).not_to_contain_text("only in this browser")
    expect(away).to_have_count(0)
    context.set_offline(False)
    page.route("**/thrown-away", lambda route: route.abort())
    away.click()
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    expect(row).to_be_visible()
    expect(page.locator("[data-act=bring-back]")).to_have_count(0)
    page.unroute("**/thrown-away")
    away.click()
    expect(row).to_have_count(0)
    page.locator("[data-act=bring-back]").click()
    expect(row).not_to_contain_text("only in this browser")


def test_of_two_windows_without_a_network_both_are_kept(context: BrowserContext) -> None:
    page, other = context.new_page(), context.new_page()
    first, second = Drawer(page), Drawer(other)
    first.begin("tokyo")
    first.saved()
    other.goto(page.url)
    other.wait_for_selector("svg.drawing")
    context.set_offline(True)
    for drawer, cell in ((first, "a0"), (second, "c0"), (first, "d0"), (second, "f0")):
        drawer.tool("symbol", ".")
        drawer.tap(cell)
    expect(other.locator("[data-parted]")).to_be_visible()
    expect(page.locator("[data-parted]")).to_have_count(0)
    assert page.url != other.url
    context.set_offline(False)
    assert first.saved()["stations"].startswith(". . T . . S")
    assert second.saved()["stations"].startswith("S . . S . . .")
    page.goto("/boards")
    expect(page.locator("[data-drawing]")).to_have_count(2)


def test_the_printed_sheet_that_is_entered_is_remembered(page: Page) -> None:
    drawer = Drawer(page)
    drawer.begin("tokyo")
    facts = page.locator("[data-panel=facts]")
    expect(facts).to_contain_text("/")
    drawer.panel("facts")
    stations = page.locator("[data-fact=stations]")
    expect(stations).to_have_attribute("data-holds", "true")
    drawer.tool("symbol", ".")
    drawer.tap("a0")
    expect(stations).to_contain_text("51 of 52")
    expect(stations).to_have_attribute("data-holds", "false")
    drawer.saved()
    page.reload()
    drawer.panel("facts")
    expect(page.locator("[data-field=printed]")).to_have_value("tokyo")
    expect(stations).to_contain_text("51 of 52")
    page.locator("[data-field=printed]").select_option("")
    expect(stations).not_to_have_attribute("data-holds", "false")
    page.reload()
    drawer.panel("facts")
    expect(page.locator("[data-field=printed]")).to_have_value("")
    page.goto("/boards/edit?from=paris")
    expect(facts).to_contain_text("/")


def test_a_photograph_is_laid_by_its_corners_moved_and_thrown_away(page: Page, tmp_path: Any) -> None:
    Image.new("RGB", (600, 800), (200, 40, 90)).save(tmp_path / "sheet.png")
    drawer = Drawer(page)
    drawer.begin("tokyo")
    drawer.saved()
    drawer.panel("photo")
    page.locator("[data-field=photo]").set_input_files(tmp_path / "sheet.png")
    _, box, moved = drawer.drag_corner(60, 40)
    assert abs(moved["x"] - box["x"] - 60) < 2
    assert abs(moved["y"] - box["y"] - 40) < 2
    page.locator("[data-act=straighten]").click()
    seen = [page.evaluate(PLACED)]
    page.get_by_role("switch", name="Move it").click()
    page.mouse.move(*drawer.at(4, 4))
    page.mouse.down()
    page.mouse.move(*drawer.at(5, 4), steps=3)
    page.mouse.up()
    seen.append(page.evaluate(PLACED))
    page.locator("[data-field=scale]").fill("1.2")
    seen.append(page.evaluate(PLACED))
    assert len(set(seen)) == 3, "the corners, the drag and the size each move it"
    expect(page.locator("[data-act=undo]")).to_be_disabled()
    assert page.evaluate(PHOTOS) == 1
    page.reload()
    expect(page.locator(".photo canvas")).to_be_visible()
    assert numbers(page.evaluate(PLACED)) == pytest.approx(numbers(seen[-1]), abs=1e-4)
    page.goto("/boards")
    page.locator("[data-act=throw-away]").click()
    page.goto("/boards")
    expect(page.locator("[data-start=tokyo]")).to_be_visible()
    page.wait_for_function(f"({PHOTOS})().then((count) => count === 0)")
