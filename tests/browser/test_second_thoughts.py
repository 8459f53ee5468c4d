"""Changing one's mind: a confirmed turn, the lobby's wishes, a game that one does not finish."""

from playwright.sync_api import BrowserContext, Page, expect
from tests.browser.conftest import Profile
from tests.browser.player import Player, first
from tests.browser.test_company import host_a_table


def sit_down(context: BrowserContext, code: str, name: str) -> Page:
    page = context.new_page()
    page.goto(f"/j/{code}")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take a seat").click()
    return page


def test_a_confirmed_turn_is_taken_back_while_the_other_draws(profile: Profile) -> None:
    host, code = host_a_table(profile())
    guest = sit_down(profile(), code, "Ben")
    expect(host.locator(".seats")).to_contain_text("Ben")
    host.locator("[data-act=start]").click()
    one, other = Player(host), Player(guest)
    host.wait_for_selector("[data-act=confirm]")
    guest.wait_for_selector("[data-act=confirm]")
    drawn = next(target.do for target in one.look().targets)
    one.draw(one.look(), drawn)
    one.confirm()
    expect(host.locator(".prompt")).to_contain_text("Waiting for Ben")
    expect(guest.locator(".seats .status").first).to_contain_text("confirmed")
    tracks = one.look().tracks
    host.get_by_role("button", name="Change my move").click()
    host.wait_for_selector("[data-act=undo]:enabled")
    expect(guest.locator(".seats .status").first).to_contain_text("drawing")
    assert one.look().tracks == tracks, "the draft is as it was"
    one.act(one.look(), "undo")
    one.confirm()
    host.keyboard.press("u")  # the same by a key
    host.wait_for_selector("[data-act=confirm]")
    one.confirm()
    other.confirm()
    host.wait_for_selector("[data-act=confirm]")
    log = host.request.get(f"{host.url.replace('/t/', '/api/games/')}/log").text().splitlines()
    assert sum('"turn":1,"seat":0' in line for line in log) == 1
    assert not any(drawn in line for line in log)


def test_a_guest_sees_what_the_host_changes_and_is_asked_about(profile: Profile) -> None:
    host, code = host_a_table(profile())
    known = profile()
    known.request.put("/api/me", data={"name": "Player 1"})
    guest = known.new_page()
    guest.goto(f"/j/{code}")
    expect(host.locator(".unseated")).to_have_text("Player 1 is here, not seated yet")
    host.get_by_text("Paris", exact=True).click()
    expect(guest.get_by_role("heading", name="Paris")).to_be_visible()
    host.locator("summary").click()
    host.get_by_role("switch", name="City gates").click()
    host.get_by_text("60 s").click()
    expect(guest.locator(".facts")).to_have_text("Paris · City gates · 60 s a turn")
    host.locator("[data-act=start]").click()
    expect(host.get_by_role("alert")).to_contain_text("Start without them?")
    guest.get_by_role("button", name="Take a seat").click()  # one tap: the name is remembered
    expect(host.locator(".seats")).to_contain_text("Player 2")
    late = profile().new_page()
    late.goto(guest.url)
    expect(host.locator(".unseated")).to_have_text("somebody without a name is here, not seated yet")
    host.locator("[data-act=start]").click()
    host.locator("[data-act=start-without]").click()
    expect(late.get_by_text("you have no seat in it: you are watching")).to_be_visible()
    expect(host.get_by_text("1 person is watching")).to_be_attached()
    expect(guest.locator(".play")).to_be_visible()


def test_a_table_that_nobody_else_can_reach_says_what_to_do(profile: Profile) -> None:
    host, _ = host_a_table(profile())
    expect(host.locator(".alone")).to_contain_text("terminus serve --lan")
    expect(host.locator(".qr")).to_have_count(0)


def test_a_game_is_put_away_and_comes_back(page: Page) -> None:
    page.goto("/")
    page.get_by_text("With bots").click()
    page.get_by_role("radio", name="hard").check()
    page.get_by_role("button", name="London").click()
    page.wait_for_selector(".play")
    Player(page).turn(first)
    old = page.url
    page.get_by_role("button", name="Menu").click()
    page.locator("[data-act=start-over]").click()
    page.get_by_role("button", name="Keep playing").click()
    assert page.url == old, "it is asked first"
    page.locator("[data-act=start-over]").click()
    page.locator("[data-act=start-anew]").click()
    page.wait_for_url(lambda url: "/t/" in url and url != old)
    view = Player(page).view()
    assert ([seat["level"] for seat in view["seats"]], view["turn"]) == ([None, "hard"], 1)
    page.get_by_role("button", name="Menu").click()
    page.locator("[data-act=give-up]").click()
    page.wait_for_selector(".city")
    expect(page.get_by_label("hard")).to_be_checked()  # home remembers how one played
    expect(page.locator("[data-act=bring-back]")).to_have_count(2)
    page.locator("[data-act=undo-put-away]").click()
    expect(page.locator("[data-act=put-away]")).to_have_count(1)
    expect(page.locator(".game").first).to_contain_text("Round 1 of 4 · 0 points · now")
    page.locator("[data-act=put-away]").click()
    expect(page.locator("[data-act=put-away]")).to_have_count(0)
    page.goto(old)
    page.wait_for_selector("[data-act=confirm]")


def test_friends_start_over_together(profile: Profile) -> None:
    host, code = host_a_table(profile())
    guest = sit_down(profile(), code, "Ben")
    third = sit_down(profile(), code, "Cleo")
    expect(host.locator(".seats")).to_contain_text("Cleo")
    host.locator("[data-act=start]").click()
    for player in (host, guest, third):
        player.wait_for_selector("[data-act=confirm]")
    old = guest.url
    guest.get_by_role("button", name="Menu").click()
    guest.locator("[data-act=start-over]").click()
    expect(guest.get_by_role("alert")).to_contain_text("the others are asked to come along")
    guest.locator("[data-act=start-anew]").click()
    guest.wait_for_url(lambda url: "/t/" in url and url != old)
    host.locator("[data-act=come-along]").click()
    host.wait_for_url(guest.url)
    expect(guest.locator(".seats")).to_contain_text("Ben")
    expect(guest.locator(".seats")).to_contain_text("open seat")  # Cleo's, who would rather play on
    third.locator("[data-act=stay]").click()
    expect(third.locator("[data-act=come-along]")).to_have_count(0)
    Player(third).turn(first)
    expect(third.locator(".round")).to_contain_text("turn 2")  # bots play for those who went
    guest.goto("/")
    expect(guest.locator("[data-act=put-away]")).to_have_count(1)  # only the new game is in the list
