"""«Help me think» while playing alone: switched on in the menu, asked, and a doubt before a large mistake."""

import re
import time

import pytest
from playwright.sync_api import BrowserContext, Page, Route, ViewportSize, expect
from tests.browser.axe import faults as axe_faults
from tests.browser.fits import faults
from tests.browser.pictures import new_game
from tests.browser.player import Player, first

from terminus.locale import LANGUAGES, translate

SIZES = (ViewportSize(width=1440, height=900), ViewportSize(width=360, height=740))
MENU, SWITCH, ASK, BOT, WORTH = (
    "[data-act=menu]",
    "dialog [role=switch]",
    "[data-act=ask-bot]",
    "[data-bot]",
    "[data-worth]",
)


def sit(page: Page, bots: list[str] | None = None) -> Player:
    page.goto(f"/t/{new_game(page, 'london', [], bots or [])}")
    page.wait_for_selector(".target")
    return Player(page)


def helped(page: Page) -> Player:
    player = sit(page)
    page.locator(MENU).click()
    expect(page.locator(SWITCH)).not_to_be_checked()
    page.locator(SWITCH).check()
    expect(page.locator(WORTH).first).to_be_attached()
    assert not faults(page)
    page.keyboard.press("Escape")
    return player


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_each_section_is_worth_and_what_the_bot_would_do(
    page: Page, size: ViewportSize, language: str
) -> None:
    page.request.put("/api/me", data={"language": language})
    page.set_viewport_size(size)
    player = helped(page)
    told = page.request.get(f"/api/games/{page.url.rsplit('/', 1)[-1]}/advice").json()
    assert page.locator(WORTH).count() == min(4, len(told["options"]))
    shown = [float(text.replace(",", ".")) for text in page.locator(f"{WORTH} strong").all_inner_texts()]
    assert shown == sorted((option["value"] for option in told["options"]), reverse=True)[:4]
    expect(page.locator("[data-pointed]")).to_have_count(0)
    page.locator(ASK).click()
    sentence = translate(
        language, "The bot would: {steps}. It expects {total}.", {"steps": "\0", "total": "\0"}
    )
    expect(page.locator(BOT)).to_contain_text(sentence.split("\0")[0].strip())
    expect(page.locator("[data-pointed]").first).to_be_attached()
    assert not faults(page)
    page.locator(WORTH).first.click()
    expect(page.locator("section.paper [data-track]")).to_have_count(1)
    assert player.view()["answer"]["actions"] == told["best"]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_the_map_says_it_at_the_end_of_each_lit_section(page: Page, size: ViewportSize) -> None:
    page.set_viewport_size(size)
    player = helped(page)
    told = page.request.get(f"/api/games/{page.url.rsplit('/', 1)[-1]}/advice").json()
    best = max(option["value"] for option in told["options"])
    ends: dict[str, float] = {}  # the best of those that lead to the same station
    for option in told["options"]:
        if "-" in option["do"]:
            end = option["do"].split("-")[1]
            ends[end] = max(option["value"], ends.get(end, 0.0))
    figures = page.locator("[data-expected]")
    expect(figures).to_have_count(len(ends))
    less = sorted(round(10 * best) - round(10 * value) for value in ends.values())
    shown = sorted(
        round(10 * float(text.replace("✓", "0").replace("−", "")))
        for text in figures.locator("text").all_text_contents()
    )
    assert shown == less
    for figure in figures.all():
        said = figure.get_attribute("aria-label") or ""
        assert re.search(r"→ .*: [\d.]+ expected, (the best there is|[\d.]+ less than the best)$", said)
        assert (figure.locator("text").bounding_box() or {"height": 0})["height"] >= 9
    assert not faults(page)
    assert not axe_faults(page)
    player.draw(player.look(), told["best"][0])
    expect(page.locator("section.paper [data-track]")).to_have_count(1)
    page.locator(MENU).click()
    page.locator(SWITCH).uncheck()
    page.keyboard.press("Escape")
    expect(figures).to_have_count(0)


