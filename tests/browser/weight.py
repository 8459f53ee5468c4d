"""What a page weighs: the bytes of each answer as they come over the wire, heads and all."""

from playwright.sync_api import Browser, Page
from tests.browser.conftest import QUIET

TABLE = {"board": "london", "modules": [], "bots": [], "open": 0, "clock": None, "start": True}


def newcomer(browser: Browser, address: str, language: str = "en") -> Page:
    """The page of somebody who was never here."""
    return browser.new_context(base_url=address, locale=language, **QUIET).new_page()


def weighed(page: Page) -> list[int]:
    """The bytes of each answer that comes from now on."""
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    sizes: list[int] = []
    wire.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    return sizes


def new_table(page: Page) -> str:
    """The address of a game that has begun."""
    return f"/t/{page.request.post('/api/games', data=TABLE).json()['game']}"
