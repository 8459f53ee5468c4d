"""The sheets of a game that was conducted here, entered card by card: a game that can be reviewed."""

import json

from playwright.sync_api import Page, expect
from tests.browser.axe import faults
from tests.browser.test_conduct import begin, turn
from tests.browser.test_count import signed, tap

from terminus.record.log import replay
from terminus.record.scores import score_file


def pass_all(page: Page) -> None:
    """No more is drawn on this sheet."""
    place, confirm = page.locator("[data-turn]"), page.locator("[data-act=confirm]")
    while (now := place.get_attribute("data-turn")) != "over":
        confirm.click()
        expect(place).not_to_have_attribute("data-turn", str(now))


def test_a_conducted_game_is_entered_card_by_card_and_reviewed(page: Page) -> None:
    game = begin(page, "London", ["Ann", "Ben"])
    last = len(game["conduct"]["steps"]) - 1  # as if all had been turned: test_conduct turns them
    page.evaluate(
        """([key, at]) => {
            localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), at }));
        }""",
        [f"terminus-conduct-{game['code']}", last],
    )
    page.goto(f"/count?conducted={game['code']}")
    page.locator(".drawing [data-do]").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-act=confirm]")).to_have_text("Confirm")
    page.locator("[data-act=undo]").click()
    expect(page.locator("[data-act=confirm]")).to_have_text("Pass")
    page.locator(".drawing [data-do]").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-act=confirm]")).to_have_text("Confirm")
    page.reload()  # nothing is lost, not even in the middle of a turn
    expect(page.locator("[data-act=confirm]")).to_have_text("Confirm")
    page.get_by_role("radio", name="Ben").click()
    expect(page.locator("[data-act=confirm]")).to_have_text("Pass")
    page.get_by_role("radio", name="Ann").click()
    expect(page.locator("[data-act=confirm]")).to_have_text("Confirm")
    pass_all(page)
    page.reload()
    expect(page.locator("[data-turn=over]")).to_be_visible()
    expect(page.locator("[data-act=save]")).to_have_count(0)
    page.locator("[data-act=next-sheet]").click()
    expect(page.get_by_role("radio", name="Ben")).to_be_checked()
    expect(page.locator("[data-turn='1.1']")).to_be_visible()
    pass_all(page)
    assert faults(page) == []
    page.locator("[data-act=save]").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("[data-paper]")).to_be_visible()
    expect(page.locator("[data-fair]")).to_have_count(0)  # nothing was shuffled at this table
    page.locator("[data-act=review]").click()
    page.wait_for_url("**/review")
    expect(page.locator("main.review h1")).to_be_visible()
    expect(page.locator(".review [role=alert]")).to_have_count(0)


def test_two_tabs_enter_the_same_sheets(page: Page) -> None:
    game = begin(page, "London", ["Ann", "Ben"])
    for _ in range(4):
        turn(page)
    other = page.context.new_page()
    for tab in (page, other):
        tab.goto(f"/count?conducted={game['code']}")
        tab.locator("[data-turn='1.1']").wait_for()
    for number, tab in enumerate((page, other, page), 2):
        tab.locator("[data-act=confirm]:enabled").click()
        for one in (page, other):
            expect(one.locator(f"[data-turn='1.{number}']")).to_be_visible()
    page.locator("[data-act=whole]").click()  # the paper has something that these cards do not allow
    page.wait_for_url("**/count?board=london")
    expect(page.locator("[data-name='1']")).to_have_value("Ben")
    page.locator(".drawing [data-do]").first.focus()
    page.keyboard.press("Enter")
    page.locator("[data-act=save]").click()
    page.wait_for_url("**/t/*")
    key = f"terminus-conduct-{game['code']}"
    assert json.loads(page.evaluate("(key) => localStorage.getItem(key)", key))["counted"]


def enter_all(page: Page) -> int:
    """Whatever the cards allow is drawn, by the mouse on the map; how many turns had something."""
    place, confirm, drawn = page.locator("[data-turn]"), page.locator("[data-act=confirm]"), 0
    while (now := place.get_attribute("data-turn")) != "over":
        expect(confirm).to_be_enabled()
        if (lit := page.locator(".drawing [data-do]")).count():
            does = str(lit.first.get_attribute("data-do"))
            tap(page, does.partition("-")[2])
            way = page.locator(f"[data-way='{does}']")
            expect(way.or_(confirm.filter(has_text="Confirm")).first).to_be_visible()
            if way.count():
                way.click()
            expect(confirm).to_have_text("Confirm")
            drawn += 1
        expect(confirm).to_be_enabled()
        confirm.click()
        expect(place).not_to_have_attribute("data-turn", str(now))
    return drawn


def test_a_whole_game_is_turned_and_entered_by_clicks(page: Page) -> None:
    game = begin(page, "Tokyo", ["Ann"], ("Special stations",))
    for step in game["conduct"]["steps"][1:]:
        turn(page)
        expect(page.locator(".now")).to_have_attribute("data-kind", step["kind"])
    expect(page.get_by_role("link", name="Count the sheets")).to_be_visible()
    for place in ("/conduct", "/count"):  # also for whoever closed the page at the end
        page.goto(place)
        found = page.locator("[data-uncounted]")
        expect(found).to_have_attribute("href", f"/count?conducted={game['code']}")
    found.click()
    page.locator("[data-turn='1.1']").wait_for()
    assert enter_all(page) > 10
    points = page.locator("[data-number=total]").inner_text()
    expect(page.locator("[data-outcome]")).to_be_visible()
    expect(page.locator("[data-bots] tr.mine .points")).to_have_text(points)
    page.locator("[data-act=save]").click()
    page.wait_for_url("**/t/*")
    name = page.url.rpartition("/")[2]
    log = [json.loads(line) for line in page.request.get(f"/api/games/{name}/log").text().splitlines()]
    assert signed(score_file(replay(log))["seats"][0]["total"]) == points
    cards = [event for event in log if event["event"] in ("flip", "special")]
    assert cards == [step["event"] for step in game["conduct"]["steps"] if step["event"]][1:]
    page.goto("/count")
    expect(page.locator("[data-do]").first).to_be_attached()
    expect(page.locator("[data-uncounted]")).to_have_count(0)
