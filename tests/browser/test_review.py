"""The review: from the end of a game by mouse, keys and finger; its figures add up, each turn has a link."""

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.browser.axe import AXE, faults
from tests.browser.conftest import QUIET, listen, serving
from tests.browser.fits import FAULTS
from tests.review.games import log
from tests.server.test_boards import edo
from tests.server.test_reviews import stored
from tests.strategies import ruleset

from terminus.boards import own_board
from terminus.kernel import installed
from terminus.locale import translate
from terminus.rules.ruleset import Ruleset

pytestmark = pytest.mark.skipif(not installed(), reason="NO NATIVE KERNEL: there is no review without it")

NUMBERS = ("par", "luck", "lost", "drift")
Open = Callable[..., Page]
LUCKY = {  # what nobody is told: luck is a number here
    "en": r"lucky|lucki|fortunate|good luck|bad luck",
    "fr": r"chanceu|malchanc|veinard|heureu|(bonne|mauvaise) fortune|(eu|manqué) de (la )?chance",
    "es": r"afortunad|suertud|(buena|mala) suerte|(tien|tuv|tenid)\w* suerte",
    "de": r"glücklich|glückspilz|pech|(viel|wenig|kein) glück|glück (gehabt|hattest)|hattest (\w+ )?glück",
}


@pytest.fixture(scope="module")
def games() -> list[str]:
    """Their ids, once the server stands: one game alone, one of two, one alone with modules, one on a
    board that nothing was learned for, and one with special stations."""
    return []


@pytest.fixture(scope="module")
def address(games: list[str]) -> Iterator[str]:
    def fill(database: str) -> None:
        logs = [
            log(ruleset("london", ()), "greedy"),
            log(ruleset("tokyo", ("powers",)), "points:1", "greedy", number=3),
            log(ruleset("london", ("powers", "objectives")), "greedy"),
            log(Ruleset.of(own_board(edo())), "greedy"),
            log(ruleset("paris", ("specials",)), "greedy"),
        ]
        with ThreadPoolExecutor(1) as apart:  # Playwright has a loop on this thread
            games.extend(apart.submit(lambda: asyncio.run(stored(database, *logs))).result())

    with serving(5, fill) as found:
        yield found


@pytest.fixture
def opened(browser: Browser, address: str) -> Iterator[Open]:
    """Call it for a page at a path; what it complains about fails the test."""
    told: list[list[str]] = []
    contexts = []

    def at(path: str, width: int = 1280, height: int = 900, **more: Any) -> Page:
        size = {"width": width, "height": height}
        contexts.append(browser.new_context(base_url=address, viewport=size, **QUIET, **more))  # type: ignore[arg-type]
        page = contexts[-1].new_page()
        told.append(listen(page))
        page.goto(path)
        return page

    yield at
    for context in contexts:
        context.close()
    assert told
    assert not any(told), told


def number(text: str) -> int:
    """What a figure is, in tenths."""
    return round(10 * float(text.replace("−", "-").replace("=", "").replace(",", ".").strip() or 0))


def ready(page: Page) -> Page:
    page.wait_for_selector("[data-graph]")
    return page


def place(page: Page) -> str:
    return page.evaluate("location.hash.slice(1).split('/')[0]")  # type: ignore[no-any-return]


def test_from_the_end_of_a_game_and_the_figures_add_up(opened: Open, games: list[str]) -> None:
    page = opened(f"/t/{games[0]}")
    page.locator("[data-act=review]").click()
    ready(page)
    shown = {
        name: number(page.locator(f"[data-number={name}] strong").inner_text())
        for name in (*NUMBERS, "score")
    }
    assert shown["par"] + shown["luck"] + shown["lost"] + shown["drift"] == shown["score"]
    rows = page.eval_on_selector_all(
        "[data-row]", "rows => rows.map(row => [...row.cells].slice(1).map(cell => cell.textContent))"
    )
    assert len(rows) > 20
    worth = shown["par"]
    for row in rows:
        before, luck, lost, drift, after = map(number, row)
        assert before == worth
        assert before + luck + lost + drift == after
        worth = after
    assert worth == shown["score"]
    for column, name in ((1, "luck"), (2, "lost"), (3, "drift")):
        assert sum(number(row[column]) for row in rows) == shown[name]
    listed = page.eval_on_selector_all(
        "[data-turn] td:nth-of-type(3)", "cells => cells.map(c => c.innerText)"
    )
    assert sum(number(re.sub("[^−0-9.]", "", text)) for text in listed) == shown["lost"]


