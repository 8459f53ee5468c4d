"""Alone at a table: from home to the end of the game, by clicking."""

import pytest
from playwright.sync_api import Page, expect
from tests.browser.player import Player, first

CITIES = ("London", "Tokyo", "Paris")


def depart(page: Page, city: str) -> Player:
    """From home to a table with a turned card: one click."""
    page.goto("/")
    page.get_by_role("button", name=city).click()
    page.wait_for_selector(".play")
    return Player(page)


def test_a_newcomer_draws_within_two_clicks(page: Page) -> None:
    player = depart(page, "London")
    sight = player.look()
    assert not sight.tracks
    player.draw(sight, sight.targets[0].do)
    assert len(player.look().tracks) == 1


@pytest.mark.parametrize("city", CITIES)
def test_a_whole_game(page: Page, city: str) -> None:
    player = depart(page, city)
    player.play(first)
    view = player.view()
    assert view["phase"] == "over"
    expect(page.locator(".points")).to_have_text(str(view["result"]["solo"]["score"]))
    expect(page.locator(".rating")).to_have_attribute(
        "aria-label", f"Rating {view['result']['solo']['rating']} of 6"
    )
    expect(page.locator("[data-record=new]")).to_contain_text(f"{city}, alone")
    expect(page.locator(".pad tbody tr")).to_have_count(4)
    for line, row in view["seats"][0]["score"]["lines"].items():
        place = list(view["seats"][0]["score"]["lines"]).index(line)
        shown = page.locator(".pad tbody tr").nth(place).locator(".sum")
        expect(shown).to_have_text(str(row["total"]) if row["districts"] else "")
    page.goto("/")
    expect(page.get_by_role("button", name=city)).to_contain_text(
        f"best {view['seats'][0]['score']['total']}"
    )


def test_the_last_turn_of_a_round_is_said(page: Page) -> None:
    player = depart(page, "London")
    expect(page.locator(".deck")).to_contain_text("underground cards to go")
    while not player.view()["last_turn"]:
        assert player.turn(first)
    page.wait_for_selector("[data-act=confirm]")
    expect(page.locator(".deck")).to_contain_text("Last turn of this round")
    expect(page.locator(".deck")).not_to_contain_text("to go")
    expect(page.locator(".asked .last")).to_have_text("Last card of this round")
    player.turn(first)
    expect(page.locator(".asked .last")).to_have_count(0)
    expect(page.locator(".deck")).to_contain_text("to go")


def test_undo_until_confirmed(page: Page) -> None:
    player = depart(page, "London")
    sight = player.look()
    player.draw(sight, sight.targets[0].do)
    player.act(player.look(), "undo")
    assert not player.look().tracks
    assert [target.do for target in player.look().targets] == [target.do for target in sight.targets]


def test_a_hasty_confirm_waits_for_the_section_before_it(page: Page) -> None:
    player = depart(page, "London")
    page.evaluate(
        """() => {
          document.querySelector('.target').dispatchEvent(new MouseEvent('click', { bubbles: true }));
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', bubbles: true }));
        }"""
    )
    expect(page.locator("section.paper [data-track]")).to_have_count(1)
    page.wait_for_function("() => document.querySelector('[data-act=undo]')?.disabled ?? true")
    view = player.view()
    assert (view["round"], view["turn"]) != (1, 1)
    assert len(player.look().tracks) == 1


def test_a_needless_pass_is_asked_about_once(page: Page) -> None:
    player = depart(page, "London")
    page.locator("[data-act=confirm]").click()
    expect(page.get_by_role("alert")).to_contain_text("Pass all the same?")
    page.get_by_role("button", name="Keep drawing").click()
    expect(page.locator(".ask")).to_have_count(0)
    before = player.look()
    player.confirm()
    assert player.look().at != before.at


def test_the_pad_shows_what_a_section_would_give(page: Page) -> None:
    player = depart(page, "London")
    target = player.look().targets[0]
    option = next(o for o in player.view()["answer"]["options"] if o["do"] == target.do)
    page.mouse.move(target.x, target.y)
    expect(page.locator(".pad .now .then")).to_have_text(str(option["line"]))
    expect(page.locator(".pad .total .then")).to_have_text(str(option["total"]))


def test_a_section_is_drawn_by_dragging_from_an_end(page: Page) -> None:
    player = depart(page, "London")
    target = player.look().targets[0]
    option = next(o for o in player.view()["answer"]["options"] if o["do"] == target.do)
    start = page.evaluate(
        """(cell) => { const svg = document.querySelector('.mine svg');
            const at = new DOMPoint(cell.charCodeAt(0) - 97, Number(cell.slice(1)));
            const { x, y } = at.matrixTransform(svg.getScreenCTM());
            return [x, y]; }""",
        option["start"],
    )
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(target.x, target.y, steps=6)
    page.mouse.up()
    page.wait_for_selector(".paper [data-track]", state="attached")
    assert player.view()["answer"]["actions"] == [target.do]


def test_the_title_says_whose_turn_it_is(page: Page) -> None:
    depart(page, "Paris")
    expect(page).to_have_title("Your turn – Paris · Terminus")
