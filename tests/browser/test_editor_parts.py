"""What only some cities have, entered by clicks: Paris' platform, monuments and crossings, Tokyo's loop,
stamps and deck; the buttons beside the map; and the place of each fault."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from tests.browser.drawer import Drawer

from terminus.boards import board, load_document, shipped_document
from terminus.boards.digest import digest
from terminus.boards.kit import PAIRS

ID = "abcdefghjkmn"


def begun_with(page: Page, document: dict[str, Any]) -> Drawer:
    """The editor with a drawing that the server has already."""
    page.goto("/")
    page.request.put(f"/api/drawings/{ID}", data={"version": 0, "document": document})
    page.goto(f"/boards/edit/{ID}")
    page.wait_for_selector("svg.drawing")
    return Drawer(page)


def cells_of(city: dict[str, Any], letter: str) -> list[str]:
    rows = [row.split() for row in city["stations"].split("\n") if row.strip()]
    return [f"{chr(97 + x)}{y}" for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == letter]


def test_the_special_parts_of_paris(page: Page) -> None:
    city = shipped_document("paris")
    bare = {key: value for key, value in city.items() if key != "aerial_crossings"}
    bare["stations"] = city["stations"].replace("M", ".").replace("#", ".")
    drawer = begun_with(page, bare)
    for letter in "M#":
        drawer.tool("symbol", letter)
        for cell in cells_of(city, letter):
            drawer.tap(cell)
    expect(page.locator("[data-fault]").first).to_be_visible()
    drawer.tool("crossing")
    for cell, ways in city["aerial_crossings"].items():
        number = next(i for i, pair in enumerate(PAIRS) if set(pair) == set(ways))
        page.locator(".brush [data-chip]").nth(number).click()
        drawer.tap(cell)
    expect(page.locator("[data-act=play]")).to_be_enabled()
    assert digest(load_document(drawer.saved(), "paris")) == digest(board("paris"))


def test_the_special_parts_of_tokyo(page: Page) -> None:
    city = shipped_document("tokyo")
    bare = {key: value for key, value in city.items() if key != "loop"}
    bare["mechanics"] = [one for one in city["mechanics"] if one["rule"] not in ("loop", "stamps")]
    drawer = begun_with(page, bare)
    drawer.tool("loop")
    for cell in city["loop"]["path"]:
        drawer.tap(cell)
    drawer.panel("city")
    page.locator("[data-field=loop]").select_option("red")
    assert drawer.saved()["loop"]["colour"] == "red"
    expect(page.locator("path.loop")).to_have_css("stroke", "rgb(194, 31, 45)")
    page.locator("[data-field=loop]").select_option("green")
    drawer.panel("rules")
    for rule in ("stamps", "loop"):
        drawer.turn_on("rule", rule)
    for district, points in next(one for one in city["mechanics"] if one["rule"] == "stamps")[
        "values"
    ].items():
        drawer.enter(f"stamps.values.{district}", str(points))
    drawer.enter("loop.lost_each", "3")
    drawer.panel("deck")
    page.get_by_role("switch").first.click()
    expect(page.locator('[data-field="underground/circle"]')).to_be_checked()
    expect(page.locator("[data-act=play]")).to_be_enabled()
    assert digest(load_document(drawer.saved(), "tokyo")) == digest(board("tokyo"))


def test_a_file_is_saved_and_opened_here_and_among_my_cities(context: BrowserContext, tmp_path: Any) -> None:
    page = context.new_page()
    drawer = Drawer(page)
    drawer.begin("london")
    drawer.panel("city")
    drawer.enter("name", "Old Town")
    drawer.panel("files")
    with page.expect_download() as saved:
        page.locator("[data-act=export]").click()
    assert saved.value.suggested_filename == "old-town.toml"
    saved.value.save_as(tmp_path / "old-town.toml")
    drawer.panel("city")
    drawer.enter("name", "New Town")
    drawer.panel("files")
    page.locator("[data-field=file]").set_input_files(tmp_path / "old-town.toml")
    expect(page.get_by_role("heading", name="Old Town")).to_be_visible()
    page.locator("[data-act=undo]").click()
    expect(page.get_by_role("heading", name="New Town")).to_be_visible()
    page.locator("[data-act=redo]").click()
    expect(page.get_by_role("heading", name="Old Town")).to_be_visible()
    drawer.saved()
    page.goto("/boards")
    page.locator("[data-field=file]").set_input_files(tmp_path / "old-town.toml")
    page.wait_for_selector("svg.drawing")
    assert drawer.saved() == shipped_document("london") | {"name": "Old Town"}
    (tmp_path / "broken.toml").write_text('name = "x"\nlines = ]')
    drawer.panel("files")
    page.locator("[data-field=file]").set_input_files(tmp_path / "broken.toml")
    expect(page.get_by_role("alert").filter(has_text="line 2")).to_be_visible()


def test_the_map_grows_and_shrinks_and_asks_before_it_cuts(page: Page) -> None:
    drawer = Drawer(page)
    drawer.begin("tokyo")
    drawer.panel("city")
    page.locator("[data-act=grow-left]").click()
    page.locator("[data-act=grow-bottom]").click()
    grown = drawer.saved()
    assert [len(row.split()) for row in grown["stations"].strip().split("\n")] == [11] * 11
    assert grown["departures"]["purple"] == "e0"
    page.locator("[data-act=shrink-left]").click()
    page.locator("[data-act=shrink-left]").click()
    expect(page.get_by_role("alert")).to_contain_text("cut off")
    page.get_by_role("button", name="Keep").click()
    assert drawer.saved()["departures"]["purple"] == "d0"
    page.locator("[data-act=shrink-left]").click()
    page.locator("[data-act=cut]").click()
    assert drawer.saved()["departures"] == {"purple": "c0", "pink": "g9", "brown": "i3"}


def test_what_is_thrown_away_comes_back(page: Page) -> None:
    drawer = Drawer(page)
    drawer.begin("paris")
    drawer.saved()
    drawing = page.url.rpartition("/")[2]
    page.goto("/boards")
    page.locator(f"[data-drawing='{drawing}'] [data-act=throw-away]").click()
    expect(page.locator("[data-drawing]")).to_have_count(0)
    page.locator("[data-act=bring-back]").click()
    expect(page.locator(f"[data-drawing='{drawing}']")).to_be_visible()
    page.reload()
    expect(page.locator(f"[data-drawing='{drawing}']")).to_be_visible()


def test_the_other_windows_drawing_is_taken(context: BrowserContext) -> None:
    page, other = context.new_page(), context.new_page()
    first, second = Drawer(page), Drawer(other)
    first.begin("tokyo")
    first.saved()
    other.goto(page.url)
    other.wait_for_selector("svg.drawing")
    for drawer, symbol, cell in ((first, "C", "b0"), (second, "T", "d1")):
        drawer.tool("symbol", symbol)
        drawer.tap(cell)
        if drawer is first:
            drawer.saved()
    other.locator("[data-act=theirs]").click()
    assert second.saved()["stations"].startswith("S C T S")
    second.panel("files")
    other.locator("[data-act=versions]").click()
    expect(other.locator("[data-version]")).to_have_count(3)


@pytest.mark.parametrize("way", ["solo.ratings", "mechanics", "deck.cards"])
def test_a_fault_that_is_not_on_the_map_leads_to_its_field(page: Page, way: str) -> None:
    drawer = Drawer(page)
    drawer.begin("tokyo")
    if way == "solo.ratings":
        drawer.panel("city")
        drawer.enter("ratings", "1, 2")
    elif way == "mechanics":
        drawer.tool("loop")
        page.get_by_role("button", name="No loop").click()
    else:
        drawer.panel("deck")
        page.get_by_role("switch").first.click()
        page.locator('[data-field="underground/switch"]').check()
    drawer.panel("faults")
    page.locator(f'[data-fault="{way}"]').first.click()
    field = {"solo.ratings": "[data-field=ratings]", "mechanics": "[data-rule=loop] [role=switch]"}
    marked = page.locator("[data-marked]")
    expect(marked).to_have_count(1)
    expect(marked.locator(":focus")).to_have_count(1)
    if way in field:
        expect(page.locator(field[way])).to_be_focused()
    expect(marked).to_be_in_viewport()


def test_a_fault_on_the_map_is_told_where_it_is(page: Page) -> None:
    drawer = Drawer(page)
    drawer.begin("tokyo")
    drawer.tool("loop")
    drawer.tap("a0")
    expect(page.locator("circle.fault").first).to_be_visible()
    drawer.tool("look")
    words = page.locator("[data-words]")
    page.mouse.move(*drawer.at(5, 5))
    expect(words).to_be_empty()
    page.mouse.move(*drawer.at(2, 4))
    expect(words).to_contain_text("a0")
    page.mouse.move(*drawer.at(5, 5))
    expect(words).to_be_empty()
    drawer.tap("c4")
    expect(words).to_contain_text("a0")


def test_a_rule_that_nobody_knows_can_be_taken_away(page: Page) -> None:
    city = shipped_document("london")
    strange = city | {
        "mechanics": [*city["mechanics"], {"rule": "tunnels"}],
        "modules": city["modules"] | {"fog": {}},
    }
    drawer = begun_with(page, strange)
    for place, name in (("mechanics", "tunnels"), ("modules", "fog")):
        drawer.panel("faults")
        page.locator(f"[data-fault={place}]").click()
        drawer.panel("rules")
        page.locator(f"[data-place={name}] [role=switch]").click()
        expect(page.locator(f"[data-place={name}]")).to_have_count(0)
    expect(page.locator("[data-act=play]")).to_be_enabled()
    assert drawer.saved() == city
