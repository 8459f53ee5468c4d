"""The installed page: it opens without a network, and a new build takes the place of the old one."""

import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import PAGE, ROOT

KEPT = "navigator.serviceWorker.controller ? caches.keys() : []"


def kept(tab: Page, number: int, name: str = "terminus-") -> list[str]:
    """The names of what the worker keeps, once it is in charge and keeps so many, this one with them."""
    for _ in range(200):
        names: list[str] = tab.evaluate(KEPT)
        if len(names) == number and any(name in one for one in names):
            return names
        tab.wait_for_timeout(50)
    raise AssertionError(names)


@pytest.fixture
def tab(browser: Browser) -> Iterator[Page]:
    """A page in a browser that keeps service workers."""
    context = browser.new_context(reduced_motion="reduce", locale="de")
    context.set_default_timeout(30_000)
    yield context.new_page()
    context.close()


def test_it_opens_without_a_network(server: str, tab: Page) -> None:
    tab.goto(server)
    kept(tab, 1)
    tab.get_by_label("Sprache").select_option("fr")
    expect(tab.locator("html")).to_have_attribute("lang", "fr")
    tab.context.set_offline(True)
    tab.reload(wait_until="commit")
    expect(tab.get_by_role("status")).to_contain_text("Pas de réseau")
    expect(tab.locator(".city")).to_have_count(3)
    tab.goto(f"{server}/about")
    expect(tab.locator("main h1")).to_be_visible()
    assert tab.evaluate("fetch('/api/levels').then(() => 'kept', () => 'not kept')") == "not kept"
    tab.context.set_offline(False)
    tab.goto(server)
    expect(tab.locator(".offline")).to_have_count(0)
    expect(tab.locator(".city")).to_have_count(3)


def test_without_a_network_every_page_says_what_can_be_done(server: str, tab: Page) -> None:
    tab.goto(server)
    kept(tab, 1)
    game = tab.request.post(f"{server}/api/games", data={"board": "london", "start": True}).json()["game"]
    tab.context.set_offline(True)
    tab.locator(".city").first.click()
    expect(tab.locator(".city").first).to_contain_text("Kein Netz")
    expect(tab.locator("[aria-live=polite]").filter(has_text="Kein Netz").first).to_be_attached()
    tab.goto(f"{server}/learn", wait_until="commit")
    expect(tab.get_by_role("status")).to_contain_text("Die Lektionen brauchen den Server")
    expect(tab.locator("main h2")).to_have_count(0)
    for address, there in ((f"/t/{game}", ".play"), (f"/r/{game}", ".replay")):
        tab.goto(f"{server}{address}", wait_until="commit")
        expect(tab.get_by_role("status")).to_contain_text("Kein Netz")
        expect(tab.get_by_role("link", name="Startseite").last).to_be_visible()
        tab.context.set_offline(False)
        expect(tab.locator(there)).to_be_visible()
        tab.context.set_offline(True)


class Build(SimpleHTTPRequestHandler):
    """A built page in a folder, and of the interface only that there are no boards."""

    def do_GET(self) -> None:
        if self.path.startswith("/api"):
            self.send_response(200 if self.path in ("/api/boards", "/api/boards/kit") else 404)
            self.send_header("content-type", "application/json")
            self.end_headers()
            self.wfile.write(b"[]")
            return
        if not Path(self.translate_path(self.path)).is_file():
            self.path = "/index.html"
        super().do_GET()

    def end_headers(self) -> None:
        self.send_header("cache-control", "no-store")
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    if not PAGE.exists():
        pytest.skip("THE PAGE IS NOT BUILT (no Node on this machine?): it was not tested in a browser")
    return Path(copytree(PAGE.parent, tmp_path / "page"))


@pytest.fixture
def builds(folder: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Build, directory=str(folder))) as http:
        threading.Thread(target=http.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{http.server_port}"
        http.shutdown()


def build_anew(folder: Path, version: str) -> None:
    worker = (folder / "worker.js").read_text("utf-8").split("\n", 1)[1]
    (folder / "worker.js").write_text(f"const VERSION = '{version}';\n{worker}", "utf-8")
    html = (folder / "index.html").read_text("utf-8")
    (folder / "index.html").write_text(html.replace("<body", f'<body data-build="{version}"', 1), "utf-8")


def test_a_new_build_takes_the_place_of_the_old(builds: str, folder: Path, tab: Page) -> None:
    tab.goto(builds)
    first = kept(tab, 1)
    for version in ("second", "third"):
        build_anew(folder, version)
        tab.reload()
        # At once: the server is asked first.
        expect(tab.locator(f"body[data-build={version}]")).to_have_count(1)
        names = kept(tab, 2, version)
    assert first[0] not in names, "only the last build's files are kept beside"
    tab.context.set_offline(True)
    tab.reload(wait_until="commit")
    expect(tab.locator("body[data-build=third]")).to_have_count(1)


def test_the_manifest_names_pictures_that_are_there() -> None:
    public = ROOT / "web" / "public"
    manifest = json.loads((public / "manifest.webmanifest").read_text("utf-8"))
    purposes = {icon.get("purpose", "any") for icon in manifest["icons"]}
    assert (manifest["display"], manifest["start_url"], purposes) == ("standalone", "/", {"any", "maskable"})
    for icon in manifest["icons"]:
        file = public / icon["src"][1:]
        if file.suffix == ".png":
            with Image.open(file) as picture:
                assert f"{picture.width}x{picture.height}" == icon["sizes"]
    with Image.open(public / "apple-touch-icon.png") as picture:
        assert picture.size == (180, 180)
