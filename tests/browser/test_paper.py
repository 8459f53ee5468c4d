"""A city on paper: a button on its rules and at home, a small dialog, the PDF in the reader's language."""

import pytest
from playwright.sync_api import Page, expect
from tests.browser.fits import faults

from terminus.boards import BOARDS
from terminus.locale import LANGUAGES


def address(page: Page) -> str:
    return page.locator("[data-act=pdf]").get_attribute("href") or ""


@pytest.mark.parametrize("path", ["/", "/rules/{city}"])
def test_every_city_can_be_printed(page: Page, path: str) -> None:
    for city in BOARDS:
        page.goto(path.format(city=city))
        page.locator(f"[data-print={city}]").click()
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_role("heading")).to_contain_text("Print")
        answer = page.request.get(address(page))
        assert (answer.status, answer.body()[:5]) == (200, b"%PDF-")
        assert answer.headers["content-type"] == "application/pdf"
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        expect(page.locator(f"[data-print={city}]")).to_be_focused()


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
