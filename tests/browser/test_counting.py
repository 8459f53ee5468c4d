"""What was drawn is counted before one's eyes: numbers on the map, stamps, the round's curtain, the end."""

from playwright.sync_api import Browser, Page, expect
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
    expect(page.locator(".ribbon").filter(has_text="best district")).to_be_visible()
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


def moving(browser: Browser, server: str) -> Page:
    """Somebody whose page may move."""
    context = browser.new_context(base_url=server, viewport={"width": 1280, "height": 900})
    context.set_default_timeout(10_000)
    return context.new_page()


def to_the_last_card(player: Player) -> None:
    """A scene on the way (a card that was missed) is skipped: over the map a tap does only that."""
    while not player.view()["last_turn"]:
        player.turn(first)
        player.page.keyboard.press("Escape")
    expect(player.page.locator("[data-scene]")).to_have_count(0)


def test_the_curtain_counts_the_line_and_brings_the_next_pencil(browser: Browser, server: str) -> None:
    page = moving(browser, server)
    player = began(page, "london", [])
    scene = page.locator("[data-scene]")
    expect(scene).to_contain_text("Your line")
    page.evaluate("document.querySelector('[data-scene]')?.click()")  # at once: it ends by itself, too
    expect(scene).to_have_count(0)
    to_the_last_card(player)
    expect(page.locator(".asked .last")).to_have_text("Last card of this round")
    line = page.locator(".progress .now").text_content()
    player.confirm() if not player.look().targets else player.turn(first)
    expect(page.locator("[data-scene=counted]")).to_contain_text(f"line {line}")
    expect(page.locator("[data-district]").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(scene).to_have_count(0)
    assert player.view()["round"] == 2
    page.reload()
    page.wait_for_selector(".play .target, .play [data-act=confirm]")
    expect(scene).to_have_count(0)
    page.context.close()


def test_where_nothing_moves_the_curtain_is_words(page: Page) -> None:
    player = began(page, "london", [])
    while player.view()["round"] == 1:
        player.turn(first)
    expect(page.locator(".told").filter(has_text="Round 2: you draw line")).to_be_visible()
    expect(page.locator("[data-scene]")).to_have_count(0)


def test_a_card_on_which_nothing_can_be_drawn_is_shown(browser: Browser, server: str) -> None:
    page = moving(browser, server)
    player = began(page, "london", [])
    while not player.view()["notices"]:
        page.keyboard.press("Escape")
        player.turn(first)
    missed = page.locator("[data-scene=missed]")
    expect(missed).to_contain_text("No way to")
    expect(missed.locator(".card")).to_be_visible()
    page.context.close()
