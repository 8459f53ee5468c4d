"""What if, as people meet it: from the replay to a table that plays on, and its end beside what happened."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect
from tests.browser.axe import AXE
from tests.browser.axe import faults as axe_faults
from tests.browser.conftest import QUIET
from tests.browser.fits import faults
from tests.browser.pictures import new_game
from tests.browser.player import Player, first

from terminus.locale import LANGUAGES, translate

SIZES = (ViewportSize(width=1440, height=900), ViewportSize(width=360, height=740))
AGAINST = "dialog [role=switch]"
ON, SAME, OTHERS = "[data-act=play-on-from-here]", "[data-act=same-cards]", "[data-act=other-cards]"
FROM = "What if: from round {round}, turn {turn}, with the same cards"


@pytest.fixture(scope="module")
def over(browser: Browser, server: str) -> Iterator[str]:
    """A finished game that Ada has played."""
    context = browser.new_context(base_url=server, **QUIET)
    page = context.new_page()
    page.request.put("/api/me", data={"name": "Ada", "language": "en"})
    game = new_game(page, "london", [], [])
    page.goto(f"/t/{game}")
    Player(page).play(first)
    yield game
    context.close()


def moment(page: Page, game: str, round_: int, turn: int, event: str = "turn") -> str:
    """The address of this moment of the replay."""
    steps = page.request.get(f"/api/games/{game}/replay").json()["steps"]
    found = (
        n for n, s in enumerate(steps, 1) if (s["round"], s["turn"], s["event"]) == (round_, turn, event)
    )
    return f"/r/{game}/{next(found)}/1"


def inked(page: Page, game: str, round_: int, turn: int) -> int:
    """How many tracks were on Ada's sheet when the cards of this turn came."""
    steps = page.request.get(f"/api/games/{game}/replay").json()["steps"]
    flips = (s for s in steps if (s["event"], s["round"], s["turn"]) == ("flip", round_, turn))
    lines = next(flips)["sheets"][0]["lines"].values()
    drawn = sum(len(line["sections"]) for line in lines)
    assert drawn, "or an empty sheet would do"
    return int(drawn)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("language", LANGUAGES)
def test_from_the_replay_to_a_table_by_mouse(
    page: Page, over: str, size: ViewportSize, language: str
) -> None:
    page.request.put("/api/me", data={"language": language})
    page.set_viewport_size(size)
    page.goto(moment(page, over, 2, 3))
    expect(page.locator(ON)).to_have_text(translate(language, "Play on from here", {}))
    assert not faults(page)
    page.locator(ON).click()
    expect(page.locator(SAME)).to_be_visible()
    assert not faults(page)
    page.locator(SAME).click()
    page.wait_for_selector(".play")
    told = page.locator(".what-if")
    expect(told).to_contain_text(translate(language, FROM, {"round": 2, "turn": 3}))
    view = Player(page).view()
    expect(told.locator("a")).to_contain_text(str(view["what_if"]["total"]))
    expect(told.locator("a")).to_contain_text("Ada")
    assert (view["what_if"]["game"], view["round"]) == (over, 2)
    expect(page.locator("section.paper [data-track]")).to_have_count(inked(page, over, 2, 3))
    assert not faults(page)


def test_by_keyboard_alone(page: Page, over: str) -> None:
    page.goto(moment(page, over, 3, 1, "flip"))
    page.locator(ON).focus()
    page.keyboard.press("Enter")
    expect(page.locator(SAME)).to_be_visible()
    where = page.url
    page.keyboard.press("ArrowRight")  # the film behind stands still
    for _ in range(6):
        if page.locator(f"{OTHERS}:focus").count():
            break
        page.keyboard.press("Tab")
    assert page.url == where
    page.keyboard.press("Enter")
    page.wait_for_selector(".play .what-if")
    assert Player(page).view()["what_if"]["cards"] == "others"


def test_escape_leaves_the_replay_as_it_was_and_the_end_offers_nothing(page: Page, over: str) -> None:
    page.goto(moment(page, over, 2, 3))
    page.locator(ON).click()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(ON)).to_be_focused()
    page.keyboard.press("End")
    expect(page.locator(ON)).to_be_disabled()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_at_its_end_it_stands_beside_what_happened(page: Page, over: str, size: ViewportSize) -> None:
    page.set_viewport_size(size)
    page.goto(moment(page, over, 4, 2))
    page.locator(ON).click()
    page.locator(SAME).click()
    page.wait_for_selector(".play")
    player = Player(page)
    player.play(lambda player, sight: None)
    view = player.view()
    made, before = view["seats"][0]["score"]["total"], view["what_if"]["total"]
    expect(page.locator(".points")).to_have_text(str(made).replace("-", "−"))
    expect(page.locator("h2[data-heading]")).to_contain_text(
        f"{before - made} points less" if made < before else str(made - before)
    )
    expect(page.locator(".what-if")).to_contain_text(f"Ada made {before}")
    expect(page.locator(".rating, [data-record]")).to_have_count(0)
    assert not faults(page)
    page.locator("[data-act=once-more]").click()
    page.wait_for_selector(".play .what-if")
    assert Player(page).view()["what_if"]["turn"] == 2
    page.goto("/")
    expect(page.locator(".game").first).to_contain_text("What if")
    expect(page.locator("[data-city=london]")).not_to_contain_text("best")


