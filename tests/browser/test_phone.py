"""On a phone: what one plays by is in sight, talk is noticed, settings are within reach of a thumb."""

from typing import Any

from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import Profile
from tests.browser.player import Player
from tests.browser.test_calm import seated

PHONE: Any = {"width": 360, "height": 740}
SIDEWAYS: Any = {"width": 740, "height": 360}
SMALL = """() => [...document.querySelectorAll('a, button, select, input:not([type=radio])')]
  .filter((node) => node.checkVisibility({ opacityProperty: true }))
  .filter((node) => getComputedStyle(node).clipPath === 'none') // a link that shows itself to the keyboard is
  .map((node) => [node.outerHTML.slice(0, 90), node.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < 43.9)
  .map(([html, box]) => `${html} ${box.width} x ${box.height}`)"""


def depart(page: Page, size: Any) -> Player:
    page.set_viewport_size(size)
    page.goto("/")
    page.get_by_role("button", name="London").click()
    page.wait_for_selector(".target")
    return Player(page)


def in_sight(page: Page, selector: str) -> bool:
    """Whether all of it is on the screen, and nothing before its middle."""
    answer: bool = page.evaluate(
        """(selector) => {
          const node = document.querySelector(selector);
          const { left, top, right, bottom } = node.getBoundingClientRect();
          const [x, y] = [(left + right) / 2, (top + bottom) / 2];
          return left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1
            && node.contains(document.elementFromPoint(x, y));
        }""",
        selector,
    )
    return answer


def test_all_that_one_plays_by_is_in_sight(page: Page) -> None:
    player = depart(page, PHONE)
    for size in (PHONE, SIDEWAYS, {"width": 844, "height": 390}, {"width": 430, "height": 932}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        for what in (".paper", ".cards .card", ".prompt", ".standing", "[data-act=confirm]"):
            assert in_sight(page, what), (what, size)
        assert page.locator(".paper").bounding_box()["height"] > 0.92 * min(size.values())  # type: ignore[index]
    page.set_viewport_size(PHONE)
    player.draw(player.look(), player.look().targets[0].do)
    view = player.view()
    score = view["answer"]["score"]
    row = score["lines"][view["seats"][0]["pencil"]]
    expect(page.locator(".standing")).to_contain_text(f"{row['districts']} × {row['stations']}")
    expect(page.locator(".standing")).to_contain_text(f"= {row['total']}")
    expect(page.locator(".standing")).to_contain_text(f"Total {score['total']}")
    expect(page.locator(".dots i:not(.past)")).to_have_count(view["to_go"]["underground"])


def test_the_smallest_phone_shows_the_last_row_and_the_city(page: Page) -> None:
    depart(page, {"width": 320, "height": 568})
    assert in_sight(page, ".paper")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    assert page.evaluate(
        "(() => { const h = document.querySelector('h1'); return h.scrollWidth <= h.clientWidth })()"
    )


def test_on_a_tablet_the_score_is_seen_with_modules(page: Page) -> None:
    wish = {
        "board": "london",
        "modules": ["objectives", "powers"],
        "bots": ["easy"],
        "open": 0,
        "start": True,
    }
    game = page.request.post("/api/games", data=wish).json()["game"]
    page.set_viewport_size({"width": 1180, "height": 820})
    page.goto(f"/t/{game}")
    page.wait_for_selector(".target")
    assert in_sight(page, ".pad")
    assert in_sight(page, ".paper")


def test_everything_is_large_enough_for_a_thumb(browser: Browser, server: str) -> None:
    context = browser.new_context(base_url=server, has_touch=True, is_mobile=True, service_workers="block")
    page = context.new_page()
    depart(page, PHONE)
    assert not page.evaluate(SMALL)
    page.set_viewport_size(SIDEWAYS)
    assert not page.evaluate(SMALL)
    context.close()


def test_a_guest_is_offered_a_seat_and_the_table_opens_at_its_top(profile: Profile) -> None:
    host, guest = profile().new_page(), profile().new_page()
    wish = {"board": "london", "modules": [], "bots": [], "open": 3, "clock": None, "start": False}
    game = host.request.post("/api/games", data=wish).json()["game"]
    host.set_viewport_size(PHONE)
    guest.set_viewport_size(SIDEWAYS)
    for page in (host, guest):
        page.goto(f"/t/{game}")
    guest.wait_for_selector("[data-act=sit]")
    assert in_sight(guest, "[data-act=sit]")
    expect(guest.locator(".code")).to_have_count(0)
    guest.locator("[data-act=sit]").click()
    expect(guest.locator(".code")).to_be_attached()
    expect(host.locator(".unseated")).to_have_count(0)
    host.locator("[data-act=start]").scroll_into_view_if_needed()
    guest.evaluate("scrollTo(0, 400)")
    assert host.evaluate("scrollY") > 0
    host.locator("[data-act=start]").click()
    for page in (host, guest):
        page.wait_for_selector(".play")
        page.wait_for_function("scrollY === 0")
        assert in_sight(page, ".cards .card")


def test_talk_is_noticed_until_it_was_seen(profile: Profile) -> None:
    host, guest = seated(profile, "london")
    host.page.set_viewport_size(PHONE)
    guest.page.get_by_label("Say something").fill("Hello")
    guest.page.get_by_label("Say something").press("Enter")
    expect(host.page.locator(".tabs .badge")).to_contain_text("1 new message")
    expect(host.page).to_have_title("(1) Your turn – London · Terminus")
    host.page.get_by_role("button", name="1 new message", exact=True).click()
    expect(host.page.locator(".chat")).to_be_in_viewport()
    expect(host.page.locator(".badge")).to_have_count(0)
    expect(host.page).to_have_title("Your turn – London · Terminus")
    expect(guest.page.locator("[data-act=chat]")).to_have_count(0)


def test_settings_are_there_at_the_table_and_remembered(page: Page) -> None:
    depart(page, PHONE)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("switch", name="Sound").click()
    page.get_by_label("Language").select_option("fr")
    expect(page.get_by_role("dialog")).to_contain_text("Réglages")
    page.goto("/")
    page.get_by_role("button", name="Réglages").click()
    expect(page.get_by_role("switch", name="Sons")).to_be_checked()