def test_by_keyboard_alone(page: Page) -> None:
    player = sit(page)
    page.locator(MENU).focus()
    page.keyboard.press("Enter")
    page.locator(SWITCH).focus()
    page.keyboard.press("Space")
    expect(page.locator(ASK)).to_be_enabled()
    page.keyboard.press("Escape")
    page.locator(ASK).focus()
    page.keyboard.press("Enter")
    expect(page.locator(BOT)).to_be_visible()
    page.locator("[data-worth*='-']").first.focus()  # to pass may be better, and points at nothing
    expect(page.locator("[data-pointed]").first).to_be_attached()
    page.keyboard.press("Enter")
    expect(page.locator("section.paper [data-track]")).to_have_count(1)
    page.wait_for_function("() => !document.querySelector('[data-act=undo]').disabled")
    page.keyboard.press("c")
    page.wait_for_function("() => !document.querySelector('.play').dataset.mine.startsWith('1 1')")
    assert player.view()["turn"] > 1


def test_before_a_large_mistake_one_is_asked_once_and_may_go_on(page: Page) -> None:
    player = helped(page)
    for _ in range(30):
        game = page.url.rsplit("/", 1)[-1]
        at = player.look().at
        expect(page.locator(WORTH).first).to_be_attached()
        options = page.request.get(f"/api/games/{game}/advice").json()["options"]
        drawn = [option for option in options if "-" in option["do"]]
        if not drawn:
            player.confirm()
            continue
        player.draw(player.look(), min(drawn, key=lambda option: option["value"])["do"])
        page.wait_for_selector("[data-worth=done]", state="attached")
        if page.request.get(f"/api/games/{game}/advice").json()["large"]:
            break
        player.confirm()
    before = player.look().at
    assert before != at
    page.locator("[data-act=confirm]").click()
    expect(page.get_by_role("alert")).to_contain_text("Are you sure?")
    page.get_by_role("button", name="Think again").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    page.locator("[data-act=confirm]").click()
    page.get_by_role("button", name="Yes, confirm").click()
    page.wait_for_function("(at) => document.querySelector('.play')?.dataset.mine !== at", arg=before)


def test_who_is_quicker_than_the_advice_is_asked_too(page: Page) -> None:
    player = helped(page)
    view = player.view()
    large = {"by": "learned", "best": [], "value": 99.0, "options": [], "lost": 5.2, "large": True}

    def late(route: Route) -> None:
        time.sleep(0.1)
        route.fulfill(json={"number": view["number"], "draft": view["draft"] + 1, **large})

    page.route("**/advice", late)
    page.locator(".target").first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("c")
    expect(page.get_by_role("alert")).to_contain_text("Are you sure?")
    assert player.view()["turn"] == view["turn"]


def test_a_server_that_has_no_time_is_asked_again(context: BrowserContext) -> None:
    page = context.new_page()
    sit(page)
    asked: list[float] = []

    def busy(route: Route) -> None:
        asked.append(time.monotonic())
        if len(asked) > 1:
            return route.continue_()
        error = {"message": "Many ask for help just now. Try again in {seconds} s.", "values": {"seconds": 1}}
        return route.fulfill(status=503, json={"error": error})

    page.route("**/advice", busy)
    page.locator(MENU).click()
    page.locator(SWITCH).check()
    expect(page.locator(WORTH).first).to_be_attached()
    assert len(asked) == 2
    assert asked[1] - asked[0] > 0.9
    expect(page.locator(".think")).not_to_contain_text("Try again")


def test_it_can_be_hidden_and_the_end_and_the_list_say_that_it_was_there(page: Page) -> None:
    player = helped(page)
    page.locator(MENU).click()
    expect(page.locator(SWITCH)).to_be_checked()
    page.locator(SWITCH).uncheck()
    page.keyboard.press("Escape")
    expect(page.locator(WORTH)).to_have_count(0)
    player.play(first)
    expect(page.locator("[data-helped]")).to_be_visible()
    expect(page.locator("[data-record]")).to_have_count(0)
    page.goto("/")
    page.locator(".games").filter(has_text="with help").wait_for()


def test_in_company_it_is_not_offered(page: Page) -> None:
    sit(page, ["easy"])
    page.locator(MENU).click()
    expect(page.locator("dialog [data-act=settings]")).to_be_visible()
    expect(page.locator(SWITCH)).to_have_count(0)
