"""Whatever is wrong with a city can be mended where the editor leads to: nothing has to be done in a file."""

from typing import Any

from playwright.sync_api import Page, expect
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
    drawer.enter("stamps.values.A", "")
    expect(page.locator('[data-field="stamps.values.A"]')).to_have_count(0)
    page.locator('[data-field="mine.of.A"]').click()
    expect(page.locator("[data-act=play]")).to_be_enabled()
    saved = drawer.saved()
    assert saved["modules"]["objectives"]["objectives"]["mine"]["of"] == ["B"]
    assert saved["secondary_districts"] == ["D", "L", "M"]
