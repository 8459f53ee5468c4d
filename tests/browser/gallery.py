"""python -m tests.browser.gallery FOLDER [PAGE…]: every page in every language, size and theme, to look at.

One picture for each page, size and theme, the languages side by side: `make gallery`, then open the folder.
"""

import subprocess
import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, FilePayload, Page, ViewportSize, sync_playwright
from tests.browser.conftest import CHROMIUM, FLAGS, ROOT
from tests.browser.pictures import DRAWING, SEED, ask_the_bot, new_game, on_paper, play

from terminus.boards import shipped_document
from terminus.cli import main as main_of_terminus
from terminus.locale import LANGUAGES

SIZES = ((360, 740), (740, 360), (768, 1024), (1440, 900))
THEMES = ("light", "dark")
BROKEN = "nmkjhgfedcba"
LONGEST = 2600  # pixels of a long page that are shown

Act = Callable[[Page], object]


def click(selector: str) -> Act:
    return lambda page: page.locator(selector).first.click()


def key(name: str) -> Act:
    return lambda page: page.keyboard.press(name)


# The middle of a station that is not lit.
DARK = """() => {
  const middle = (node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const lit = [...document.querySelectorAll('.target .halo')].map(middle);
  const far = ([x, y]) => lit.every(([a, b]) => Math.hypot(x - a, y - b) > 30);
  return [...document.querySelectorAll('.mine [data-cell]')].map(middle).find(far);
}"""


def lay_a_photograph(page: Page) -> None:
    picture = BytesIO()
    Image.effect_noise((600, 800), 90).convert("RGB").save(picture, "PNG")
    page.click("[data-panel=photo]")
    sheet = FilePayload(name="sheet.png", mimeType="image/png", buffer=picture.getvalue())
    page.locator("[data-field=photo]").set_input_files(sheet)
    page.wait_for_selector(".photo canvas")


def ask_for_a_report(page: Page) -> None:
    if page.locator("[data-act=report]").count():
        page.locator("[data-act=report]").click()
    page.wait_for_selector("[data-report=done]", timeout=120_000)


def tap_what_is_dark(page: Page) -> None:
    page.mouse.click(*page.evaluate(DARK))


def down_to(selector: str) -> Act:
    return lambda page: page.locator(selector).first.evaluate("node => node.scrollIntoView()")


def face_up(page: Page) -> None:
    page.locator("[data-act=face-up]").click()
    page.wait_for_selector("[data-face-up]", timeout=60_000)
    down_to("section:has([data-face-up])")(page)


def in_my_language(page: Page) -> None:
    page.locator(f"#l-{page.request.get('/api/me').json()['language']}").check()


def played_on(page: Page, game: str, round_: int, until_round: int | None) -> str:
    """A game that plays on from a turn of a finished one, against what happened there."""
    wish = {"seat": 0, "round": round_, "turn": 2, "cards": "same", "against": True}
    found: str = page.request.post(f"/api/games/{game}/what-if", data=wish).json()["game"]
    play(page, found, until_round=until_round)
    return found


def report(page: Page, game: str, folder: Path) -> str:
    """The page to keep of a game, as a file's address."""
    log, kept = folder / "game.jsonl", folder / "report.html"
    log.write_text(page.request.get(f"/api/games/{game}/log").text(), encoding="utf-8")
    main_of_terminus(["analyse", str(log), "--html", str(kept)])
    return kept.as_uri()


