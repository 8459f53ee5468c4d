"""Whatever is wrong with a city can be mended where the editor leads to: nothing has to be done in a file."""

from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import BrowserContext, Dialog, Page, expect
from tests.browser.drawer import Drawer
from tests.browser.test_editor_parts import begun_with

from terminus.boards import shipped_document


def without_a_district(letter: str, other: str) -> dict[str, Any]:
    """Our Tokyo after somebody painted over one of its districts, which four things still name."""
    city = shipped_document("tokyo")
    city["districts"] = city["districts"].replace(letter, other)
    city["central_district"] = letter
    city["modules"]["objectives"]["objectives"]["mine"] = {
        "predicate": "stamps",
        "stamps": 1,
        "of": [letter, "B"],
    }
    return city


def test_a_district_that_was_painted_over_can_be_taken_out_of_all_that_names_it(page: Page) -> None:
    drawer = begun_with(page, without_a_district("A", "B"))
    page.locator("[data-fault=secondary_districts]").click()
    page.locator("[data-secondary=A]").click()
    expect(page.locator("[data-secondary=A]")).to_have_count(0)
    page.locator("[data-field=central]").select_option("G")
    drawer.panel("faults")
    page.locator("[data-fault=mechanics]").click()
    page.locator('[data-field="stamps.values.A"]').fill("")
    expect(page.locator('[data-field="stamps.values.A"]')).to_have_count(0)
    page.locator('[data-field="mine.of.A"]').click()
    expect(page.locator("[data-act=play]")).to_be_enabled()
    saved = drawer.saved()
    assert saved["modules"]["objectives"]["objectives"]["mine"]["of"] == ["B"]
    assert saved["secondary_districts"] == ["D", "L", "M"]


def test_a_figure_is_kept_as_it_is_typed_and_is_one_step(page: Page) -> None:
    drawer = begun_with(page, shipped_document("tokyo"))
    drawer.panel("rules")
    field = page.locator('[data-field="loop.lost_each"]')
    field.fill("")
    field.press_sequentially("17")  # and not left
    objective = page.locator("[data-field=objective-name]").first
    page.reload()
    drawer.panel("rules")
    expect(field).to_have_value("17")
    objective.fill("")
    objective.press_sequentially("All of it")
    points = page.locator('[data-field="stamps.values.A"]')
    points.fill("")
    points.press_sequentially("25")
    page.reload()
    drawer.panel("rules")
    expect(objective).to_have_value("all-of-it")
    expect(points).to_have_value("25")
    points.fill("")
    points.press_sequentially("31")
    page.locator("[data-act=undo]").click()
    expect(points).to_have_value("25")
    expect(page.locator("[data-act=undo]")).to_be_disabled()


FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
NO_PHOTOS = (
    "IDBObjectStore.prototype.put = function () { this.transaction.abort(); return new EventTarget(); };"
)


def test_where_the_browser_keeps_nothing_one_draws_all_the_same_and_is_told(
    context: BrowserContext, tmp_path: Path
) -> None:
    page = context.new_page()
    page.add_init_script(FULL + NO_PHOTOS)
    drawer = Drawer(page)
    drawer.begin("tokyo")
    expect(page.get_by_role("alert")).to_contain_text("This browser keeps nothing")
    drawer.tool("symbol", ".")
    drawer.tap("a0")
    assert drawer.saved()["stations"].startswith(". .")
    page.reload()
    expect(page.locator("[data-cell=c0]")).to_be_visible()
    expect(page.locator("[data-cell=a0]")).to_have_count(0)
    drawer.panel("photo")
    Image.new("RGB", (60, 80), (200, 40, 90)).save(tmp_path / "sheet.png")
    page.locator("[data-field=photo]").set_input_files(tmp_path / "sheet.png")
    expect(page.get_by_role("alert").filter(has_text="does not keep the photograph")).to_be_visible()
    page.locator("[data-act=straighten]").click()
    page.route(
        "**/api/drawings/*",
        lambda route: route.abort() if route.request.method == "PUT" else route.continue_(),
    )
    drawer.tap("c0")
    expect(page.locator("[data-state=here]")).to_have_text("Kept nowhere: the server cannot be reached")
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    page.get_by_role("link", name="Back to my cities").click()  # not out of the page: it is still there
    page.go_back()
    expect(page.locator("[data-cell=c0]")).to_have_count(0)
    drawer.tool("symbol", ".")
    drawer.tap("d0")
    page.evaluate("location.assign('/about')")
    page.wait_for_timeout(500)
    assert asked == ["beforeunload"]
    expect(page.locator("svg.drawing")).to_be_visible()


