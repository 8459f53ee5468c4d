"""A city on paper: a button on its rules and at home, a small dialog, the PDF in the reader's language."""

import pytest
from playwright.sync_api import Page, expect
from tests.browser.fits import faults

from terminus.boards import BOARDS
from terminus.locale import LANGUAGES


def address(page: Page) -> str:
    return page.locator("[data-act=pdf]").get_attribute("href") or ""


def opens_a_pdf(page: Page, city: str) -> None:
    assert address(page).startswith(f"/paper/{city}.pdf?")
    answer = page.request.get(address(page))
    assert (answer.status, answer.body()[:5]) == (200, b"%PDF-")
    assert answer.headers["content-type"] == "application/pdf"


@pytest.mark.parametrize("city", BOARDS)
def test_a_city_is_printed_from_its_rules(page: Page, city: str) -> None:
    page.goto(f"/rules/{city}")
    button, dialog = page.locator("[data-act=print]"), page.get_by_role("dialog")
    button.click()
    expect(dialog.get_by_role("heading")).to_contain_text("Print")
    opens_a_pdf(page, city)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(button).to_be_focused()


def test_every_city_is_printed_from_home(page: Page) -> None:
    page.goto("/")
    page.locator("[data-act=print]").click()
    cities = page.get_by_role("dialog").get_by_role("radiogroup").first.get_by_role("radio")
    expect(cities).to_have_count(len(BOARDS))
    for place, city in enumerate(BOARDS):
        cities.nth(place).check()
        opens_a_pdf(page, city)


def test_paper_and_ink_are_chosen_and_the_language_is_the_readers(page: Page) -> None:
    page.goto(f"/rules/{BOARDS[0]}")
    for language in LANGUAGES:
        page.locator("header select").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        page.locator("[data-act=print]").click()
        page.get_by_role("radio").first.check()
        assert address(page) == f"/paper/{BOARDS[0]}.pdf?paper=a4&language={language}"
        page.get_by_role("radio").last.check()
        page.get_by_role("switch").check()
        assert address(page) == f"/paper/{BOARDS[0]}.pdf?paper=letter&language={language}&ink=1"
        page.keyboard.press("Escape")


def test_the_dialog_comes_when_it_is_wanted_and_fits(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.request.put("/api/me", data={"language": "de"})
    page.goto("/")
    page.wait_for_selector("[data-act=print]")
    assert not [url for url in asked if "PrintDialog" in url]
    page.locator("[data-act=print]").first.click()
    page.wait_for_selector("[data-act=pdf]")
    assert [url for url in asked if "PrintDialog" in url]
    for width, height in ((360, 740), (740, 360), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        assert not faults(page), width


def test_the_pdf_opens_beside_the_page(page: Page) -> None:
    page.goto(f"/rules/{BOARDS[0]}")
    page.locator("[data-act=print]").click()
    link = page.locator("[data-act=pdf]")
    expect(link).to_have_attribute("target", "_blank")
    with page.expect_event("popup"):
        link.click()
    expect(page.get_by_role("dialog")).to_have_count(0)