def prepared(context: BrowserContext, folder: Path) -> dict[str, tuple[str, str, Act | None, bool]]:
    """Every page: its address, what it shows when it is ready, what is done there, and whether it scrolls."""
    page = context.new_page()
    page.request.put("/api/me", data={"name": "Robin", "language": "en"})
    solo, company = (
        new_game(page, "tokyo", ["objectives"], []),
        new_game(page, "paris", ["gates"], ["medium"]),
    )
    playing = new_game(page, "london", ["objectives", "powers"], ["medium", "easy"])
    alone = new_game(page, "tokyo", ["specials"], [])
    play(page, solo)
    play(page, company)
    play(page, playing, until_round=3)
    play(page, alone, until_round=2)
    helped = new_game(page, "london", [], [])
    play(page, helped, until_round=2)
    on, over = played_on(page, solo, 2, 3), played_on(page, solo, 4, None)
    kept = report(page, solo, folder)
    wish = {"board": "london", "modules": [], "bots": ["easy"], "open": 1, "clock": 60, "start": False}
    lobby = page.request.post("/api/games", data=wish).json()["game"]
    lesson = page.request.post("/api/lessons/first").json()["game"]
    city = {"document": shipped_document("tokyo") | {"name": "Edo"}}
    own = page.request.post("/api/boards", data=city).json()["id"]
    page.request.put(f"/api/drawings/{DRAWING}", data={"version": 0, **city})
    broken = city["document"] | {"solo": {"ratings": [3]}, "departures": {"purple": "d0"}}
    page.request.put(f"/api/drawings/{BROKEN}", data={"version": 0, "document": broken})
    code = on_paper(page)
    page.close()
    return {
        "conduct": ("/conduct", "[data-act=begin]", None, True),
        "conduct-card": (f"/conduct/{code}", "[data-act=turn]", None, True),
        "conduct-more": (f"/conduct/{code}", "[data-act=turn]", click("[data-act=more]"), False),
        "follow": (f"/c/{code}", ".cards", None, True),
        "count": ("/count?board=paris", "[data-outcome]", None, True),
        "count-out": ("/count?board=paris", "[data-outcome]", click("[data-act=count-out]"), False),
        "count-turns": (f"/count?conducted={code}", "[data-turn]", None, True),
        "print": ("/", ".city", click("[data-act=print]"), False),
        "home": ("/", ".city", None, True),
        "about": ("/about", "h1", None, True),
        "learn": ("/learn", "h1", None, True),
        "practise": ("/practise", "[data-set]", None, True),
        "exercise": ("/practise/paris+gates-3", ".mine .target", None, True),
        "exercise-shown": ("/practise/paris+gates-3", ".mine .target", click("[data-act=show]"), True),
        "boards": ("/boards", "[data-drawing]", None, True),
        "board": (f"/boards/{own}", "svg.sheet", None, True),
        "editor": (f"/boards/edit/{DRAWING}", "svg.drawing", None, True),
        "editor-rules": (f"/boards/edit/{DRAWING}", "svg.drawing", click("[data-panel=rules]"), True),
        "editor-faults": (
            f"/boards/edit/{BROKEN}",
            "[data-fault]",
            click("[data-fault^=solo]"),
            True,
        ),
        "editor-photo": (f"/boards/edit/{DRAWING}", "svg.drawing", lay_a_photograph, True),
        "board-report": (f"/boards/{own}", "svg.sheet", ask_for_a_report, True),
        "lesson": (f"/t/{lesson}", ".coach", None, False),
        "rules": ("/rules", "h1", None, True),
        "rules-london": ("/rules/london", "h1", None, True),
        "rules-tokyo": ("/rules/tokyo", "h1", None, True),
        "rules-paris": ("/rules/paris", "h1", None, True),
        "rules-objectives": ("/rules/modules/objectives", "h1", None, True),
        "rules-powers": ("/rules/modules/powers", "h1", None, True),
        "rules-specials": ("/rules/modules/specials", "h1", None, True),
        "rules-gates": ("/rules/modules/gates", "h1", None, True),
        "rules-lost": ("/rules/atlantis", "body", None, False),
        "lobby": (f"/t/{lobby}", ".code, .lobby", None, True),
        "table": (f"/t/{playing}", ".target", None, False),
        "table-alone": (f"/t/{alone}", ".target", None, False),
        "table-help": (f"/t/{playing}", ".target", key("?"), False),
        "table-menu": (f"/t/{playing}", ".target", click("[data-act=menu]"), False),
        "end-solo": (f"/t/{solo}", ".end", None, True),
        "end-company": (f"/t/{company}", ".end", None, True),
        "replay": (f"/r/{company}/60", ".replay", None, True),
        "replay-what-if": (f"/r/{solo}/30", ".replay", click("[data-act=play-on-from-here]"), False),
        "table-what-if": (f"/t/{on}", ".race", None, False),
        "end-what-if": (f"/t/{over}", "[data-then]", None, True),
        "table-think": (f"/t/{helped}", ".target", ask_the_bot, True),
        "review": (f"/r/{solo}/review", "[data-graph]", None, True),
        "review-list": (f"/r/{solo}/review", "[data-graph]", down_to("section:has([data-turn])"), False),
        "review-company": (f"/r/{company}/review", "[data-graph]", down_to("section:has(tfoot)"), False),
        "review-parted": (f"/r/{company}/review", "[data-graph]", down_to("li:has([data-parted])"), False),
        "review-face-up": (f"/r/{solo}/review", "[data-graph]", face_up, False),
        "report": (kept, "h1", in_my_language, True),
        "table-why": (f"/t/{playing}", ".target", tap_what_is_dark, False),
        "settings": ("/", ".city", click("header .quiet:not(.theme)"), False),
        "lost": ("/nowhere/at/all", "body", None, False),
        "no-code": ("/j/ABCDEF", "h1", None, False),
        "no-seat": ("/s/nonsense", "h1", None, False),
        "no-replay": ("/r/nothing", "h1", None, False),
        "no-table": ("/t/nothing", "body", None, False),
    }


def shot(page: Page, address: str, ready: str, act: Act | None, scrolls: bool, file: Path) -> Image.Image:
    page.goto(address)
    page.wait_for_selector(ready)
    page.wait_for_timeout(250)
    if act is not None:
        act(page)
        page.wait_for_timeout(250)
    page.screenshot(path=file, full_page=scrolls)
    with Image.open(file) as picture:
        return picture.convert("RGB").crop((0, 0, picture.width, min(LONGEST, picture.height)))


def beside(pictures: list[Image.Image]) -> Image.Image:
    across = sum(one.width for one in pictures) + 12 * (len(pictures) - 1)
    whole = Image.new("RGB", (across, max(one.height for one in pictures)), "white")
    x = 0
    for one in pictures:
        whole.paste(one, (x, 0))
        x += one.width + 12
    return whole


def exhibit(browser: Browser, address: str, folder: Path, wanted: list[str]) -> None:
    context = browser.new_context(base_url=address, reduced_motion="reduce")
    pages = prepared(context, folder)
    page = context.new_page()
    for name, (path, ready, act, scrolls) in pages.items():
        if wanted and name not in wanted:
            continue
        for width, height in SIZES:
            page.set_viewport_size(ViewportSize(width=width, height=height))
            for theme in THEMES:
                page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
                row = []
                for language in LANGUAGES:
                    page.request.put("/api/me", data={"language": language})
                    page.goto("about:blank")
                    row.append(shot(page, path, ready, act, scrolls, folder / "one.png"))
                beside(row).save(folder / f"{name}-{width}-{theme}.png")
        print(name, flush=True)


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as memory:
        command = [
            sys.executable,
            "-m",
            "tests.browser.serve",
            f"sqlite:///{memory}/games.sqlite3",
            str(SEED),
        ]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
                exhibit(browser, address, folder, sys.argv[2:])
                browser.close()
            server.terminate()


if __name__ == "__main__":
    main()