def test_the_corners_of_a_photograph_are_kept_as_they_are_dragged(page: Page, tmp_path: Path) -> None:
    Image.new("RGB", (600, 800), (200, 40, 90)).save(tmp_path / "sheet.png")
    drawer = begun_with(page, shipped_document("tokyo"))
    drawer.panel("photo")
    page.locator("[data-field=photo]").set_input_files(tmp_path / "sheet.png")
    mark, box, laid = drawer.drag_corner(60, 40)
    page.wait_for_timeout(300)
    page.reload()
    expect(mark).to_be_visible()  # its corners are still looked for
    again = mark.bounding_box()
    assert again is not None
    assert (again["x"], again["y"]) == pytest.approx((laid["x"], laid["y"]), abs=2)
    assert again["x"] - box["x"] == pytest.approx(60, abs=2)


def test_a_deck_has_suits_of_its_own(page: Page) -> None:
    drawer = begun_with(page, shipped_document("london"))
    drawer.panel("deck")
    page.get_by_role("switch").first.click()
    page.locator("[data-field=new-suit]").fill("Night Bus")
    page.locator("[data-act=add-suit]").click()
    for face in ("circle", "joker"):
        page.locator(f'[data-field="nightbus/{face}"]').check()
    drawer.enter("ends-underground", "")
    drawer.enter("ends-nightbus", "2")
    expect(page.locator("[data-act=play]")).to_be_enabled()
    deck = drawer.saved()["deck"]
    assert deck["cards"][-2:] == ["nightbus/circle", "nightbus/joker"]
    assert deck["round_ends"] == {"nightbus": 2}


def test_a_rule_is_there_once_more_for_another_tag(page: Page) -> None:
    drawer = begun_with(page, shipped_document("tokyo"))
    drawer.panel("rules")
    drawer.turn_on("rule", "station-bonus")
    bonus = page.locator("[data-rule=station-bonus]")
    bonus.locator("select").select_option("loop")
    bonus.locator("[data-act=add-rule]").click()
    expect(bonus.locator("select")).to_have_count(2)
    bonus.locator("select").nth(1).select_option("departure")
    bonus.locator("input[type=number]").nth(1).fill("7")
    expect(page.locator("[data-act=play]")).to_be_enabled()
    both = [one for one in drawer.saved()["mechanics"] if one["rule"] == "station-bonus"]
    assert [(one["tag"], one["points_each"]) for one in both] == [("loop", 2), ("departure", 7)]
    bonus.locator("[data-act=drop-rule]").first.click()
    left = [one for one in drawer.saved()["mechanics"] if one["rule"] == "station-bonus"]
    assert left == both[1:]


def test_whatever_a_file_brings_that_does_nothing_can_be_taken_away(page: Page) -> None:
    city = shipped_document("london")
    strange = city | {
        "bridges": 3,
        "sections": "some-rays",
        "river": city["river"] | {"length": 3},
        "departures": city["departures"] | {"rose": "z9"},
        "tourist_sites": {"stations": [*city["tourist_sites"]["stations"], "z9"]},
        "mechanics": [one | ({"depth": 2} if one["rule"] == "route" else {}) for one in city["mechanics"]],
        "modules": city["modules"] | {"gates": city["modules"]["gates"] | {"height": 1}},
    }
    drawer = begun_with(page, strange)
    page.locator("[data-fault=bridges]").click()
    expect(page.locator("[data-marked=''][data-unknown=bridges]")).to_have_count(1)
    for panel, count in (("city", 5), ("rules", 2)):
        drawer.panel(panel)
        expect(page.locator("[data-unknown]")).to_have_count(count)
        for _ in range(count):
            page.locator("[data-unknown]").first.click()
    expect(page.locator("[data-act=play]")).to_be_enabled()
    saved = drawer.saved()
    assert saved == {key: one for key, one in city.items() if key != "sections" or "sections" in saved}
