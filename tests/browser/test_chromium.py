"""The browser itself works: what the other tests here stand on."""

from playwright.sync_api import Page, expect


def test_a_page_runs_its_script(page: Page) -> None:
    page.set_content(
        "<button onclick=\"this.textContent = 'Arrived'\">Depart</button>",
    )
    page.get_by_role("button").click()
    expect(page.get_by_role("button")).to_have_text("Arrived")
