"""A city of one's own: on home, on its page, and played to the end with a friend and a bot."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect
from tests.browser.conftest import Profile, listen
from tests.browser.player import Player, first
from tests.browser.test_company import join, turn_if_asked
from tests.server.test_boards import EVIL, edo

from terminus.record.log import replay


def made(page: Page, document: dict[str, Any]) -> str:
    """A board of whoever looks at this page."""
    page.goto("/")
    answer = page.request.post("/api/boards", data={"document": document})
    assert answer.ok, answer.text()
    return str(answer.json()["id"])


def test_our_tokyo_changed_in_ten_places_is_played_with_a_friend_and_a_bot(
    profile: Profile, tmp_path: Path
) -> None:
    host, friend = profile().new_page(), profile()
    complaints = listen(host)
    board = made(host, edo())
    host.goto("/")
    host.get_by_role("link", name="Edo").click()
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
