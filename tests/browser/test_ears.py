"""For ears: what a screen reader hears of a round with a friend, in order, and finds when it looks around."""

import re

from playwright.sync_api import Page, expect
from tests.browser.conftest import Profile
from tests.browser.player import Player, first
from tests.browser.test_calm import seated

# Every piece of news, from the first one on: the region itself only keeps the latest.
LISTEN = """() => {
  const region = document.querySelector('[data-news=quiet]');
  window.heard = [...region.children].map((one) => one.textContent);
  new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach((node) => {
    if (node.nodeType === Node.ELEMENT_NODE) window.heard.push(node.textContent);
  }))).observe(region, { childList: true });
}"""


def places(said: list[str], *beginnings: str) -> list[int]:
    """Where each of these is first heard after the one before it."""
    found: list[int] = []
    for wanted in beginnings:
        start = found[-1] + 1 if found else 0
        at = next((place for place in range(start, len(said)) if re.match(wanted, said[place])), None)
        assert at is not None, f"«{wanted}» is not heard after {said[:start]} in {said[start:]}"
        found.append(at)
    return found


def test_a_round_with_a_friend_is_heard_in_order(profile: Profile) -> None:
    host, guest = seated(profile, "london")
    page = host.page
    page.evaluate(LISTEN)
    host.draw(host.look(), host.look().targets[0].do)
    guest.turn(first)
    expect(page.locator("[data-news=quiet]")).to_contain_text("Guest has confirmed")
    host.confirm()
    while host.view()["round"] == 1:
        for player in (host, guest):
            if player.look().asked:
                player.turn(first)
    expect(page.locator("[data-news=quiet]")).to_contain_text("Round 2 of 4")
    said = page.evaluate("window.heard")
    places(
        said,
        r"Round 1 of 4\.",
        r"You draw line \d, \w+, from .+\.",
        r"Round 1, turn 1: (street|underground), .+\. \d underground cards? to go\.",
        r"Draw to a|Joker",
        r"\d+ places?: .+, worth \d+",
        r"Drawn to .+\. The line is worth \d+, the total \d+\.",
        r"Guest has confirmed: \d+ points\.",
        r"Round 1, turn 2: ",
        r"Line \d, \w+ is finished: \d+ times \d+ plus \d+ is \d+\.",
        r"Totals: .+: \d+; Guest: \d+\.",
        r"Round 2 of 4\.",
        r"You draw line",
        r"Round 2, turn 1: ",
    )
    turns = [line for line in said if line.startswith("Round 1, turn")]
    assert len(turns) == len(set(turns)), "each card is heard once"


def test_the_tree_has_card_options_and_the_sheet_in_words(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="London").click()
    page.wait_for_selector(".target")
    player = Player(page)
    player.turn(first)
    page.wait_for_selector(".target")
    tree = page.locator("main").aria_snapshot()
    assert re.search(r'img "(street|underground) card: \w+', tree)
    assert re.search(r'button "Draw from .+ to .+: the line is then worth \d+"', tree)
    assert 'heading "The sheet in words"' in tree
    assert re.search(r"line \d, \w+, 2 stations: .+; .+\.", tree)
    assert re.search(r"It ends at .+ and .+\.", tree)
    assert re.search(r"(centre|north|east|south|west): ", tree), (
        "district by district, whichever pencil begins"
    )
    assert "No line yet in:" in tree
    assert page.locator("[aria-live=polite]").count() == 1, "one quiet place of news"


def test_focus_goes_where_the_news_is_and_every_page_has_its_name(page: Page) -> None:
    def focused() -> str:
        return str(page.evaluate("document.activeElement.textContent.trim().slice(0, 40)"))

    page.goto("/")
    expect(page).to_have_title("Terminus")
    page.keyboard.press("Tab")
    assert focused() == "Skip to the content"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.tagName") == "MAIN"
    page.get_by_role("link", name="About").click()
    expect(page).to_have_title("About · Terminus")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.goto("/")
    page.get_by_role("button", name="Tokyo").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page).to_have_title("Your turn – Tokyo · Terminus")
    page.wait_for_selector(".target")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_selector(".paper [data-track]", state="attached")
    expect(page.locator("section.paper")).to_be_focused()
    page.get_by_role("button", name="Menu").press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate("!!document.activeElement.closest('dialog')")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Menu")).to_be_focused()
    lost = page.context.new_page()  # the browser itself complains of its 404
    lost.goto("/t/nosuchgame23")
    expect(lost).to_have_title("Not found · Terminus")
    expect(lost.get_by_role("heading", level=1)).to_have_text("Not found")
