"""The sheets of a game that was conducted here, entered card by card: a game that can be reviewed."""

from playwright.sync_api import Page, expect
from tests.browser.axe import faults
from tests.browser.test_conduct import begin


def pass_all(page: Page) -> None:
    """No more is drawn on this sheet."""
    turn, confirm = page.locator("[data-turn]"), page.locator("[data-act=confirm]")
    while (now := turn.get_attribute("data-turn")) != "over":
        confirm.click()
        expect(turn).not_to_have_attribute("data-turn", str(now))


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
    pass_all(page)
    page.reload()  # nothing is lost
    expect(page.locator("[data-turn=over]")).to_be_visible()
    expect(page.locator("[data-act=save]")).to_have_count(0)
    page.get_by_role("radio", name="Ben").check(force=True)
    expect(page.locator("[data-turn='1.1']")).to_be_visible()
    pass_all(page)
    assert faults(page) == []
    page.locator("[data-act=save]").click()
    page.wait_for_url("**/t/*")
    page.locator("[data-act=review]").click()
    page.wait_for_url("**/review")
    expect(page.locator("main.review h1")).to_be_visible()
    expect(page.locator(".review [role=alert]")).to_have_count(0)
