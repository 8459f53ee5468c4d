"""Home: who I am, what the bots are worth, and what a newcomer is told."""

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.browser.conftest import Profile
from tests.browser.player import Player, first

from terminus.bots.levels import means


def test_a_name_is_kept_for_every_game(page: Page) -> None:
    page.goto("/")
    page.get_by_label("You play as").fill("Robin")
    page.get_by_role("button", name="London").click()  # at once: the name must not come too late
    page.wait_for_selector(".play")
    assert Player(page).view()["seats"][0]["name"] == "Robin"
    page.goto("/")
    expect(page.get_by_label("You play as")).to_have_value("Robin")


def test_a_bot_says_what_it_makes_on_average(page: Page) -> None:
    points = round(means("easy")["london"])
    page.goto("/")
    page.get_by_text("With bots").click()
    page.get_by_role("radio", name="easy").check()
    expect(page.locator("[data-city=london]")).to_contain_text(f"easy bot: about {points} points")
    page.get_by_text("With friends").click()
    page.get_by_role("button", name="London").click()
    expect(page.locator("[data-bot=easy]")).to_contain_text(f"about {points} points")


def test_only_modules_that_a_city_has_are_offered(page: Page) -> None:
    def poorer(route: Route) -> None:
        cities = route.fetch().json()
        for city in cities:
            gone = {"specials", "gates"} if city["id"] == "london" else {"specials"}
            city["modules"] = [module for module in city["modules"] if module["id"] not in gone]
        route.fulfill(json=cities)

    page.route("**/api/boards", poorer)
    page.goto("/")
    page.locator(".more[aria-expanded]").click()
    expect(page.get_by_role("switch")).to_have_count(3)
    expect(page.get_by_text("Special stations")).to_have_count(0)
    expect(page.get_by_text("2 goals for everyone, 10 points each")).to_be_visible()
    expect(page.get_by_text("Of Pencil powers and City gates at most one is in a game.")).to_be_visible()
    page.get_by_role("switch", name="City gates").click()
    expect(page.locator("[data-city=london]")).to_be_disabled()
    expect(page.locator("[data-city=london]")).to_contain_text("not with City gates")
    expect(page.locator("[data-city=paris]")).to_be_enabled()


def test_games_of_later_pages_are_within_reach(page: Page) -> None:
    def paged(route: Route) -> None:
        me = route.fetch(url=route.request.url.partition("?")[0]).json()
        later = "page=1" in route.request.url
        for game in me["games"]:
            game["game"] = "later" if later else game["game"]
        route.fulfill(json=me | {"more": not later})

    page.goto("/")
    page.get_by_role("button", name="London").click()
    page.wait_for_selector(".play")
    page.route(re.compile("/api/me"), paged)
    page.goto("/")
    expect(page.locator(".game")).to_have_count(1)
    page.get_by_role("button", name="Show older games").click()
    expect(page.locator(".game")).to_have_count(2)
    expect(page.get_by_role("button", name="Show older games")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_home_fits_a_phone(browser: Browser, server: str, language: str) -> None:
    context = browser.new_context(
        base_url=server,
        viewport={"width": 360, "height": 740},
        locale=language,
        is_mobile=True,
        has_touch=True,
    )
    page = context.new_page()
    page.goto("/")
    page.wait_for_selector(".city")
    page.locator(".more[aria-expanded]").tap()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    context.close()


def test_the_first_turn_is_explained_and_so_is_a_switch(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Paris").click()
    page.wait_for_selector(".target")
    expect(page.locator(".coach")).to_contain_text("Your line starts at")
    player = Player(page)
    while not player.view()["answer"]["anywhere"]:
        player.turn(first)
    expect(page.locator(".hint")).to_contain_text("Start from any station of your line.")


def test_the_longest_name_fits_a_phone(profile: Profile) -> None:
    page = profile().new_page()
    page.set_viewport_size({"width": 360, "height": 740})
    page.request.put("/api/me", data={"name": "W" * 24})
    page.goto("/")
    page.get_by_text("With friends").click()
    page.get_by_role("button", name="Tokyo").click()
    page.wait_for_selector(".lobby")
    assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.parametrize("path", ["/t/nowhere", "/r/nowhere", "/j/QQQQQQ", "/s/nothing"])
def test_an_address_that_leads_nowhere_says_so_and_leads_home(profile: Profile, path: str) -> None:
    page = profile().new_page()
    page.goto(path)
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_role("link", name="Home").click()
    page.wait_for_selector(".city")
