"""For everybody: in French, without colour, on a phone, over a slow line."""

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.player import Player, curtain_up
from tests.browser.weight import new_table, newcomer, weighed

BUDGET = 150_000  # bytes over the wire: script, style, font, words, icon and what the server says


@pytest.mark.parametrize("shown", ["[data-city]", ".target"], ids=["home", "a table"])
def test_the_first_view_is_light(browser: Browser, server: str, shown: str) -> None:
    """All that is asked for, by somebody who was never here, in a language that needs a catalogue."""
    page = newcomer(browser, server, "fr")
    address = new_table(page) if shown == ".target" else "/"
    sizes = weighed(page)
    page.goto(address)
    page.wait_for_selector(shown)
    page.wait_for_load_state("networkidle")
    assert 50_000 < sum(sizes) <= BUDGET
    page.context.close()


def test_options_say_in_words_what_they_do(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="London").click()
    page.wait_for_selector(".target")
    label = page.locator(".target").first.get_attribute("aria-label") or ""
    assert label.startswith("Draw from ")
    assert "worth" in label


def test_french_throughout(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Language").select_option("fr")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Tracez le métro")
    page.get_by_role("button", name="Paris").click()
    page.wait_for_selector(".play")
    expect(page.locator("[data-act=confirm]")).to_have_text("Passer")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator("[data-act=confirm]")).to_have_text("Passer")


def test_the_theme_follows_the_system_until_it_is_chosen(page: Page) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Light theme").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


@pytest.mark.parametrize("width", [360, 768])
def test_small_screens_need_no_zoom(browser: Browser, server: str, width: int) -> None:
    """On a phone a tap half a cell beside a lit station still means it, and nothing sticks out sideways."""
    context = browser.new_context(base_url=server, viewport={"width": width, "height": 740}, has_touch=True)
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name="London").tap()
    page.wait_for_selector(".target")
    curtain_up(page)
    target = Player(page).look().targets[0]
    cell = page.locator(".paper svg").bounding_box() or {"width": 0}
    page.touchscreen.tap(target.x + cell["width"] / 40, target.y - cell["width"] / 40)
    page.wait_for_selector(".paper [data-track]", state="attached")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    Player(page).confirm()
    context.close()


def test_a_finger_draws_by_dragging_from_an_end(browser: Browser, server: str) -> None:
    context = browser.new_context(
        base_url=server, viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True
    )
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name="London").tap()
    page.wait_for_selector(".target")
    curtain_up(page)
    target = Player(page).look().targets[0]
    end = page.locator(".grip").first.bounding_box()
    assert end is not None
    x, y = end["x"] + end["width"] / 2, end["y"] + end["height"] / 2
    finger = context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        finger.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
        )

    touch("touchStart", (x, y))
    for n in range(1, 9):
        touch("touchMove", (x + (target.x - x) * n / 8, y + (target.y - y) * n / 8))
        page.wait_for_timeout(20)
    touch("touchEnd")
    page.wait_for_selector(".paper [data-track]", state="attached")
    context.close()
