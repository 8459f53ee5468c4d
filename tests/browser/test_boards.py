"""A city of one's own: on home, on its page, and played to the end with a friend and a bot."""

import asyncio
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import QUIET, SEED, Profile, listen, serving
from tests.browser.drawer import Drawer
from tests.browser.player import Player, first
from tests.browser.test_company import join, turn_if_asked
from tests.server.test_boards import EVIL, edo

from terminus.boards import content_id, shipped_document
from terminus.record.log import replay
from terminus.server.disk.exchange import import_from

PATIENCE = 60_000  # ms that bots may take to learn on a busy machine


def made(page: Page, document: dict[str, Any]) -> str:
    """A board of whoever looks at this page."""
    page.goto("/")
    answer = page.request.post("/api/boards", data={"document": document})
    assert answer.ok, answer.text()
    return str(answer.json()["id"])


def drawn(page: Page) -> str:
    """Our Tokyo, changed in ten places by clicks; the page of the city that came of it, and its name."""
    drawer = Drawer(page)
    drawer.begin("tokyo")
    before, after = (city["stations"].split("\n") for city in (shipped_document("tokyo"), edo()))
    for y, (old, new) in enumerate(zip(before, after, strict=True)):
        for x, (was, symbol) in enumerate(zip(old.split(), new.split(), strict=True)):
            if was != symbol:
                drawer.tool("symbol", symbol)
                drawer.tap(f"{chr(97 + x)}{y}")
    drawer.panel("city")
    drawer.enter("name", "Edo")
    page.locator("[data-act=play]").click()
    page.wait_for_url("**/boards/own-*")
    board = page.url.rpartition("/")[2]
    assert board == content_id(edo())
    return board


def score(log: bytes, folder: Path) -> Any:
    """What `terminus score` says of a log in a folder where there is nothing else."""
    (folder / "game.jsonl").write_bytes(log)
    command = [sys.executable, "-c", "from terminus.cli import main; main()", "score", "game.jsonl", "--json"]
    return json.loads(subprocess.run(command, cwd=folder, check=True, capture_output=True).stdout)


def shown_elsewhere(browser: Browser, log: Path) -> None:
    """The game is brought to a server that never saw its city, and shown there."""
    games: list[str] = []

    def bring(database: str) -> None:
        with ThreadPoolExecutor(1) as apart:  # Playwright has a loop on this thread
            done = apart.submit(lambda: asyncio.run(import_from(database, [log]))).result()
        games.extend(game for _, game in done.new)

    with serving(SEED, bring) as address:
        page = browser.new_page(base_url=address, **QUIET)
        page.goto(f"/r/{games[0]}")
        expect(page.get_by_role("heading", name="Edo")).to_be_visible()
        expect(page.locator(".mine [data-cell], svg.sheet [data-cell]")).to_have_count(52)
        page.close()


def test_our_tokyo_changed_in_ten_places_is_played_with_a_friend_and_a_bot(
    browser: Browser, profile: Profile, tmp_path: Path
) -> None:
    host, friend = profile().new_page(), profile()
    complaints = listen(host)
    board = drawn(host)
    expect(host.get_by_role("heading", name="Edo")).to_be_visible()
    expect(host.locator("main")).to_contain_text("52 stations")
    host.get_by_text("With friends").click()
    host.locator("[data-act=play]").click()
    code = (host.locator(".code").get_attribute("aria-label") or "").removeprefix("Code ")
    ben = join(friend, code, "Ben")
    expect(ben.locator(".lobby")).to_contain_text("Edo")
    host.locator("[data-bot=easy]").click()
    host.locator("[data-act=start]").click()
    players = [Player(page) for page in (host, ben)]
    for player in players:
        player.page.wait_for_selector(".play")
    host.reload()
    host.wait_for_selector(".mine [data-cell]")
    host.keyboard.press("?")
    expect(host.get_by_role("dialog")).to_be_visible()
    host.keyboard.press("Escape")
    while not host.locator(".end").count():
        for player in players:
            turn_if_asked(player)
    game = host.url.rsplit("/", 1)[-1]
    log = host.request.get(f"/api/games/{game}/log").body()
    table = replay(log)
    assert (table.over, table.ruleset.board.id, len(table.seats)) == (True, board, 3)
    assert score(log, tmp_path)["seats"] == json.loads(log.splitlines()[-1])["scores"]
    shown_elsewhere(browser, tmp_path / "game.jsonl")
    host.goto(f"/r/{game}")
    expect(host.get_by_role("heading", name="Edo")).to_be_visible()
    host.goto("/")
    expect(host.locator(".games").get_by_text("Edo")).to_be_visible()
    assert not complaints, complaints


