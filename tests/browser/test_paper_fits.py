"""Games on paper in every language on every size of screen: to begin, the cards, who follows, the sheets."""

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import QUIET
from tests.browser.fits import faults
from tests.record.test_sheets import drawn
from tests.strategies import played

from terminus.boards import board
from terminus.locale import LANGUAGES
from terminus.record.log import replay

SIZES = ((360, 740), (768, 1024), (1440, 900))
NAMES = ["Ann", "Ben", "Cleo", "Dorothea von Hohenheim"]
KEYS = {"city": "terminus-sheets-tokyo", "last": "terminus-conducting"}


def counted() -> dict[str, Any]:
    """Four sheets, on one of which something cannot be."""
    events = played(board("tokyo"), ["objectives", "gates"], random.Random(5), 4)
    sheets = [drawn(position, random.Random(1)) for position in replay(events).positions]
    line = board("tokyo").lines[0]
    sheets[0][line] = [*sheets[0].get(line, []), "a0-c0"]
    players = [{"name": name, "lines": lines} for name, lines in zip(NAMES, sheets, strict=True)]
    dealt = {module: events[0][module] for module in ("objectives", "gates")}
    game = {"board": "tokyo", "modules": ["objectives", "gates"], "dealt": dealt, "seats": players}
    return {"game": game, "away": [], "seat": 0, "line": line, "when": 1}


def checked(page: Page, what: str) -> None:
    """It fits on every screen, as it stands."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        assert faults(page) == [], f"{what}, {width}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_on_paper_fit_every_screen(browser: Browser, server: str, language: str) -> None:
    context = browser.new_context(base_url=server, locale=language, **QUIET)
    context.set_default_timeout(10_000)
    page = context.new_page()
    wish = {"board": "paris", "modules": ["objectives", "specials"], "all_cards": False, "names": NAMES}
    page.goto("/about")
    page.evaluate("(all) => localStorage.setItem(...all)", [KEYS["last"], json.dumps(wish)])
    page.evaluate("(all) => localStorage.setItem(...all)", [KEYS["city"], json.dumps(counted())])
    page.goto("/conduct")
    page.locator("[data-act=begin]:enabled").wait_for()
    checked(page, "to begin")
    page.locator("[data-act=begin]").click()
    turn = page.locator("[data-act=turn]")
    turn.wait_for()
    checked(page, "a round")
    code = page.url.rpartition("/")[2]
    for kind in ("opening", "cards"):
        page.wait_for_timeout(330)
        turn.click()
        expect(page.locator(".now")).to_have_attribute("data-kind", kind)
        checked(page, kind)
    page.locator("[data-act=more]").click()
    checked(page, "more")
    page.keyboard.press("Escape")
    page.locator("[data-act=others]").click()
    checked(page, "others")
    page.goto(f"/c/{code}")
    page.locator(".cards").wait_for()
    checked(page, "to follow")
    page.goto(f"/count?conducted={code}")
    page.locator("[data-turn]").wait_for()
    checked(page, "turn by turn")
    page.goto("/count?board=tokyo")
    page.locator("[data-problem]").wait_for()
    checked(page, "the sheets")
    page.locator("[data-setup] summary").click()
    checked(page, "set up")
    page.locator("[data-act=count-out]").click()
    checked(page, "counted out")
    context.close()