def test_a_number_says_what_it_is(opened: Open, games: list[str]) -> None:
    page = ready(opened(f"/r/{games[0]}/review"))
    for name in (*NUMBERS, "score"):
        button = page.locator(f"[data-number={name}]")
        button.click()
        expect(button).to_have_attribute("aria-expanded", "true")
        said = page.locator(".says[role=status]").inner_text()
        assert said
        assert said in page.locator("dl", has=page.get_by_text("as good", exact=True)).inner_text()


@pytest.mark.parametrize("language", LUCKY)
def test_nobody_is_told_that_they_were_lucky(opened: Open, games: list[str], language: str) -> None:
    for game in games:
        page = ready(opened(f"/r/{game}/review", locale=language))
        told = page.locator("main").inner_text()
        told += " ".join(page.eval_on_selector_all("[aria-label]", "all => all.map(one => one.ariaLabel)"))
        assert translate(language, "luck", {}) in told
        assert not re.findall(rf"\b(?:{LUCKY[language]})\w*", told, re.IGNORECASE)


def test_what_went_well_comes_first(opened: Open, games: list[str]) -> None:
    page = ready(opened(f"/r/{games[0]}/review", 360, 740))
    assert page.locator("main h2").first.inner_text() == "What went well"
    assert page.locator("main [data-place]").first.locator("b").inner_text() == "✓"


def test_alone_with_modules_the_sum_and_what_the_cards_allowed_are_before_the_deduction(
    opened: Open, games: list[str]
) -> None:
    page = opened(f"/t/{games[2]}")
    result = page.locator(".points").inner_text()
    page.goto(f"/r/{games[2]}/review")
    ready(page)
    said = f"Before the deduction: alone, 2 modules cost 20 points, so the result is {result}."
    assert number(page.locator("[data-number=score] strong").inner_text()) == 10 * (int(result) + 20)
    expect(page.locator("[data-note]")).to_have_text([said])
    page.locator("[data-act=face-up]").click()
    expect(page.locator("[data-note]")).to_have_text([said, said], timeout=60_000)


def test_what_was_dealt_and_what_opens_a_round_is_named(opened: Open, games: list[str]) -> None:
    dealt = ready(opened(f"/r/{games[2]}/review")).locator("[data-dealt] li")
    expect(dealt).to_have_count(6)
    expect(dealt.first).not_to_contain_text("used this round")
    page = ready(opened(f"/r/{games[4]}/review#2.1/1"))
    expect(page.locator("[data-opened]")).to_have_text(
        re.compile(r"^Of this luck [+−]?\d+\.\d: the special station \w+, .+\.$")
    )
    expect(page.locator("[data-dealt]")).to_have_count(0)
    page.locator("[data-act=turn-next]").click()
    expect(page.locator("[data-opened]")).to_have_count(0)


def test_where_nothing_was_learned_it_says_so_beside_the_sum(opened: Open, games: list[str]) -> None:
    page = ready(opened(f"/r/{games[3]}/review"))
    note = page.locator("section", has=page.locator(".sum")).locator("[data-note]")
    expect(note).to_contain_text("judged by the score alone, 2 cards ahead")
    expect(ready(opened(f"/r/{games[0]}/review")).locator("[data-note]")).to_have_count(0)


def test_a_reason_names_the_rule_that_gains_most_later(opened: Open, games: list[str]) -> None:
    page = ready(opened(f"/r/{games[0]}/review"))
    one = page.request.get(f"/api/games/{games[0]}/review").json()["review"]["seats"][0]
    named = {f"{turn['round']}.{turn['turn']}" for turn in one["turns"] if (turn["later"] or {}).get("most")}
    moves = page.locator("section", has_text="The moves that mattered").locator("[data-place]")
    shown = {
        move.get_attribute("data-place")
        for move in moves.all()
        if re.search(r"Above all: [\w× ]+, [\d.]+ ± [\d.]+ (more|less) in 100", move.inner_text())
    }
    assert shown
    assert shown <= named


def test_the_parts_of_the_chosen_move_add_up(opened: Open, games: list[str]) -> None:
    page = ready(opened(f"/r/{games[0]}/review"))
    parts = page.locator(".parts dd").all_inner_texts()
    assert sum(map(number, parts[:-1])) == number(parts[-1]) > 0
    assert page.locator("[data-reply=played] path").count()
    assert page.locator("[data-reply=better] path").count()


