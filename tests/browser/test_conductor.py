"""Beside the cards: timer, full screen, sound, a screen that is awake, a page without a network."""

import json
from collections.abc import Iterator
from contextlib import nullcontext

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect
from tests.browser.test_conduct import KEPT, begin, turn
from tests.browser.test_offline import kept as worker_keeps

# A browser that has all of it, and notes what it was asked for.
ASKED = """
globalThis.asked = [];
const note = (what) => asked.push(what);
Object.defineProperty(navigator, 'wakeLock', { value: {
  request: async (what) => (note(`awake ${what}`), { release: async () => note('asleep') }),
} });
let full = null;
Object.defineProperty(document, 'fullscreenEnabled', { get: () => true });
Object.defineProperty(document, 'fullscreenElement', { get: () => full });
Element.prototype.requestFullscreen = async function () { full = this; note(`full ${this.localName}`); };
Document.prototype.exitFullscreen = async () => { full = null; note('not full'); };
const start = OscillatorNode.prototype.start;
const noise = AudioBufferSourceNode.prototype.start;
OscillatorNode.prototype.start = function (at) { note('sound'); start.call(this, at); };
AudioBufferSourceNode.prototype.start = function (at) { note('sound'); noise.call(this, at); };
"""
NO_ROOM = """
const set = Storage.prototype.setItem;
Storage.prototype.setItem = function (key, value) {
  if (this === localStorage) throw new DOMException('no room', 'QuotaExceededError');
  set.call(this, key, value);
};
"""


def asked(page: Page, what: str) -> int:
    found: int = page.evaluate("(what) => asked.filter((one) => one === what).length", what)
    return found


def test_a_timer_counts_each_card_down_and_warns(page: Page) -> None:
    page.clock.install()
    begin(page, "London", ["Ann"])
    page.locator("[data-act=more]").click()
    page.get_by_role("radio", name="30 s").check(force=True)
    page.get_by_role("button", name="Close").click()
    timer = page.get_by_role("timer")
    expect(timer).to_have_count(0)  # between two rounds nobody is in a hurry

    def next_card() -> None:
        page.clock.run_for(400)
        page.keyboard.press("Space")

    next_card()
    expect(timer).to_have_text("30")
    page.clock.run_for(12_000)
    expect(timer).to_have_text("18")
    page.clock.run_for(9000)
    expect(page.locator("[data-news=loud]")).to_contain_text("10 seconds left")
    page.clock.run_for(30_000)
    expect(timer).to_have_text("0")
    next_card()
    expect(timer).to_have_text("30")
    page.keyboard.press("ArrowLeft")
    expect(timer).to_have_text("30")


def test_the_screen_stays_awake_until_the_cards_are_left(context: BrowserContext, page: Page) -> None:
    context.add_init_script(ASKED)
    begin(page, "London", ["Ann"])
    assert asked(page, "awake screen") == 1
    page.evaluate(
        "document.dispatchEvent(new Event('visibilitychange'))"
    )  # browsers let go of it while a page is hidden
    assert asked(page, "awake screen") == 2
    page.get_by_role("link", name="Leave the cards").click()
    expect(page.locator("[data-act=begin]")).to_be_visible()
    assert asked(page, "asleep") == 1


def test_full_screen_and_back_and_the_space_bar_still_turns(context: BrowserContext, page: Page) -> None:
    context.add_init_script(ASKED)
    begin(page, "London", ["Ann"])
    page.locator("[data-act=full-screen]").click()
    assert asked(page, "full html") == 1
    turn(page)  # and not the button that was clicked last
    expect(page.locator(".now")).to_have_attribute("data-kind", "cards")
    assert asked(page, "not full") == 0
    page.locator("[data-act=full-screen]").click()
    assert asked(page, "not full") == 1


def test_a_card_is_heard_only_where_sounds_are_wanted(context: BrowserContext, page: Page) -> None:
    context.add_init_script(ASKED)
    begin(page, "London", ["Ann"])
    turn(page)
    assert asked(page, "sound") == 0
    page.locator("[data-act=more]").click()
    page.get_by_role("switch", name="Sounds").check(force=True)
    page.get_by_role("button", name="Close").click()
    turn(page)
    page.wait_for_function("() => asked.includes('sound')")


def test_where_nothing_is_kept_it_is_said_and_played_on(context: BrowserContext, page: Page) -> None:
    context.add_init_script(NO_ROOM)
    page.goto("/conduct")
    page.locator("[data-act=begin]").click()
    page.locator("[data-act=turn]").wait_for()
    expect(page.get_by_text("This browser keeps nothing")).to_be_visible()
    for at in (1, 2):
        turn(page)
        expect(page.locator(".where")).to_contain_text(f"Round 1 · turn {at}")
    assert page.evaluate(KEPT) == []
    page.locator("[data-act=more]").click()
    page.get_by_role("radio", name="30 s").check(force=True)
    page.get_by_role("button", name="Close").click()
    turn(page)
    expect(page.get_by_role("timer")).to_be_visible()


def test_a_game_that_the_server_has_forgotten_is_told_to_it_once(context: BrowserContext) -> None:
    page, told = context.new_page(), list[str]()

    def forgotten(route: Route) -> None:
        told.append(route.request.method)
        error = {"message": "No cards are turned with the code {code}.", "values": {"code": "ABCDEF"}}
        route.fulfill(status=404, json={"error": error})

    begin(page, "London", ["Ann"])
    page.route("**/api/conducts/*", forgotten)
    for at in (1, 2, 3):
        with page.expect_response("**/api/conducts/*") if at == 1 else nullcontext():
            turn(page)
        expect(page.locator(".where")).to_contain_text(f"Round 1 · turn {at}")
    page.locator("[data-act=others]").click()
    expect(page.get_by_text("nobody can follow it")).to_be_visible()
    assert told == ["PUT"]
    page.get_by_role("button", name="Close").click()
    page.route("**/api/conducts", forgotten)
    page.locator("[data-act=more]").click()
    page.get_by_role("button", name="Begin anew").click()
    for _ in range(2):
        page.locator("[data-act=anew]:enabled").click()
        expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("ABCDEF")


@pytest.fixture
def tab(browser: Browser, server: str) -> Iterator[Page]:
    """A page in a browser that keeps service workers."""
    context = browser.new_context(base_url=server, reduced_motion="reduce", locale="en")
    context.set_default_timeout(30_000)
    yield context.new_page()
    context.close()


def test_the_page_itself_is_there_again_without_a_network(tab: Page) -> None:
    tab.goto("/")
    worker_keeps(tab, 1)
    game = begin(tab, "Tokyo", ["Ann", "Ben"], ("Special stations",))
    turn(tab)
    turn(tab)
    before = tab.locator(".now").inner_text()
    tab.context.set_offline(True)
    tab.reload(wait_until="commit")
    expect(tab.locator("[data-act=turn]")).to_be_visible()
    assert tab.locator(".now").inner_text() == before
    turn(tab)
    page = tab.context.new_page()  # as after a browser that was killed
    tab.close()
    page.goto(f"/conduct/{game['code']}", wait_until="commit")
    expect(page.locator("[data-act=turn]")).to_be_visible()
    kept = json.loads(page.evaluate(f"localStorage.getItem('terminus-conduct-{game['code']}')"))
    assert kept["at"] == 3
    page.goto("/conduct", wait_until="commit")
    expect(page.get_by_role("link", name="Tokyo")).to_be_visible()
