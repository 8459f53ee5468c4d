"""What others at the table do does not disturb somebody in the middle of a turn."""

from playwright.sync_api import Page, expect
from tests.browser.conftest import Profile
from tests.browser.player import Player, first


def seated(profile: Profile, board: str) -> tuple[Player, Player]:
    """Two people at a table that has begun."""
    host, guest = profile().new_page(), profile().new_page()
    wish = {"board": board, "modules": [], "bots": [], "open": 1, "clock": None, "start": False}
    game = host.request.post("/api/games", data=wish).json()["game"]
    guest.request.post(f"/api/games/{game}/join", data={"name": "Guest"})
    for page in (host, guest):
        page.goto(f"/t/{game}")
    host.locator("[data-act=start]").click()
    for page in (host, guest):
        page.wait_for_selector(".play")
    return Player(host), Player(guest)


def confirmed_by(other: Player, seen_by: Page) -> None:
    """The other one's turn, and the news of it."""
    other.turn(first)
    expect(seen_by.locator(".status")).to_contain_text("confirmed")


def test_the_question_before_a_pass_stays(profile: Profile) -> None:
    host, guest = seated(profile, "london")
    host.page.locator("[data-act=confirm]").click()
    expect(host.page.locator(".ask")).to_be_visible()
    confirmed_by(guest, host.page)
    expect(host.page.locator(".ask")).to_be_visible()


def test_the_question_which_way_stays(profile: Profile) -> None:
    host, guest = seated(profile, "paris")
    while len({target for _, target in ways(host)}) == len(ways(host)):
        for player in (host, guest):
            if player.view()["answer"]:  # who could draw nothing has passed already
                player.turn(first)
        host.page.wait_for_selector("[data-act=confirm]")
    targets = [target for _, target in ways(host)]
    twice = next(do for do, target in ways(host) if targets.count(target) > 1)
    spot = next(target for target in host.look().targets if target.do == twice)
    host.page.mouse.click(spot.x, spot.y)
    expect(host.page.locator("[data-way]")).to_have_count(targets.count(dict(ways(host))[twice]))
    if guest.look().asked:
        confirmed_by(guest, host.page)
    host.page.locator(f"[data-way='{twice}']").click()
    expect(host.page.locator("[data-way]")).to_have_count(0)
    expect(host.page.locator("[data-act=undo]")).to_be_enabled()


def ways(player: Player) -> list[tuple[str, str]]:
    """The sections that may be drawn, and where each leads, once the page shows them too."""
    for _ in range(200):  # the table may move on between a look and the other
        view = player.view()
        if player.page.locator(f".play[data-at='{view['number']}.{view['draft']}']").count():
            answer = view["answer"] or {"options": []}
            return [(option["do"], option["target"]) for option in answer["options"] if option["section"]]
        player.page.wait_for_timeout(50)
    raise AssertionError("the page never showed what the server says")
