"""Drawing over a photograph: what is printed can be seen; and two fingers on the map draw nothing."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, CDPSession, Page, expect
from tests.browser.conftest import QUIET
from tests.browser.drawer import Drawer

RED = (220, 20, 20)


def photographed(page: Page, folder: Path) -> Drawer:
    """Our Tokyo with a photograph whose corners are still to be found."""
    Image.new("RGB", (600, 600), RED).save(folder / "sheet.png")
    drawer = Drawer(page)
    drawer.begin("tokyo")
    drawer.panel("photo")
    page.locator("[data-field=photo]").set_input_files(folder / "sheet.png")
    expect(page.locator(".photo canvas")).to_be_visible()
    return drawer


def colour(page: Page, x: float, y: float) -> tuple[int, int, int]:
    """What the screen shows at a point."""
    shot = page.screenshot(clip={"x": x, "y": y, "width": 1, "height": 1})
    red, green, blue = Image.open(io.BytesIO(shot)).convert("RGB").getpixel((0, 0))  # type: ignore[misc]
    return red, green, blue


def test_what_is_printed_is_seen_under_what_is_drawn(page: Page, tmp_path: Path) -> None:
    drawer = photographed(page, tmp_path)
    expect(page.locator("[data-cell=a0]")).to_be_hidden()  # while the corners are looked for
    assert colour(page, *drawer.at(4, 4)) == RED
    page.locator("[data-act=straighten]").click()
    expect(page.locator("[data-cell=a0]")).to_be_visible()
    page.locator("[data-field=opacity]").fill("1")
    for x, y in (
        (-0.17, -0.17),
        (-0.06, -0.06),
    ):  # beside our square, where another symbol would stand out, and in it
        red, green, _ = colour(page, *drawer.at(x, y))
        assert red - green > 80, "the photograph, not our paper"
    page.get_by_role("button", name="Take the photograph away").click()
    red, green, _ = colour(page, *drawer.at(-0.06, -0.06))
    assert red - green < 20


def test_a_mark_is_laid_exactly_and_hides_nothing(page: Page, tmp_path: Path) -> None:
    photographed(page, tmp_path)
    mark = page.get_by_role("button", name="Upper left corner")
    box = mark.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] * 0.7, box["y"] + box["height"] * 0.6)  # not in its middle
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.7 + 30, box["y"] + box["height"] * 0.6 + 20, steps=3)
    page.mouse.up()
    moved = mark.bounding_box()
    assert moved is not None
    assert (moved["x"] - box["x"], moved["y"] - box["y"]) == pytest.approx((30, 20), abs=1.5)
    expect(mark).to_be_focused()
    expect(mark).to_have_css("outline-style", "none")  # it would be cells wide
    page.goto("/rules/london")
    station = page.locator("[data-station]").first
    station.locator("circle").first.click(force=True)
    expect(station).to_be_focused()
    expect(station).to_have_css("outline-style", "none")


@pytest.fixture
def phone(browser: Browser, server: str) -> Iterator[Page]:
    size = {"width": 360, "height": 740}
    context = browser.new_context(base_url=server, viewport=size, has_touch=True, is_mobile=True, **QUIET)  # type: ignore[arg-type]
    yield context.new_page()
    context.close()


def fingers(cdp: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
    cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def test_two_fingers_make_the_map_larger_and_draw_nothing(phone: Page) -> None:
    drawer = Drawer(phone)
    drawer.begin("tokyo")
    drawer.saved()
    phone.evaluate("scrollTo(0, 0)")
    cdp, (x, y) = phone.context.new_cdp_session(phone), drawer.at(1, 0)  # an empty cell
    fingers(cdp, "touchStart", (x, y))
    fingers(cdp, "touchStart", (x, y), (x + 40, y + 40))
    for step in range(1, 10):
        fingers(cdp, "touchMove", (x - step, y - step), (x + 40 + 8 * step, y + 40 + 8 * step))
        phone.wait_for_timeout(16)
    fingers(cdp, "touchEnd")
    phone.wait_for_function("visualViewport.scale > 1.2")
    expect(phone.locator("[data-cell=b0]")).to_have_count(0)
    expect(phone.locator("[data-act=undo]")).to_be_disabled()
    phone.touchscreen.tap(x, y)  # one finger draws as ever, wherever it is now
    expect(phone.locator("[data-act=undo]")).to_be_enabled()
