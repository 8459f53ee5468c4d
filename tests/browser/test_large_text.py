"""Whole games by those who hold a phone, zoom in, or have set large text; and every page fits them."""

import json
import random
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect
from tests.browser.conftest import CHROMIUM, FLAGS, QUIET
from tests.browser.fits import faults
from tests.browser.player import Player, first

from terminus.boards import board
from terminus.record.conduct import moments
from terminus.record.dealer import Dealer
from terminus.rules.ruleset import Ruleset

PHONE = ViewportSize(width=360, height=740)
SIDEWAYS = ViewportSize(width=740, height=360)
ZOOMED = ViewportSize(width=720, height=450)  # 1440 x 900 at 200 %
DESK = ViewportSize(width=1280, height=900)


def start(page: Page, board: str = "london", *modules: str) -> None:
    wish = {"board": board, "modules": modules, "bots": [], "open": 0, "clock": None, "start": True}
    page.goto(f"/t/{page.request.post('/api/games', data=wish).json()['game']}")
    page.wait_for_selector(".target")


# How far the map reaches under the bar at the foot of an upright phone, before anybody scrolls.
HIDDEN = """() => {
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  return box('section.paper').bottom + scrollY - box('.bottom').top;
}"""


def play(player: Player) -> None:
    """To the end; the page fits at the start of each round, in the middle of a turn, and at the end."""
    seen = 0
    while player.turn(first):
        here = player.page.evaluate("document.querySelector('.play')?.dataset.mine?.split(' ')[0] ?? ''")
        if here and int(here) != seen:
            seen = int(here)
            assert not faults(player.page)
    assert seen == 4
    assert not faults(player.page)
    assert player.view()["phase"] == "over"


@pytest.mark.parametrize("size", [PHONE, SIDEWAYS], ids=["upright", "sideways"])
def test_a_whole_game_by_touch(browser: Browser, server: str, size: ViewportSize) -> None:
    context = browser.new_context(
        base_url=server,
        viewport=size,
        has_touch=True,
        is_mobile=True,
        **QUIET,
    )
    page = context.new_page()
    start(page)
    assert size != PHONE or page.evaluate(HIDDEN) <= 0
    play(Player(page, finger=True))
    context.close()


def test_a_whole_game_at_200_percent(browser: Browser, server: str) -> None:
    context = browser.new_context(base_url=server, viewport=ZOOMED, device_scale_factor=2, **QUIET)
    page = context.new_page()
    start(page)
    play(Player(page))
    context.close()


Reader = Callable[[int], BrowserContext]


@pytest.fixture
def reader(browser: Browser, server: str, tmp_path: Path) -> Iterator[Reader]:
    """Call it with a size for the browser of somebody who has set that as the size of text, in px."""
    opened: list[BrowserContext] = []

    def with_font(size: int) -> BrowserContext:
        preferences = tmp_path / str(size) / "Default" / "Preferences"
        preferences.parent.mkdir(parents=True)
        preferences.write_text(json.dumps({"webkit": {"webprefs": {"default_font_size": size}}}))
        opened.append(
            browser.browser_type.launch_persistent_context(
                str(tmp_path / str(size)),
                executable_path=CHROMIUM,
                args=FLAGS,
                base_url=server,
                viewport=PHONE,
                **QUIET,
            )
        )
        return opened[-1]

    yield with_font
    for context in opened:
        context.close()


def test_a_whole_game_with_letters_of_24_px(reader: Reader) -> None:
    page = reader(24).pages[0]
    start(page)
    assert page.evaluate(HIDDEN) <= 60  # nearly all of it: the letters take the rest
    play(Player(page))
    page.get_by_role("link", name="Watch the replay").click()
    page.wait_for_selector(".replay")
    assert not faults(page)
    page.set_viewport_size(DESK)
    assert not faults(page)
    read_in_german(reader(32), page)


@pytest.mark.parametrize("city", [("tokyo", "specials"), ("paris", "gates")], ids=["tokyo", "paris"])
def test_the_map_stays_in_sight_above_the_largest_letters(reader: Reader, city: tuple[str, str]) -> None:
    """Two cards, the last card, a card that was missed, a new round: at most two rows lie under the foot."""
    page = reader(32).pages[0]
    page.request.put("/api/me", data={"language": "de"})
    start(page, *city)
    player = Player(page)
    while player.view()["round"] < 3:
        page.evaluate("scrollTo(0, 0)")
        assert page.evaluate(HIDDEN) <= 70, page.locator("main").inner_text()
        player.turn(first)


def begins_with_a_visit(seed: int) -> bool:
    """Whether the second round of this dealer's game begins with the card that says the most."""
    city = Ruleset.of(board("paris"), ["gates"])
    turned = (moment.event for moment in moments(city, ["one"], Dealer(random.Random(seed))) if moment.event)
    second = next(event for event in turned if event["event"] == "flip" and event["round"] == 2)
    return bool(second["cards"] == ["underground/joker"])


def test_the_map_stays_in_sight_where_a_round_begins_with_the_longest_words(
    reader: Reader, seed: Path
) -> None:
    seed.write_text(str(next(filter(begins_with_a_visit, count()))))
    page = reader(32).pages[0]
    page.request.put("/api/me", data={"language": "de"})
    start(page, "paris", "gates")
    player = Player(page)
    while player.view()["round"] < 2:
        player.turn(first)
    expect(page.locator(".prompt")).to_contain_text("Besichtigung")
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate(HIDDEN) <= 70, page.locator("main").inner_text()


def read_in_german(context: BrowserContext, page: Page) -> None:
    """The game that was just played, and what is there to read, in the largest text and the longest words."""
    context.add_cookies([{**cookie} for cookie in page.context.cookies()])  # type: ignore[typeddict-item]
    game = page.url.split("/")[4]
    large = context.pages[0]
    large.request.put("/api/me", data={"language": "de"})
    for path, ready in (
        (f"/t/{game}", ".end .pad"),
        (f"/r/{game}/2", ".replay .step"),
        ("/learn", "[data-lesson]"),
        ("/rules/tokyo", ".chapter article"),
    ):
        large.goto(path)
        large.wait_for_selector(ready)
        assert not faults(large), path


@pytest.mark.parametrize("size", [24, 32])
def test_every_page_fits_large_letters(reader: Reader, size: int) -> None:
    page = reader(size).pages[0]
    page.request.put("/api/me", data={"language": "de"})  # the longest words
    wish = {"board": "tokyo", "modules": ["objectives", "powers"], "bots": ["easy"], "clock": None}
    for path, ready, wanted in (
        ("/", ".city", None),
        ("/about", "h1", None),
        (None, ".play [data-act=confirm]", {**wish, "open": 0, "start": True}),
        (None, ".lobby", {**wish, "open": 2, "start": False}),
    ):
        game = page.request.post("/api/games", data=wanted).json()["game"] if wanted else ""
        page.goto(path or f"/t/{game}")
        page.wait_for_selector(ready)
        for viewport in (PHONE, DESK):
            page.set_viewport_size(viewport)
            assert not faults(page), (path, viewport)
