"""Chromium for the browser tests: the machine's own, driven by Playwright.

Playwright's synchronous interface keeps an event loop running on the thread for as long as it is open, and
no asynchronous test can run beside it. So the browser lives as long as this package, not the session.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, TypedDict

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright
from tests.server.processes import wait_for

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

# The last such list is the one that counts, so it repeats what Playwright switches off.
WITHOUT = [
    "WebUIOmniboxPopup",  # pages of the address bar: a renderer for each window, and nobody types there
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
]
FLAGS = [
    f"--disable-features={','.join(WITHOUT)}",
    "--no-sandbox",  # root has none, and the pages are our own
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


class Quiet(TypedDict):
    """What every tab of a test has: nothing moves, and nothing that a worker kept answers for the server."""

    reduced_motion: Literal["reduce"]
    service_workers: Literal["block"]


QUIET: Quiet = {"reduced_motion": "reduce", "service_workers": "block"}


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("NO CHROMIUM on this machine: the page was not tested in a browser")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


ROOT = Path(__file__).parents[2]
PAGE = ROOT / "src" / "terminus" / "server" / "page" / "index.html"
SEED = 7


@pytest.fixture(scope="package")
def seed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of what the dealers begin from, also before the first test."""
    file = tmp_path_factory.mktemp("deals") / "seed"
    file.write_text(str(SEED))
    return file


@pytest.fixture(autouse=True)
def deals(request: pytest.FixtureRequest, seed: Path) -> None:
    """Every test has deals of its own, the same whatever was tested before it and beside it."""
    seed.write_text(str(zlib.crc32(request.node.nodeid.encode())))


@pytest.fixture(scope="package")
def server(seed: Path) -> Iterator[str]:
    with serving(str(seed)) as address:
        yield address


@contextmanager
def serving(seed: int | str, fill: Callable[[str], None] = lambda database: None) -> Iterator[str]:
    """The address of a real server with an empty database, or with what `fill` puts into it; its dealers
    shuffle by this seed and on, by what stands in this file, or under seals if it is `sealed`."""
    if not PAGE.exists():
        pytest.skip("THE PAGE IS NOT BUILT (no Node on this machine?): it was not tested in a browser")
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as folder:
        database = f"sqlite:///{folder}/games.sqlite3"
        fill(database)
        command = [sys.executable, "-m", "tests.browser.serve", database, str(seed)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            try:
                address = process.stdout.readline().strip()
                wait_for(address, process)
                yield address
            finally:
                process.terminate()


Profile = Callable[[], BrowserContext]


@pytest.fixture
def profile(browser: Browser, server: str) -> Iterator[Profile]:
    """Call it for a browser profile of its own, no cookies, no storage: one for each person at a table."""
    opened: list[BrowserContext] = []

    def fresh() -> BrowserContext:
        size = ViewportSize(width=1280, height=900)
        opened.append(browser.new_context(base_url=server, viewport=size, **QUIET))
        opened[-1].set_default_timeout(10_000)
        return opened[-1]

    yield fresh
    for context in opened:
        context.close()


@pytest.fixture
def context(profile: Profile) -> BrowserContext:
    return profile()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """An empty page. A script error or a complaint on its console fails the test."""
    tab = context.new_page()
    complaints = listen(tab)
    yield tab
    assert not complaints, complaints


def listen(tab: Page) -> list[str]:
    """What a page complains about from now on."""
    complaints: list[str] = []
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    tab.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    return complaints
