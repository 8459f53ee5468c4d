"""Shuffled fairly: a tick after a round that the page has worked out itself, and a cross otherwise."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.browser.conftest import QUIET, serving
from tests.browser.player import Player, first

POST = """async ([path, data]) => {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(data) });
  return answer.json();
}"""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving("sealed") as address:
        yield address


def look_after_the_first_round(page: Page) -> None:
    """Play it from home, and open what the tick says."""
    page.get_by_role("button", name="London").click()
    page.wait_for_selector(".play")
    player = Player(page)
    while player.view()["round"] == 1:
        player.turn(first)
    fair = page.locator("[data-fair]")
    expect(fair).to_have_attribute("data-fair", "yes")
    fair.click()


def test_a_tick_after_a_round_and_a_cross_on_a_tampered_answer(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="London").click()
    page.wait_for_selector(".play")
    player = Player(page)
    fair = page.locator("[data-fair]")
    expect(fair).to_have_count(0)
    assert player.view()["contribute"] == []
    while player.view()["round"] == 1:
        player.turn(first)
    expect(fair).to_have_attribute("data-fair", "yes")
    expect(fair).to_contain_text("Shuffled fairly")
    fair.click()
    rounds = page.get_by_role("dialog").get_by_role("listitem")
    expect(rounds).to_have_text(
        [f"✓ {name}: as it was sealed, and your page has added to it" for name in ("The deal", "Round 1")]
    )
    page.keyboard.press("Escape")

    def tampered(route: Route) -> None:
        lines = [json.loads(line) for line in route.fetch().text().splitlines()]
        flip = next(event for event in lines if event["event"] == "flip")
        flip["cards"] = ["street/circle" if flip["cards"] != ["street/circle"] else "street/joker"]
        route.fulfill(body="\n".join(json.dumps(event) for event in lines))

    page.route("**/log", tampered)
    page.reload()
    expect(fair).to_have_attribute("data-fair", "no")
    expect(fair).to_contain_text("Not shuffled as it was sealed")
    fair.click()
    expect(rounds.last).to_have_text("✗ Round 1: The cards are not the ones that follow.")


def test_a_tick_where_browsers_offer_no_cryptography(browser: Browser, server: str) -> None:
    """As they do on a plain http address in the local network, which no certificate can have."""
    lacking = "delete Crypto.prototype.subtle; delete Crypto.prototype.randomUUID"
    context = browser.new_context(base_url=server, **QUIET)
    context.add_init_script(lacking)
    page = context.new_page()
    page.goto("/")
    assert page.evaluate("[typeof crypto.subtle, typeof crypto.randomUUID]") == ["undefined", "undefined"]
    look_after_the_first_round(page)
    rounds = page.get_by_role("dialog").get_by_role("listitem")
    expect(rounds.last).to_have_text("✓ Round 1: as it was sealed, and your page has added to it")
    context.close()


def test_no_alarm_for_somebody_who_left_before_the_cards(page: Page, browser: Browser, server: str) -> None:
    """What they had contributed went with their seat, and they look on."""
    page.goto("/")
    new = {"board": "london", "open": 1}
    made = page.evaluate(POST, ["/api/games", new])
    game = made["game"]
    page.goto(f"/t/{game}")
    context = browser.new_context(base_url=server, **QUIET)
    guest = context.new_page()
    guest.goto("/")
    guest.evaluate(POST, [f"/api/games/{game}/join", {"name": "Guest"}])
    guest.goto(f"/t/{game}")
    kept = f"JSON.parse(localStorage.getItem('terminus-seals-{game}') ?? '{{}}').taken?.length"
    guest.wait_for_function(f"() => {kept} === 5")
    guest.goto("/about")
    page.get_by_label("Remove Guest").click()
    page.locator("[data-act=start]").click()
    page.wait_for_selector(".play, [data-act=start-without]")
    if page.locator("[data-act=start-without]").count():
        page.locator("[data-act=start-without]").click()
    page.wait_for_selector(".play")
    player = Player(page)
    while player.view()["round"] == 1:
        player.turn(first)
    assert guest.evaluate(kept) == 5, "nobody has told this page that its seat is gone"
    guest.goto(f"/t/{game}")
    expect(guest.locator("[data-fair]")).to_have_attribute("data-fair", "yes")
    context.close()


def test_a_game_begins_where_nothing_can_be_kept(page: Page) -> None:
    """And the page says what it cannot check then."""
    page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }"
    )
    page.goto("/")
    look_after_the_first_round(page)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("has not kept the seals")
    expect(dialog.get_by_role("listitem").last).to_contain_text("and your page has added to it")
