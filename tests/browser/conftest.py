"""Chromium for the browser tests: the machine's own, driven by Playwright.

Playwright's synchronous interface keeps an event loop running on the thread for as long as it is open, and
no asynchronous test can run beside it. So the browser lives as long as this package, not the session.
"""

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

FLAGS = [
    "--no-sandbox",  # root has none, and the pages are our own
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("NO CHROMIUM on this machine: the page was not tested in a browser")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser profile of its own: no cookies, no storage. Ask `browser` for more to seat more players."""
    fresh = browser.new_context()
    fresh.set_default_timeout(10_000)
    yield fresh
    fresh.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """An empty page. A script error or a complaint on its console fails the test."""
    complaints: list[str] = []
    tab = context.new_page()
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    tab.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    yield tab
    assert not complaints, complaints
