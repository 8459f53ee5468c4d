"""For everybody: by keyboard alone, in French, without colour, on a phone, over a slow line."""

import gzip
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import PAGE, ROOT
from tests.browser.player import Player, first

BUDGET = 150_000  # bytes of script and style, compressed
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


def test_script_and_style_are_small() -> None:
    files = [path for path in PAGE.parent.rglob("*") if path.suffix in (".js", ".css")]
    if not files:
        pytest.skip("THE PAGE IS NOT BUILT (no Node on this machine?): its size is not known")
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) <= BUDGET


def test_a_round_by_keyboard_alone(page: Page) -> None:
    page.goto("/")
    page.wait_for_selector(".city")
    page.get_by_role("button", name="London").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".play")
    player = Player(page)
    while player.view()["round"] == 1:
        sight = player.look()
        if sight.targets:
            page.keyboard.press("ArrowRight")
            page.keyboard.press("ArrowDown")
            assert page.evaluate("document.activeElement.getAttribute('role')") == "button"
            page.keyboard.press("Enter")
            moved(page, sight.at)
            sight = player.look()
            page.keyboard.press("u")
            moved(page, sight.at)
            sight = player.look()
            page.keyboard.press("ArrowLeft")
            page.keyboard.press("Enter")
            moved(page, sight.at)
        sight = player.look()
        page.keyboard.press("c")
        moved(page, sight.at)
    assert len(player.look().tracks) >= 3
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="How to play")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def moved(page: Page, at: str) -> None:
    page.wait_for_function("(at) => document.querySelector('.play')?.dataset.mine !== at", arg=at)


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


def faults(page: Page) -> list[dict[str, Any]]:
    """What axe has to say of the page as it stands."""
    page.evaluate(AXE.read_text("utf-8"))
    found: list[dict[str, Any]] = page.evaluate(
        """axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'best-practice'] }).then((found) => found.violations.map(
            ({ id, nodes }) => ({ id, where: nodes.slice(0, 3).map((node) => node.html.slice(0, 160)) })))"""
    )
    return found


@pytest.mark.skipif(not Path(AXE).exists(), reason="NO AXE: npm's packages are not installed on this machine")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_that_axe_finds(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto("/")
    page.wait_for_selector(".city")
    page.get_by_role("button", name="Modules").click()
    assert not faults(page)
    page.get_by_role("button", name="London").click()
    page.wait_for_selector(".play")
    player = Player(page)
    for _ in range(4):
        player.turn(first)
    assert not faults(page)
    player.play(first)
    assert not faults(page)
    page.get_by_role("link", name="Watch the replay").click()
    page.wait_for_selector(".replay")
    assert not faults(page)
    page.goto("/about")
    page.get_by_role("heading", name="About Terminus").wait_for()
    assert not faults(page)
