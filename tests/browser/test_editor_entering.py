"""The printed Tokyo entered over a photograph of the sheet, as an owner would: each tap is counted."""

import io
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw
from playwright.sync_api import Page, ViewportSize, expect
from tests.browser.drawer import Drawer
from tests.browser.player import Player, first

from terminus.boards import content_id, shipped_document

Point = tuple[float, float]
MOVED = {
    "c0": "b0",
    "j1": "j2",
    "b3": "b4",
    "g8": "f8",
    "b9": "c9",
}  # where ours stands -> where it is printed
OTHER = {"f0": "T", "c4": "T", "f5": "S", "c6": "C", "j9": "C"}  # and what is printed where ours is another
SIDE = 10  # rows and columns
SHEET = (768, 1024)  # pixels of the photograph
CORNERS: list[Point] = [
    (90, 140),
    (700, 100),
    (730, 880),
    (50, 930),
]  # of the map on it, which lies at a slant
NAMES = ("Upper left corner", "Upper right corner", "Lower right corner", "Lower left corner")
PAPER, INK = (240, 235, 220), (200, 20, 20)
BEGINNING = 9  # taps and drags: our Tokyo, the photograph, its four corners, the facts
COUNT = """addEventListener('pointerdown', () =>
  sessionStorage.setItem('taps', Number(sessionStorage.getItem('taps') ?? 0) + 1), true);"""
TAPS = "Number(sessionStorage.getItem('taps'))"


def place(cell: str) -> tuple[int, int]:
    return ord(cell[0]) - ord("a"), int(cell[1:])


def printed() -> dict[str, Any]:
    """The sheet that is entered: ours, with five stations elsewhere and five of another symbol."""
    city = shipped_document("tokyo")
    rows = [row.split() for row in city["stations"].splitlines() if row.strip()]
    for (x, y), (u, v) in ((place(old), place(new)) for old, new in MOVED.items()):
        rows[v][u], rows[y][x] = rows[y][x], "."
    for cell, symbol in OTHER.items():
        x, y = place(cell)
        rows[y][x] = symbol
    return city | {"stations": "".join(" ".join(row) + "\n" for row in rows)}


def cells(city: dict[str, Any]) -> dict[str, str]:
    """Where there is a station, and which."""
    rows = [row.split() for row in city["stations"].splitlines() if row.strip()]
    return {
        f"{chr(97 + x)}{y}": sign for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != "."
    }


def slanted(u: float, v: float) -> Point:
    """Where a point of the map, in shares of its sides, is on the photograph: seen in perspective."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = CORNERS
    ax, ay, bx, by = x1 - x2, y1 - y2, x3 - x2, y3 - y2
    sx, sy = x0 - x1 + x2 - x3, y0 - y1 + y2 - y3
    g, h = (sx * by - sy * bx) / (ax * by - ay * bx), (ax * sy - ay * sx) / (ax * by - ay * bx)
    far = g * u + h * v + 1
    x = ((x1 - x0 + g * x1) * u + (x3 - x0 + h * x3) * v + x0) / far
    return x, ((y1 - y0 + g * y1) * u + (y3 - y0 + h * y3) * v + y0) / far


def photograph(to: Path) -> Path:
    image = Image.new("RGB", SHEET, PAPER)
    for x, y in map(place, cells(printed())):
        u, v = slanted((x + 0.5) / SIDE, (y + 0.5) / SIDE)
        ImageDraw.Draw(image).ellipse((u - 12, v - 12, u + 12, v + 12), INK)
    image.save(to)
    return to


def lay(page: Page, photo: Path) -> None:
    """Choose the photograph and lay its four corners."""
    page.click("[data-panel=photo]")
    with page.expect_file_chooser() as asked:
        page.get_by_text("Choose a photograph").click()
    asked.value.set_files(photo)
    boxes = [page.get_by_role("button", name=name).bounding_box() for name in NAMES]
    (left, top), (right, bottom) = [
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (boxes[0], boxes[2]) if box
    ]
    for begin, (u, v) in zip(
        ((left, top), (right, top), (right, bottom), (left, bottom)), CORNERS, strict=True
    ):
        page.mouse.move(*begin)
        page.mouse.down()
        page.mouse.move(left + u / SHEET[0] * (right - left), top + v / SHEET[1] * (bottom - top), steps=4)
        page.mouse.up()
    page.click("[data-act=straighten]")


def reddish(page: Page, cell: str) -> bool:
    """Whether the screen shows what is printed there, where nothing of ours is drawn."""
    x, y = Drawer(page).at(*place(cell))
    shot = page.screenshot(clip={"x": x + 6, "y": y + 6, "width": 1, "height": 1})
    red, green, _ = Image.open(io.BytesIO(shot)).convert("RGB").getpixel((0, 0))  # type: ignore[misc]
    return bool(red - green > 60)


def take(page: Page, symbol: str) -> None:
    """In hand, to draw with."""
    page.locator(f'.brush [data-chip="{symbol}"]').click()


def holds(page: Page, fact: str, found: str, agrees: bool) -> None:
    row = page.locator(f"[data-fact={fact}]")
    expect(row).to_contain_text(found)
    expect(row).to_have_attribute("data-holds", str(agrees).lower())


def test_an_owner_enters_the_printed_tokyo(page: Page, tmp_path: Path) -> None:
    page.set_viewport_size(ViewportSize(width=1440, height=1000))
    page.add_init_script(COUNT)
    drawer, wanted = Drawer(page), printed()
    drawer.begin("tokyo")
    lay(page, photograph(tmp_path / "sheet.png"))
    empty = next(cell for cell in ("b5", "e1", "h7") if cell not in cells(wanted))
    assert all(reddish(page, cell) for cell in MOVED.values()), "what is printed is seen where it belongs"
    assert not reddish(page, empty)
    page.click("[data-panel=facts]")
    holds(page, "stations", "52 of 52", True)
    assert page.evaluate(TAPS) == BEGINNING
    take(page, ".")
    for cell in MOVED:
        drawer.tap(cell)
    holds(page, "stations", "47 of 52", False)
    expect(page.get_by_role("status").filter(has_text="facts agree")).not_to_contain_text("7 of 7")
    signs = cells(wanted)
    symbols = sorted({signs[cell] for cell in (*MOVED.values(), *OTHER)})
    for symbol in symbols:
        take(page, symbol)
        for cell in (*MOVED.values(), *OTHER):
            if signs[cell] == symbol:
                drawer.tap(cell)
    holds(page, "stations", "52 of 52", True)
    holds(page, "loop", "8 of 8", True)
    expect(page.get_by_role("status").filter(has_text="facts agree")).to_contain_text("7 of 7")
    assert page.evaluate(TAPS) == BEGINNING + len(".") + len(symbols) + 2 * len(MOVED) + len(OTHER)
    assert drawer.saved()["stations"] == wanted["stations"]
    page.locator("[data-act=play]").click()
    page.wait_for_url("**/boards/own-*")
    assert page.url.rpartition("/")[2] == content_id(wanted)
    page.locator("[data-act=play]").click()
    player = Player(page)
    for _ in range(3):
        player.turn(first)
    view = player.view()
    assert (view["board"], len(player.look().tracks)) == (content_id(wanted), 3)
