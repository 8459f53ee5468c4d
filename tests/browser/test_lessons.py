"""The lessons as people meet them: offered once, in each language, by keyboard, left and resumed."""

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Profile, listen
from tests.browser.player import Player

from terminus.locale import LANGUAGES, translate
from terminus.server.lessons import lessons

COACH = ".coach"
SAYS = ".coach .says"
NEXT = "[data-act=next]"


def said(page: Page, language: str, text: str) -> None:
    """The coach says this, its places filled with whatever the game gives."""
    parts = translate(
        language, text, dict.fromkeys(("districts", "stations", "points", "bonus", "total"), "\0")
    )
    for part in parts.split("\0"):
        expect(page.locator(SAYS)).to_contain_text(part.strip())


def begin(page: Page, lesson: str) -> Player:
    page.goto("/learn")
    page.locator(f"[data-lesson={lesson}] [data-act=start-lesson]").click()
    page.wait_for_selector(COACH)
    return Player(page)


def follow(player: Player, name: str, language: str = "en") -> None:
    """The whole lesson as it suggests, every sentence read."""
    lesson, page = lessons()[name], player.page
    for turn in lesson.turns[lesson.first :]:
        for sentence in turn.says:
            said(page, language, sentence.text)
            if sentence != turn.says[-1]:
                page.locator(NEXT).click()
        for action in turn.do:
            sight = player.look()
            if action in sight.acts:
                player.act(sight, action)
            else:
                assert page.locator(
                    f"[data-pointed='{player.view()['lesson']['says'][-1]['cells'][-1]}']"
                ).count()
                player.draw(sight, action)
        player.confirm()
    for sentence in lesson.ends:
        said(page, language, sentence.text)
        if sentence != lesson.ends[-1]:
            page.locator(NEXT).click()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_round_teaches_in_every_language(profile: Profile, language: str) -> None:
    context = profile()
    page = context.new_page()
    complaints = listen(page)
    page.goto("/")
    page.locator("header select").select_option(language)
    page.locator("[data-act=start-lesson]").click()
    page.wait_for_selector(COACH)
    follow(Player(page), "first", language)
    expect(page.locator(".now .card")).to_have_count(0)  # round 2 waits for the last words
    assert not Player(page).look().targets
    page.locator("[data-act=play-on]").click()
    expect(page.locator(COACH)).to_have_count(0)
    assert Player(page).look().targets, "round 2 can be drawn"
    page.goto("/")
    page.wait_for_selector(".cities button")
    expect(page.locator(".offer")).to_have_count(0)
    assert not complaints


@pytest.mark.parametrize("name", [name for name in lessons() if name != "first"])
def test_what_is_special_in_each_city_and_module(page: Page, name: str) -> None:
    follow(begin(page, name), name)
    page.goto("/learn")
    expect(page.locator(f"[data-lesson={name}] .done")).to_be_visible()


def test_the_first_round_by_keyboard_alone(page: Page) -> None:
    page.goto("/")
    page.locator("[data-act=start-lesson]").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(COACH)
    player, lesson = Player(page), lessons()["first"]
    for turn in lesson.turns:
        for sentence in turn.says:
            said(page, "en", sentence.text)
            expect(page.locator("[data-news=quiet]")).to_contain_text(sentence.text)
            if sentence != turn.says[-1]:
                expect(page.locator(NEXT)).to_be_focused()
                page.keyboard.press("Enter")
        for action in turn.do:
            moment = player.look().at
            for _ in player.look().targets:
                page.keyboard.press("ArrowDown" if page.locator(".target:focus").count() == 0 else "Tab")
                if page.locator(f".target:focus[data-do='{action}']").count():
                    break
            page.keyboard.press("Enter")
            page.wait_for_function("(at) => document.querySelector('.play').dataset.mine !== at", arg=moment)
        moment = player.look().at
        page.keyboard.press("c")
        page.wait_for_function("(at) => document.querySelector('.play').dataset.mine !== at", arg=moment)
    said(page, "en", lesson.ends[0].text)
    for _ in lesson.ends[1:]:
        expect(page.locator(NEXT)).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.locator("[data-act=play-on]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(COACH)).to_have_count(0)


def test_another_way_is_taken_kindly_and_a_lesson_is_left_and_resumed(page: Page) -> None:
    player = begin(page, "first")
    page.locator(NEXT).click()
    player.draw(player.look(), "c5-a7")
    said(page, "en", "That is allowed too. Confirm it, or take the ringed station instead.")
    ring = page.locator("[data-pointed=e5]").bounding_box()
    assert ring is not None
    page.mouse.click(ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2)
    said(page, "en", lessons()["first"].turns[0].then[0])
    page.locator("[data-act=undo]").click()
    said(page, "en", lessons()["first"].turns[0].says[-1].text)
    player.draw(player.look(), "c5-a7")
    player.confirm()
    said(page, "en", lessons()["first"].turns[1].anyway)
    page.reload()
    said(page, "en", lessons()["first"].turns[1].anyway)
    page.locator("[data-act=skip-lesson]").click()
    page.wait_for_selector("[data-lesson=first] a.go")
    page.goto("/")
    page.locator("[data-act=resume-lesson]").click()
    said(page, "en", lessons()["first"].turns[1].anyway)
    page.goto("/")
    page.locator("[data-act=decline-lesson]").click()
    page.reload()
    page.wait_for_selector(".cities button")
    expect(page.locator(".offer")).to_have_count(0)


def test_the_offer_is_made_once(page: Page) -> None:
    page.goto("/")
    page.locator("[data-act=decline-lesson]").click()
    expect(page.locator(".offer")).to_have_count(0)
    page.reload()
    page.wait_for_selector(".cities button")
    expect(page.locator(".offer")).to_have_count(0)
    expect(page.get_by_role("link", name="How to play")).to_be_visible()
