"""For everybody: in French, without colour, on a phone, over a slow line."""

import gzip
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import PAGE
from tests.browser.player import Player, curtain_up

BUDGET = 150_000  # bytes of script and style, compressed


def loaded_at_once(index: Path) -> set[Path]:
    """The script and style that the first view needs: what its HTML names, and what that imports."""
    found: set[Path] = set()
    named = re.findall(r'(?:src|href)="/(assets/[^"]+\.(?:js|css))"', index.read_text("utf-8"))
    waiting = [index.parent / name for name in named]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            imported = re.findall(r'(?:from|import)\s*["\'`]\./([^"\'`]+\.js)["\'`]', path.read_text("utf-8"))
            waiting += [path.parent / name for name in imported]
    return found


def test_script_and_style_of_the_first_view_are_small() -> None:
    if not PAGE.exists():
        pytest.skip("THE PAGE IS NOT BUILT (no Node on this machine?): its size is not known")
    files = loaded_at_once(PAGE)
    assert any(path.suffix == ".css" for path in files)
    assert not [path for path in files if path.name.startswith("RulesPage")], (
        "the rules come when they are read"
    )
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) <= BUDGET


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