def test_by_keys(opened: Open, games: list[str]) -> None:
    page = ready(opened(f"/r/{games[0]}/review"))
    page.locator("[data-turn='1.1'] a").focus()
    page.keyboard.press("Enter")
    assert place(page) == "1.1"
    page.keyboard.press("ArrowRight")
    assert place(page) == "1.2"
    page.keyboard.press("ArrowLeft")
    assert place(page) == "1.1"
    mistakes = page.eval_on_selector_all(
        "[data-turn]:has(.less)", "rows => rows.map(row => row.dataset.turn)"
    )
    page.keyboard.press("n")
    first = place(page)
    assert first == next(turn for turn in mistakes if turn != "1.1")
    page.keyboard.press("n")
    assert place(page) == mistakes[mistakes.index(first) + 1]
    page.keyboard.press("p")
    assert place(page) == first
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("the next mistake")
    page.keyboard.press("n")
    assert place(page) == first, "a dialog is open"


def test_by_a_finger_on_a_phone(opened: Open, games: list[str]) -> None:
    page = opened(f"/t/{games[1]}", 360, 740, has_touch=True)
    page.locator("[data-act=review]").tap()
    ready(page)
    assert page.evaluate(FAULTS) == []
    moment = page.locator("section", has_text="The moves that mattered").locator("[data-place]").nth(1)
    moment.tap()
    expect(moment).to_have_attribute("aria-pressed", "true")
    assert place(page) == moment.get_attribute("data-place")
    expect(page.locator(".paper")).to_be_in_viewport()
    box = page.locator("[data-graph]").bounding_box()
    assert box is not None
    page.locator("[data-graph]").tap(position={"x": box["width"] - 12, "y": box["height"] / 2})
    assert place(page).startswith("4."), "the last turn is at the right"


def test_the_list_can_be_narrowed_down(opened: Open, games: list[str]) -> None:
    page = ready(opened(f"/r/{games[0]}/review"))
    rows = page.locator("[data-turn]")
    every = rows.count()
    page.get_by_text("decisions", exact=True).click()
    decisions = rows.count()
    page.get_by_text("mistakes", exact=True).click()
    mistakes = rows.count()
    assert every > decisions > mistakes > 0
    assert page.locator("[data-turn] .less").count() == mistakes


def test_what_the_next_level_up_does_better_is_marked(opened: Open, games: list[str]) -> None:
    page = ready(opened(f"/r/{games[0]}/review"))
    one = page.request.get(f"/api/games/{games[0]}/review").json()["review"]["seats"][0]
    better = [f"{turn['round']}.{turn['turn']}" for turn in one["turns"] if turn["next_up"]]
    assert len(one["turns"]) > len(better) > 0

    def turns(selector: str) -> list[str]:
        found: list[str] = page.eval_on_selector_all(selector, "rows => rows.map(row => row.dataset.turn)")
        return found

    assert turns("[data-turn]:has(.up)") == better
    page.get_by_role("radio", name="▲").check()
    assert turns("[data-turn]") == better
    expect(page.get_by_text("the next one up, finds better")).to_be_visible()


def test_each_turn_has_a_link_and_leads_into_the_replay(opened: Open, games: list[str]) -> None:
    page = ready(opened(f"/r/{games[1]}/review#2.3/2"))
    expect(page.locator("#turn-heading")).to_contain_text("Round 2, turn 3")
    expect(page.get_by_role("radio", name="2", exact=True)).to_be_checked()
    page.get_by_role("link", name="In the replay").click()
    page.wait_for_selector(".replay")
    step = page.request.get(f"/api/games/{games[1]}/replay").json()["steps"]
    at = int(page.url.split("/")[-2]) - 1
    assert (step[at]["event"], step[at]["round"], step[at]["turn"], step[at]["seat"]) == ("turn", 2, 3, 1)
    page.locator("[data-act=review]").click()
    ready(page)