def test_what_a_city_is_called_is_never_markup(page: Page) -> None:
    board = made(page, {**edo(EVIL), "note": EVIL})
    page.goto("/")
    page.get_by_role("link", name=EVIL).click()
    expect(page.get_by_role("heading", name=EVIL)).to_be_visible()
    page.locator("[data-act=play]").click()
    Player(page).turn(first)
    page.goto(f"/boards/{board}")
    page.locator("[data-act=take-off]").click()
    expect(page.get_by_role("link", name=EVIL)).to_have_count(0)


def test_its_page_says_whether_it_is_any_good_has_bots_learn_it_and_leads_to_its_cards(page: Page) -> None:
    board = made(page, edo("Edo of the bots"))
    page.goto(f"/boards/{board}")
    page.locator("[data-act=train]").click()
    expect(page.locator("[data-training] progress")).to_be_visible()
    expect(page.locator("[data-act=stop]")).to_be_visible()
    page.locator("[data-act=report]").click()
    report = page.locator("[data-report=done]")
    expect(report.locator("[data-heat] [data-cell]").first).to_be_visible(timeout=PATIENCE)
    expect(report.get_by_role("row", name="expert")).to_be_visible()
    expect(report.locator("[data-facts]")).to_contain_text("52 stations")
    expect(report.locator("[data-part]")).to_have_count(13 + 4)
    expect(report.locator("[data-part=G] .all")).to_have_text("8")
    expect(page.locator("[data-training=done]")).to_contain_text("have learned this city", timeout=PATIENCE)
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.get_by_role("link", name="Turn the cards").click()
    expect(page.get_by_label("Edo of the bots")).to_be_checked()
    page.locator("[data-act=begin]").click()
    page.locator("[data-act=turn]").click()
    expect(page.locator(".city")).to_have_text("Edo of the bots")
    page.goto(f"/count?conducted={page.url.rsplit('/', 1)[-1]}")
    expect(page.locator("main [data-cell]").first).to_be_visible()
    page.goto(f"/count?board={board}")
    expect(page.locator("main [data-cell]").first).to_be_visible()


def test_the_ratings_that_a_report_suggests_are_taken_over_by_whoever_made_the_city(
    browser: Browser, page: Page, server: str
) -> None:
    board = made(page, edo("Edo of other ratings"))
    page.goto(f"/boards/{board}")
    page.locator("[data-act=report]").click()
    taken = page.locator("[data-act=take-ratings]")
    taken.click(timeout=PATIENCE)
    Drawer(page).panel("city")
    ratings = page.locator("[data-field=ratings]").input_value()
    assert ratings != ", ".join(map(str, edo()["solo"]["ratings"]))
    saved = Drawer(page).saved()
    assert saved == edo("Edo of other ratings") | {"solo": {"ratings": list(map(int, ratings.split(", ")))}}
    stranger = browser.new_page(base_url=server, **QUIET)
    stranger.goto(f"/boards/{board}")
    expect(stranger.locator("[data-suggested]")).to_contain_text(ratings)
    expect(stranger.locator("[data-act=take-ratings]")).to_have_count(0)
    stranger.close()
