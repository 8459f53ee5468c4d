"""What was drawn is counted before one's eyes: numbers on the map, stamps, the round's curtain, the end."""

from playwright.sync_api import Page, expect
from tests.browser.player import Player, first


def began(page: Page, board: str, modules: list[str], bots: list[str] | None = None) -> Player:
    """At a table that has begun."""
    wish = {"board": board, "modules": modules, "bots": bots or [], "open": 0, "clock": None, "start": True}
    page.goto(f"/t/{page.request.post('/api/games', data=wish).json()['game']}")
    page.wait_for_selector(".play")
    return Player(page)


def test_a_number_of_the_pad_is_shown_on_the_map(page: Page) -> None:
    player = began(page, "london", ["objectives"])
    player.turn(first)
    player.turn(first)
    seat = player.view()["seats"][0]
    line = seat["pencil"]
    route = next(item for item in seat["score"]["items"] if (item["rule"], item["line"]) == ("route", line))
    page.locator(f"[data-number='stations {line}']").click()
    expect(page.locator("[data-counted]")).to_have_count(len(set(route["where"]["stations"]["cells"])))
    expect(page.locator(f"[data-district={route['how']['best']}]")).to_have_count(1)
    expect(page.get_by_role("status").filter(has_text="best district")).to_be_visible()
    page.locator(f"[data-number='districts {line}']").press("Enter")
    expect(page.locator("[data-district]")).to_have_count(len(set(route["where"]["districts"]["districts"])))
    page.keyboard.press("Escape")
    expect(page.locator("[data-shown]")).to_have_count(0)


def test_an_objective_says_how_far_it_has_come(page: Page) -> None:
    player = began(page, "london", ["objectives"])
    player.turn(first)
    goal = next(i for i in player.view()["seats"][0]["score"]["items"] if i["rule"] == "objectives")
    so_far = goal["where"]["objective"]
    words = f"{so_far['count']} of {so_far['needed']}"
    expect(page.locator(".extra.goal").first).to_contain_text(words)