def stood(page: Page, game: str, round_: int, turn: int) -> int:
    """What Ada's sheet was worth when the cards of this turn came."""
    steps = page.request.get(f"/api/games/{game}/replay").json()["steps"]
    flips = (s for s in steps if (s["event"], s["round"], s["turn"]) == ("flip", round_, turn))
    total: int = next(flips)["scores"][0]["total"]
    return total


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_against_what_happened_the_scores_stand_beside_each_other(
    page: Page, over: str, size: ViewportSize
) -> None:
    page.set_viewport_size(size)
    page.goto(moment(page, over, 3, 2))
    page.locator(ON).click()
    expect(page.locator(AGAINST)).to_be_checked()
    page.locator(SAME).click()
    page.wait_for_selector(".play")
    player = Player(page)
    for _ in range(4):
        now = player.view()
        theirs, mine = stood(page, over, now["round"], now["turn"]), now["seats"][0]["score"]["total"]
        expect(page.locator(".race")).to_contain_text(f"{mine} : {theirs}".replace("-", "−"))
        assert not faults(page)
        player.turn(lambda player, sight: None)
    player.play(lambda player, sight: None)
    view = player.view()
    made, before = view["seats"][0]["score"]["total"], view["what_if"]["total"]
    differences = [int(text.replace("−", "-")) for text in page.locator(".apart").all_inner_texts()]
    assert sum(differences[:-1]) == differences[-1] == made - before
    expect(page.locator(".end svg.sheet")).to_have_count(2)
    expect(page.locator("[data-then] > h3")).to_contain_text(str(before))
    assert not faults(page)
    page.locator("[data-then] a").click()
    page.wait_for_selector(".replay")
    assert page.url.endswith(moment(page, over, 3, 2, "flip"))


def test_with_other_cards_it_says_so(page: Page, over: str) -> None:
    page.goto(moment(page, over, 3, 2))
    page.locator(ON).click()
    page.locator(OTHERS).click()
    expect(page.locator(".race")).to_be_visible()
    expect(page.locator("section.cards")).to_contain_text("the two scores say little about each other")


def test_or_alone(page: Page, over: str) -> None:
    page.goto(moment(page, over, 4, 2))
    page.locator(ON).click()
    page.locator(AGAINST).uncheck()
    page.locator(SAME).click()
    page.wait_for_selector(".play .what-if")
    Player(page).play(lambda player, sight: None)
    expect(page.locator(".what-if")).to_contain_text("Ada made")
    expect(page.locator(".end svg.sheet")).to_have_count(1)
    expect(page.locator(".race, [data-then]")).to_have_count(0)


def test_its_review_is_of_what_was_played_there(page: Page, over: str) -> None:
    page.goto(moment(page, over, 3, 4))
    page.locator(ON).click()
    page.locator(SAME).click()
    page.wait_for_selector(".play")
    Player(page).play(first)
    page.locator("[data-act=review]").click()
    page.wait_for_selector("[data-graph]")
    expect(page.locator("[data-note]")).to_contain_text("from round 3, turn 4 on")
    turns = page.eval_on_selector_all("[data-turn]", "rows => rows.map(row => row.dataset.turn)")
    assert turns[0] == "3.4"
    assert all(float(turn.split(".")[0]) >= 3 for turn in turns)
    figures = page.locator(".sum strong").all_inner_texts()
    tenths = [round(10 * float(text.replace("−", "-").replace("=", ""))) for text in figures]
    assert sum(tenths[:-1]) == tenths[-1]


@pytest.mark.skipif(not AXE.exists(), reason="NO AXE: npm's packages are not installed on this machine")
@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_nothing_that_axe_finds_in_any_theme(page: Page, over: str, size: ViewportSize) -> None:
    page.set_viewport_size(size)
    page.goto(moment(page, over, 4, 8))
    page.locator(ON).click()
    page.locator(AGAINST).check()
    assert not axe_faults(page)
    page.locator(SAME).click()
    page.wait_for_selector(".play [data-race]")
    assert not axe_faults(page)
    Player(page).play(first)
    page.wait_for_selector("[data-then]")
    assert not axe_faults(page)
