"""Several at one table: friends on three browsers, bots, somebody who watches, a rematch."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from tests.browser.conftest import Profile, listen
from tests.browser.player import Player, first


def host_a_table(context: BrowserContext, city: str = "London") -> tuple[Page, str]:
    """Open a table for friends; the page in its lobby, and the code."""
    page = context.new_page()
    page.goto("/")
    page.get_by_text("With friends").click()
    page.get_by_role("button", name=city).click()
    code = page.locator(".code").get_attribute("aria-label") or ""
    return page, code.removeprefix("Code ")


def take_a_seat(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take a seat").click()
    expect(page.locator(".seats")).to_contain_text(name)


def join(context: BrowserContext, code: str, name: str) -> Page:
    page = context.new_page()
    page.goto(f"/j/{code}")
    page.wait_for_selector(".lobby")
    take_a_seat(page, name)
    return page


def test_three_browsers_one_reloads_one_loses_its_network(profile: Profile) -> None:
    contexts = [profile() for _ in range(3)]
    host, code = host_a_table(contexts[0])
    complaints = listen(host)
    ben = join(contexts[1], code, "Ben")
    cleo = join(contexts[2], code, "Cleo")
    host.locator("[data-act=start]").click()
    players = [Player(page) for page in (host, ben, cleo)]
    for player in players:
        player.page.wait_for_selector(".play")

    draft_of_ben = begin(players[1])
    ben.reload()
    ben.wait_for_selector(".paper [data-track]", state="attached")
    assert players[1].view()["answer"]["actions"] == [draft_of_ben], "a reload keeps the draft"

    contexts[2].set_offline(True)
    expect(cleo.get_by_text("Connection lost")).to_be_visible()
    sight = players[2].look()  # the notice may have moved the sheet
    for target in reversed(sight.targets[:2]):  # the second choice is the one that counts
        cleo.mouse.click(target.x, target.y)
        expect(cleo.locator("[data-waiting]")).to_have_attribute("data-waiting", target.do)
    expect(cleo.get_by_text("is kept and sent then")).to_be_visible()
    contexts[2].set_offline(False)
    cleo.wait_for_selector(".paper [data-track]", state="attached")
    expect(cleo.get_by_text("Connection lost")).to_have_count(0)
    assert players[2].view()["answer"]["actions"] == [sight.targets[0].do], "it was done once, and only once"

    players[1].confirm()
    expect(host.locator(".seat", has_text="Ben")).to_contain_text("confirmed")
    expect(ben.locator(".prompt")).to_contain_text("Cleo")
    cards = [player.view()["turned"] for player in players]
    assert cards[0] == cards[1] == cards[2]

    host.get_by_placeholder("Say something").fill("Mind the gap")
    host.get_by_placeholder("Say something").press("Enter")
    expect(cleo.locator(".chat").get_by_text("Mind the gap")).to_be_visible()

    while not host.locator(".end").count():
        for player in players:
            turn_if_asked(player)
    for page in (host, ben, cleo):
        expect(page.locator(".seat")).to_have_count(3)
    winners = [("You", "Ben", "Cleo")[seat] for seat in players[0].view()["result"]["winners"]]
    said = host.locator("h2[data-heading]").inner_text()
    assert all(name in said for name in winners) or "share the victory" in said
    assert not complaints


def begin(player: Player) -> str:
    """Draw something and do not confirm it yet."""
    sight = player.look()
    player.draw(sight, sight.targets[0].do)
    return sight.targets[0].do


def turn_if_asked(player: Player) -> None:
    """Answer the card if it waits for this player."""
    if player.look().asked:
        player.turn(first)


def test_a_table_of_bots_and_its_replay_and_rematch(page: Page) -> None:
    page.goto("/")
    page.get_by_text("With bots").click()
    page.get_by_role("radiogroup", name="How many bots").get_by_text("2").click()
    page.get_by_role("radiogroup", name="Level").get_by_text("easy").click()
    page.get_by_role("button", name="Paris").click()
    page.wait_for_selector(".play")
    player = Player(page)
    expect(page.locator(".seats .seat")).to_have_count(2)
    page.locator(".seats .seat").first.click()
    expect(page.get_by_role("dialog").locator(".pad")).to_be_visible()
    page.keyboard.press("Escape")
    player.play(first)
    view = player.view()
    winner = view["result"]["winners"][0]
    totals = [seat["score"]["total"] for seat in view["seats"]]
    who = "You win" if winner == view["me"] else f"{view['seats'][winner]['name']} wins"
    expect(page.get_by_role("heading", name=f"{who} with {totals[winner]} points")).to_be_visible()
    expect(page.locator("[data-record=new]")).to_contain_text("Paris, with others")
    expect(page.locator(".standings tfoot td")).to_have_text([str(total) for total in totals])
    page.locator(".end .seat").nth(1).locator("[data-number=total]").click()
    expect(page.locator(".end .seat").nth(1).locator(".ribbon")).to_contain_text("Total:")

    with page.expect_download() as download:
        page.get_by_role("link", name="Download the log").click()
    assert download.value.path().read_text("utf-8").count('"event":"turn"') >= 60

    replay(page, view["seats"][1]["name"])

    page.locator("[data-act=rematch]").click()
    page.wait_for_selector(".play")
    again = Player(page).view()
    assert again["game"] != view["game"]
    assert [seat["kind"] for seat in again["seats"]] == ["person", "bot", "bot"]


def replay(page: Page, other: str) -> None:
    """Step, scrub, play and change the seat; then back to the result."""
    page.get_by_role("link", name="Watch the replay").click()
    slider = page.get_by_role("slider", name="Step")
    expect(page.locator(".step")).to_contain_text("The game begins")
    expect(page.locator("[data-track]")).to_have_count(0)
    page.locator("[data-act=on]").click()
    expect(page.locator(".step")).to_contain_text("Round 1, turn 1")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("2")
    slider.fill("40")
    drawn = page.locator("[data-track]").count()
    assert drawn > 0
    page.get_by_role("radiogroup", name="Seat").get_by_text(other).click()
    page.locator("[data-act=last]").click()
    expect(page.locator(".step")).to_contain_text("The game is over")
    assert page.locator("[data-track]").count() > drawn
    page.locator("[data-act=first]").click()
    page.get_by_role("radiogroup", name="Speed").get_by_text("4 ×").click()
    page.locator("[data-act=play]").click()
    expect(slider).to_have_value(re.compile("[2-9]"))
    page.locator("[data-act=play]").click()
    _every_step_has_an_address(page)
    with page.expect_download() as picture:
        page.get_by_role("link", name="Picture to share").click()
    assert picture.value.path().read_bytes().startswith(b"\x89PNG")
    page.get_by_role("link", name="To the result").click()
    page.wait_for_selector(".end")


def _every_step_has_an_address(page: Page) -> None:
    """The address follows each step; opened again it shows the same: cards, sentence and what was drawn."""
    lit = page.locator(".drawn")
    while not lit.count():
        page.locator("[data-act=on]").click()
    expect(page.locator(".cards .card").first).to_be_visible()
    told, address = page.locator(".step").inner_text(), page.url
    page.goto(address)
    expect(page.locator(".step")).to_have_text(told)
    assert page.url == address
    assert lit.count() >= 1


def test_a_spectator_sees_the_table_and_nothing_else(profile: Profile) -> None:
    player_page = profile().new_page()
    player_page.goto("/")
    player_page.get_by_role("button", name="Tokyo").click()
    player_page.wait_for_selector(".play")
    player = Player(player_page)
    watcher = profile().new_page()
    complaints = listen(watcher)
    watcher.goto(player_page.url)
    expect(watcher.get_by_text("You are watching")).to_be_visible()
    begin(player)
    assert watcher.locator("section.paper [data-track]").count() == 0, "a draft is private"
    player.confirm()
    expect(watcher.locator("section.paper [data-track]")).to_have_count(1)
    assert not watcher.locator(".target, [data-act=confirm]").count()
    assert not complaints


def test_who_leaves_is_played_by_a_bot_and_may_come_back(profile: Profile) -> None:
    host, code = host_a_table(profile(), "Tokyo")
    ben = join(profile(), code, "Ben")
    host.locator("[data-act=start]").click()
    ben.wait_for_selector(".play")
    ben.get_by_role("button", name="Menu").click()
    ben.locator("[data-act=leave]").click()
    expect(ben.get_by_text("You have left this table")).to_be_visible()
    expect(host.locator(".seats .seat")).to_contain_text("has left")
    ben.locator("[data-act=back]").click()
    expect(ben.get_by_text("You have left this table")).to_have_count(0)


def test_a_seat_moves_to_another_device(profile: Profile) -> None:
    old, new = profile().new_page(), profile().new_page()
    old.goto("/")
    old.get_by_role("button", name="London").click()
    old.wait_for_selector(".play")
    begun = begin(Player(old))
    old.get_by_role("button", name="Menu").click()
    old.get_by_role("button", name="Continue on another device").click()
    link = old.get_by_role("dialog").get_by_label("The link").last
    expect(link).to_have_value(re.compile("/s/"))
    new.goto(link.input_value())
    new.wait_for_selector(".paper [data-track]", state="attached")
    assert Player(new).view()["answer"]["actions"] == [begun]
    expect(old.get_by_text("You are watching")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/j/XXXXXX", "code"),
        ("/s/nonsense", "link"),
        ("/t/nosuchgame23", "no such table"),
        ("/x/y", "nothing at this address"),
    ],
)
def test_a_wrong_address_is_said_plainly(context: BrowserContext, path: str, words: str) -> None:
    page = context.new_page()
    page.goto(path)
    expect(page.get_by_role("alert").first).to_contain_text(re.compile(words, re.IGNORECASE))


def test_a_full_table_can_be_watched(profile: Profile) -> None:
    host, code = host_a_table(profile())
    for _ in range(3):
        host.locator("[data-bot=easy]").click()
    expect(host.locator("[data-bot=easy]")).to_have_count(0)
    late = profile().new_page()
    late.goto("/")
    late.get_by_label("Code of six letters").fill(code.lower())
    late.get_by_role("button", name="Join").click()
    expect(late.get_by_text("This table is full. You can watch.")).to_be_visible()
