"""Practice as people meet it: a mistake of their own, missed and found; a position of ours; mouse, keys."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.browser.axe import AXE
from tests.browser.axe import faults as axe_faults
from tests.browser.conftest import QUIET, listen, serving
from tests.browser.fits import faults
from tests.browser.player import REACH
from tests.review.games import log
from tests.server.test_practice import owned
from tests.strategies import ruleset

from terminus.bots.judge import Judge
from terminus.kernel import installed
from terminus.record.log import Event, replay
from terminus.record.readings import texts
from terminus.review.exercise import NEAR
from terminus.review.figures import noise_of
from terminus.review.game import own_log
from terminus.review.positions import positions

pytestmark = pytest.mark.skipif(not installed(), reason="NO NATIVE KERNEL: nobody can judge without it")

SIZES = [(360, 740), (1440, 900)]
LOG: list[Event] = log(ruleset("london", ()), "random")
VERDICT = "[data-verdict={}]"


@pytest.fixture
def mine(browser: Browser) -> Iterator[tuple[str, str]]:
    """A server, and the token of somebody who has played a game there at random."""
    tokens: list[str] = []

    def fill(database: str) -> None:
        with ThreadPoolExecutor(1) as apart:  # Playwright has a loop on this thread
            tokens.extend(apart.submit(lambda: asyncio.run(owned(database, LOG))).result()[1])

    with serving(5, fill) as address:
        yield address, tokens[0]


def opened(browser: Browser, mine: tuple[str, str], path: str, size: tuple[int, int], **more: Any) -> Page:
    address, token = mine
    context = browser.new_context(
        base_url=address, viewport={"width": size[0], "height": size[1]}, **QUIET, **more
    )
    context.add_cookies([{"name": "terminus", "value": token, "url": address}])
    page = context.new_page()
    page.goto(path)
    return page


def worths(page: Page) -> list[tuple[list[str], float]]:
    """Every answer to the exercise that is shown, and what it loses."""
    name = page.url.rsplit("/", 1)[-1]
    if name in positions():
        table = replay(positions()[name].log)
    else:
        _, round_, turn = name.split("-")
        table = replay(own_log(LOG, 0, (int(round_), int(turn))))
    found = Judge(table.ruleset, 2).replies(table)
    return [(texts(table.positions[0], one.actions), found[0].value - one.value) for one in found]


def draw(page: Page, actions: list[str]) -> None:
    """As at the table: tap what is lit, and say which way; then confirm."""
    for action in actions:
        at = page.locator(".exercise").get_attribute("data-mine")
        if " " in action:
            page.locator(f"[data-act='{action}']").click()
        else:
            page.mouse.click(*page.evaluate(REACH, action))
            page.wait_for_function(
                "(at) => document.querySelector('[data-way]')"
                " || document.querySelector('.exercise').dataset.mine !== at",
                arg=at,
            )
            if page.locator("[data-way]").count():
                page.locator(f"[data-way='{action}']").click()
        page.wait_for_function(
            "(at) => document.querySelector('.exercise').dataset.mine !== at"
            " && document.querySelector('.exercise').dataset.mine.endsWith(' 0')",
            arg=at,
        )
    page.locator("[data-act=confirm]").click()
    if not actions and page.locator(".ask[role=alert]").count():
        page.locator("[data-act=confirm]").click()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size[0]))
def test_a_mistake_is_missed_found_and_comes_back_later(
    browser: Browser, mine: tuple[str, str], size: tuple[int, int]
) -> None:
    page = opened(browser, mine, "/practise", size)
    complaints = listen(page)
    waits = page.locator("[data-mine] .count")
    expect(waits).to_contain_text("8 positions wait for you.", timeout=30_000)
    assert not faults(page)
    page.locator("[data-act=practise-mine]").click()
    page.wait_for_selector(".mine .target")
    assert not faults(page)
    worth = worths(page)
    wrong = next(do for do, lost in reversed(worth) if lost > 2 and len(do) == 1)
    draw(page, wrong)
    expect(page.locator(VERDICT.format("missed"))).to_be_visible()
    expect(page.locator("[data-reply]")).to_have_count(0)
    assert not faults(page)
    page.reload()  # in the middle: the position is there, and the answer has counted
    page.wait_for_selector(".mine .target")
    draw(page, worth[0][0])
    expect(page.locator(VERDICT.format("found"))).to_be_visible()
    expect(page.locator(VERDICT.format("found"))).to_be_focused()
    expect(page.locator("[data-reply=better]")).to_be_attached()
    expect(page.locator("[data-reply=played]")).to_be_attached()
    expect(page.locator(".acts")).to_contain_text("It comes back in")
    expect(page.locator(".acts")).to_contain_text("In the game:")
    assert not faults(page)
    before = page.url
    page.keyboard.press("n")
    page.wait_for_url(lambda url: url != before)
    page.wait_for_selector(".mine .target")
    page.locator("[data-act=never]").click()
    expect(page.get_by_role("status").filter(has_text="Taken out")).to_be_visible()
    page.goto("/practise")
    expect(waits).to_contain_text("6 positions wait for you.")
    assert not complaints
    page.context.close()


def test_where_too_many_ask_the_page_says_so_and_goes_on_by_itself(
    browser: Browser, mine: tuple[str, str]
) -> None:
    address, token = mine
    context = browser.new_context(base_url=address, **QUIET)
    context.add_cookies([{"name": "terminus", "value": token, "url": address}])
    page = context.new_page()
    asked = 0

    def refused_at_first(route: Route) -> None:
        nonlocal asked
        asked += 1
        said = {
            "message": "That is too much at once. You can go on in {seconds} s.",
            "values": {"seconds": 1},
        }
        if asked > 2:
            route.continue_()
        else:
            route.fulfill(status=429, json={"error": said})

    page.route("**/api/practise", refused_at_first)
    page.goto("/practise")
    expect(page.locator("[data-mine]")).to_contain_text("You can go on in 1 s.")
    expect(page.locator("[data-mine] .count")).to_contain_text("8 positions wait for you.", timeout=30_000)
    expect(page.locator("[data-mine]")).not_to_contain_text("too much")
    page.context.close()


def test_another_within_half_a_point_is_found_too(browser: Browser, mine: tuple[str, str]) -> None:
    page = opened(browser, mine, "/practise", SIZES[1])
    page.locator("[data-act=practise-mine]").click(timeout=30_000)
    for _ in range(8):
        page.wait_for_selector(".mine .target")
        near = [do for do, lost in worths(page) if 0 < lost <= NEAR]
        before = page.url
        if near:
            draw(page, near[0])
            expect(page.locator(VERDICT.format("found"))).to_be_visible()
            break
        page.locator("[data-act=later]").click()
        page.wait_for_function("(before) => location.href !== before", arg=before)
        if page.url.endswith("/practise"):
            pytest.fail("no exercise with two answers that are as good")
    page.context.close()


def test_what_cannot_be_told_from_the_best_is_not_called_worse(
    browser: Browser, mine: tuple[str, str]
) -> None:
    noise = noise_of(ruleset("london", ()), 2)
    page = opened(browser, mine, "/practise", SIZES[1])
    page.locator("[data-act=practise-mine]").click(timeout=30_000)
    for _ in range(8):
        page.wait_for_selector(".mine .target")
        between = [(do, lost) for do, lost in worths(page) if NEAR + 0.05 < lost < noise - 0.05]
        before = page.url
        if between:
            draw(page, between[0][0])
            expect(page.locator(VERDICT.format("as-good"))).to_contain_text("As good, as far as we can tell")
            expect(page.locator(".acts")).to_contain_text(f"likes another move by {between[0][1]:.1f}")
            expect(page.locator("[data-act=try-again]")).to_be_visible()
            break
        page.locator("[data-act=later]").click()
        page.wait_for_function("(before) => location.href !== before", arg=before)
    else:
        pytest.fail("no exercise with such an answer")
    page.context.close()


def test_a_position_of_ours_by_keys(browser: Browser, mine: tuple[str, str]) -> None:
    page = opened(browser, mine, "/practise", SIZES[1])
    link = page.get_by_role("link", name="London, Base game, position 1", exact=True)
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".mine .target")
    best = worths(page)[0][0]
    for action in best:
        page.locator(f".target[data-do='{action}']").focus()
        page.keyboard.press("Enter")
        expect(page.locator("[data-act=undo]")).to_be_enabled()
    page.keyboard.press("u")
    expect(page.locator("[data-act=undo]")).to_be_disabled()
    page.locator("[data-act=show]").press("Enter")
    expect(page.locator(VERDICT.format("shown"))).to_be_focused()
    page.locator("[data-act=once-more]").press("Enter")
    page.locator(f".target[data-do='{best[0]}']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-act=undo]")).to_be_enabled()
    page.keyboard.press("c")
    expect(page.locator(VERDICT.format("found"))).to_be_visible()
    page.goto("/practise")
    expect(page.get_by_role("link", name="London, Base game, position 1, solved")).to_be_visible()
    page.context.close()


@pytest.mark.parametrize(("language", "heading"), [("fr", "S’exercer"), ("es", "Practicar"), ("de", "Üben")])
def test_in_every_language_it_fits(
    browser: Browser, mine: tuple[str, str], language: str, heading: str
) -> None:
    page = opened(browser, mine, "/practise", SIZES[0], locale=language)
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    page.wait_for_selector("[data-set]")
    assert not faults(page)
    page.goto("/practise/paris+gates-4")
    page.wait_for_selector(".mine .target")
    assert not faults(page)
    page.locator("[data-act=show]").click()
    page.wait_for_selector("[data-verdict]")
    assert not faults(page)
    page.context.close()


@pytest.mark.skipif(not AXE.exists(), reason="NO AXE: npm's packages are not installed on this machine")
def test_nothing_that_axe_finds(browser: Browser, mine: tuple[str, str]) -> None:
    page = opened(browser, mine, "/practise", SIZES[0])
    page.wait_for_selector("[data-set]")
    assert not axe_faults(page)
    page.goto("/practise/tokyo+powers-3")
    page.wait_for_selector(".mine .target")
    assert not axe_faults(page)
    page.locator("[data-act=show]").click()
    page.wait_for_selector("[data-verdict]")
    assert not axe_faults(page)
    page.context.close()
