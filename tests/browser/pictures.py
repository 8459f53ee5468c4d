"""python -m tests.browser.pictures [paper]: the page as it looks, into docs/pictures (`make pictures`); with
`paper` only what goes with games on paper and cities of one's own.

What there is to do, at the widths of a phone, a tablet and a desk, light and dark.
"""

import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, ViewportSize, sync_playwright
from tests.browser.conftest import CHROMIUM, FLAGS, ROOT
from tests.browser.player import Player, Sight
from tests.drawing.print import pages, printed
from tests.record.test_sheets import drawn
from tests.strategies import played
from tools.colours import EYES, seen

from terminus.boards import BOARDS, board, shipped_document
from terminus.record.log import replay

SIZES = (
    ViewportSize(width=360, height=740),
    ViewportSize(width=768, height=1024),
    ViewportSize(width=1440, height=900),
)
ENDS = SIZES[::2]  # of pages that are alike in between
THEMES = ("light", "dark")
FOLDER = ROOT / "docs" / "pictures"
COLOURS = 256
SEED = 20
DRAWING = "abcdefghjkmn"
PRINT_DENSE = 90  # dots to an inch


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


def ask_the_bot(page: Page) -> None:
    if not page.locator(".think").count():
        page.locator("[data-act=menu]").click()
        page.locator("dialog [role=switch]").check()
        page.keyboard.press("Escape")
    page.locator("[data-act=ask-bot]").click()


def on_paper(page: Page) -> str:
    """A game whose cards are being turned, by its code; and sheets of another that were entered."""
    wish = {"board": "tokyo", "modules": ["specials"], "names": ["Robin", "Kim", "Dorothea"]}
    page.goto("/about")
    for key, value in (
        ("terminus-conducting", wish | {"all_cards": False}),
        ("terminus-sheets-paris", entered()),
    ):
        page.evaluate("(all) => localStorage.setItem(...all)", [key, json.dumps(value)])
    page.goto("/conduct")
    page.locator("[data-act=begin]:enabled").click()
    page.locator("[data-act=turn]").wait_for()
    for _ in range(4):
        page.wait_for_timeout(330)
        page.keyboard.press("Space")
    page.wait_for_timeout(1500)  # until it is told
    return page.url.rpartition("/")[2]


def entered() -> dict[str, object]:
    """Two sheets, with something that cannot be."""
    events = played(board("paris"), ["gates"], random.Random(SEED), 2)
    sheets = [drawn(position, random.Random(SEED)) for position in replay(events).positions]
    sheets[0]["orange"].append("a0-b1")
    seats = [{"name": name, "lines": lines} for name, lines in zip(("Robin", "Kim"), sheets, strict=True)]
    game = {"board": "paris", "modules": ["gates"], "dealt": {"gates": events[0]["gates"]}, "seats": seats}
    return {"game": game, "away": [], "seat": 0, "line": "orange", "when": 1}


def three_quarters_on(page: Page) -> None:
    slider = page.get_by_role("slider")
    slider.fill(str(int(slider.get_attribute("max") or 0) * 3 // 4))
    page.locator("h1").click()


def shoot(
    page: Page,
    name: str,
    path: str,
    ready: str,
    act: Callable[[Page], None] | None = None,
    sizes: Sequence[ViewportSize] = SIZES,
) -> None:
    for theme in THEMES:
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        for size in sizes:
            page.set_viewport_size(size)
            page.goto(path)
            page.wait_for_selector(ready)
            page.wait_for_timeout(400)
            if act is not None:
                act(page)
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


def paper(page: Page) -> None:
    """On a phone and on a television: the cards, and the sheets as they are counted out; a sheet as it is
    printed; and what draws and judges a city of one's own."""
    code = on_paper(page)
    shoot(page, "conduct", f"/conduct/{code}", "[data-act=turn]", sizes=ENDS)
    shoot(page, "count", "/count?board=paris", "[data-outcome]", count_out, ENDS)
    print_sheet("tokyo")
    own_city(page)


def print_sheet(city: str) -> None:
    """The page with one sheet; drawn twice as large, for small letters."""
    with pages(printed(city))[1].to_image(resolution=2 * PRINT_DENSE).original as sheet:
        small = sheet.convert("RGB").reduce(2)
    small.quantize(COLOURS, kmeans=2).save(FOLDER / "print.png", optimize=True)


def own_city(page: Page) -> None:
    page.request.put(f"/api/drawings/{DRAWING}", data={"version": 0, "document": half_made()})
    shoot(page, "editor", f"/boards/edit/{DRAWING}", "[data-fault]", sizes=ENDS)
    page.request.post("/api/boards/tokyo/report")
    while page.request.get("/api/boards/tokyo/report").json()["state"] != "done":
        page.wait_for_timeout(500)
    shoot(page, "report", "/boards/tokyo", "[data-heat]", to_the_report, ENDS)


def half_made() -> dict[str, Any]:
    """A city that cannot be played yet: a line begins where no station is."""
    document = shipped_document("tokyo")
    line, *_ = document["departures"]
    return document | {"departures": document["departures"] | {line: "b0"}}


def to_the_report(page: Page) -> None:
    page.locator("[data-report]").evaluate("(report) => report.scrollIntoView()")


def count_out(page: Page) -> None:
    """As far as the districts of the second line."""
    page.locator("[data-act=count-out]").click()
    for _ in range(4):
        page.keyboard.press("ArrowRight")


def tour(page: Page) -> None:
    page.request.put("/api/me", data={"name": "Robin", "language": "en"})
    table = new_game(page, "london", [], ["medium", "easy"])
    end = new_game(page, "tokyo", ["objectives"], [])
    watched = new_game(page, "paris", ["gates"], ["medium"])
    play(page, end)
    play(page, watched)
    play(page, table, until_round=3)
    shoot(page, "home", "/", ".city")
    shoot(page, "table", f"/t/{table}", ".target")
    shoot(page, "end", f"/t/{end}", ".end")
    shoot(page, "replay", f"/r/{watched}", ".replay", three_quarters_on)
    afterwards(page, end)
    paper(page)
    page.emulate_media(color_scheme="light")
    for city in BOARDS:
        game = new_game(page, city, [], [])
        play(page, game)
        for_every_eye(page, city, game)


def afterwards(page: Page, game: str) -> None:
    """What one learns from a game that is over, and what helps in the next one."""
    helped = new_game(page, "london", [], [])
    turn = {"seat": 0, "round": 3, "turn": 4, "cards": "same", "against": True}
    other: str = page.request.post(f"/api/games/{game}/what-if", data=turn).json()["game"]
    shoot(page, "review", f"/r/{game}/review", "[data-graph]", sizes=ENDS)
    shoot(page, "practise", "/practise/paris+gates-3", ".mine .target", sizes=ENDS)
    shoot(page, "what-if", f"/t/{other}", ".target", sizes=ENDS)
    play(page, helped, until_round=2)
    shoot(page, "help", f"/t/{helped}", ".target", ask_the_bot, sizes=ENDS)


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
                (paper if sys.argv[1:] == ["paper"] else tour)(context.new_page())
                browser.close()
            server.terminate()


if __name__ == "__main__":
    main()