def test_seats_stand_side_by_side(opened: Open, games: list[str]) -> None:
    page = ready(opened(f"/r/{games[1]}/review#1.1/1"))
    company = page.locator("section", has_text="The same cards, side by side")
    rows = company.locator("tbody tr, tfoot tr").all()
    for seat in (0, 1):
        column = [number(row.locator("td").nth(seat).inner_text()) for row in rows]
        assert sum(column[:-1]) == column[-1], "the same sum"
    (mine, theirs) = (company.locator(f"[data-parted='{seat}']") for seat in (1, 0))
    said = company.locator("li").inner_text()
    by = number(re.search(r"gained ([\d.]+) on", said).group(1))  # type: ignore[union-attr]
    gained = [
        number(one.locator(".worth").inner_text().split("(")[1].strip(")").replace("+", ""))
        for one in (mine, theirs)
    ]
    assert abs(gained[0] - gained[1]) == by > 0
    for one in (mine, theirs):
        passes = "passes" in one.locator("figcaption").inner_text()
        assert bool(one.locator("[data-reply=played] path").count()) != passes
    drawn = [one.locator("figcaption span").first.inner_text().split(":")[1] for one in (mine, theirs)]
    assert drawn[0] != drawn[1]
    company.get_by_role("link").first.click()
    expect(page.locator("#turn-heading")).to_contain_text("turn")
    assert place(page) != "1.1"


@pytest.mark.parametrize(
    ("language", "heading"), [("en", "Review"), ("fr", "Analyse"), ("es", "Análisis"), ("de", "Rückblick")]
)
def test_in_four_languages(opened: Open, games: list[str], language: str, heading: str) -> None:
    for width, height in ((360, 740), (740, 360)):
        page = ready(opened(f"/r/{games[1]}/review", width, height, locale=language))
        expect(page.locator("h1")).to_contain_text(heading)
        assert page.evaluate(FAULTS) == []
    if language != "en":
        assert "What the numbers mean" not in page.locator("main").inner_text()


def test_it_waits_tells_how_far_it_is_and_can_be_asked_for_again(opened: Open, games: list[str]) -> None:
    page = opened("/about")
    stages = [
        {"state": "failed", "done": 0, "review": None},
        {"state": "waiting", "done": 0, "review": None},
        *[{"state": "running", "done": 0.4, "review": None}] * 3,
    ]

    def answer(route: Route) -> None:
        if stages:
            route.fulfill(body=json.dumps(stages.pop(0)), content_type="application/json")
        else:
            route.continue_()

    page.route(
        "**/review", lambda route: answer(route) if "/api/" in route.request.url else route.continue_()
    )
    page.goto(f"/r/{games[0]}/review")
    expect(page.get_by_text("could not be made")).to_be_visible()
    page.locator("[data-act=again]").click()
    expect(page.locator("progress[value='40']")).to_be_visible()
    assert not page.locator("[data-graph]").count(), "complete, or not at all"
    ready(page)


def test_what_the_very_cards_allowed_is_asked_for_last(opened: Open, games: list[str]) -> None:
    page = ready(opened(f"/r/{games[0]}/review", 360, 740))
    section = page.locator("section").last
    expect(section).to_contain_text("says nothing about how you played")
    page.locator("[data-act=face-up]").click()
    page.wait_for_selector("[data-face-up]", timeout=60_000)
    found = page.request.get(f"/api/games/{games[0]}/face-up/0").json()["face_up"]
    expect(section.locator("[data-face-up]")).to_contain_text(f"{found['best']} points")
    assert found["best"] >= found["scored"]
    drawn = sum(len(line["sections"]) for line in found["sheet"]["lines"].values())
    assert section.locator("[data-track]").count() == drawn
    assert page.evaluate(FAULTS) == []


def test_there_is_none_before_the_end(opened: Open) -> None:
    page = opened("/about")
    wish = {"board": "london", "modules": [], "bots": [], "open": 0, "clock": None, "start": True}
    game = page.request.post("/api/games", data=wish).json()["game"]
    answer = page.request.post(f"/api/games/{game}/review")
    assert answer.status == 403


@pytest.mark.skipif(not AXE.exists(), reason="NO AXE: npm's packages are not installed on this machine")
@pytest.mark.parametrize(("width", "height"), [(360, 740), (1440, 900)])
def test_nothing_that_axe_finds(opened: Open, games: list[str], width: int, height: int) -> None:
    page = ready(opened(f"/r/{games[1]}/review", width, height))
    page.locator("summary").click()
    page.locator("[data-act=face-up]").click()
    page.wait_for_selector("[data-face-up]", timeout=60_000)
    assert not faults(page)
