"""python -m tests.browser.pictures: the page as it looks, into docs/pictures (`make pictures`).

Home, table, end and replay, at the widths of a phone, a tablet and a desk, light and dark.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, ViewportSize, sync_playwright
from tests.browser.conftest import CHROMIUM, FLAGS, ROOT
from tests.browser.player import Player, Sight
from tools.colours import EYES, seen

from terminus.boards import BOARDS

SIZES = (
    ViewportSize(width=360, height=740),
    ViewportSize(width=768, height=1024),
    ViewportSize(width=1440, height=900),
)
THEMES = ("light", "dark")
FOLDER = ROOT / "docs" / "pictures"
COLOURS = 256


def best(player: Player, sight: Sight) -> str | None:
    """Whatever is worth most by the server's own figures, as long as there is something to draw."""
    options = {option["do"]: option for option in player.view()["answer"]["options"]}
    lit = [target.do for target in sight.targets if target.do in options]
    if not lit or (sight.begun and sight.complete and not options[lit[0]]["section"]):
        return None
    return max(lit, key=lambda do: options[do]["total"] or 0)


def new_game(page: Page, board: str, modules: list[str], bots: list[str]) -> str:
    wish: dict[str, Any] = {
        "board": board,
        "modules": modules,
        "bots": bots,
        "open": 0,
        "clock": None,
        "start": True,
    }
    game: str = page.request.post("/api/games", data=wish).json()["game"]
    return game


def play(page: Page, game: str, until_round: int | None = None) -> None:
    page.goto(f"/t/{game}")
    player = Player(page)
    while player.turn(best):
        if until_round and player.view()["round"] >= until_round and player.view()["turn"] >= 4:
            return


def shoot(page: Page, name: str, path: str, ready: str) -> None:
    for theme in THEMES:
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        for size in SIZES:
            page.set_viewport_size(size)
            page.goto(path)
            page.wait_for_selector(ready)
            page.wait_for_timeout(400)
            if name == "replay":
                slider = page.get_by_role("slider")
                slider.fill(str(int(slider.get_attribute("max") or 0) * 3 // 4))
                page.locator("h1").click()
            page.wait_for_timeout(400)
            file = FOLDER / f"{name}-{size['width']}-{theme}.png"
            page.screenshot(path=file)
            with Image.open(file) as picture:
                picture.convert("RGB").quantize(COLOURS, kmeans=2).save(file, optimize=True)


def for_every_eye(page: Page, city: str, game: str) -> None:
    """A finished sheet as it is, and as those see it who lack a kind of cones: side by side."""
    page.set_viewport_size(ViewportSize(width=320, height=900))
    page.goto(f"/t/{game}")
    file = FOLDER / f"colours-{city}.png"
    page.locator(".end svg.sheet").first.screenshot(path=file)
    with Image.open(file) as shot:
        sheet = shot.convert("RGB").quantize(96, kmeans=3, dither=Image.Dither.NONE)
    parts = [part / 255 for part in sheet.getpalette() or []]
    colours = list(zip(parts[0::3], parts[1::3], parts[2::3], strict=True))
    row = Image.new("RGB", (sheet.width * len(EYES), sheet.height))
    for place, eyes in enumerate(EYES):
        sheet.putpalette([round(255 * part) for colour in colours for part in seen(colour, eyes)])
        row.paste(sheet.convert("RGB"), (place * sheet.width, 0))
    row.quantize(128, kmeans=2, dither=Image.Dither.NONE).save(file, optimize=True)


def tour(page: Page) -> None:
    page.request.put("/api/me", data={"name": "Robin", "language": "en"})
    table = new_game(page, "london", [], ["medium", "easy"])
    end = new_game(page, "tokyo", ["objectives"], [])
    replay = new_game(page, "paris", ["gates"], ["medium"])
    play(page, end)
    play(page, replay)
    play(page, table, until_round=3)
    shoot(page, "home", "/", ".city")
    shoot(page, "table", f"/t/{table}", ".target")
    shoot(page, "end", f"/t/{end}", ".end")
    shoot(page, "replay", f"/r/{replay}", ".replay")
    page.emulate_media(color_scheme="light")
    for city in BOARDS:
        game = new_game(page, city, [], [])
        play(page, game)
        for_every_eye(page, city, game)


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'games.sqlite3'}"
        command = [sys.executable, "-m", "tests.browser.serve", database, "sealed"]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
                size = ViewportSize(width=1280, height=900)
                context = browser.new_context(base_url=address, viewport=size, reduced_motion="reduce")
                tour(context.new_page())
                browser.close()
            server.terminate()


if __name__ == "__main__":
    main()
