"""The rules pages: read, searched, tried and printed; and help by one key, wherever one is."""

from playwright.sync_api import Page, expect
from tests.browser.conftest import Profile, listen
from tests.browser.fits import faults

from terminus.locale import LANGUAGES
from terminus.server.rulebook.book import pages

NO_WAY = "[data-example='c4-e6']"
ALONE = {
    "en": "Modules alone",
    "fr": "Les modules en solo",
    "es": "Módulos en solitario",
    "de": "Module allein",
}


def test_every_page_opens_in_every_language(page: Page) -> None:
    for one in pages():
        page.goto(f"/rules/{one.id}#R7.8")
        for language in LANGUAGES:
            page.locator("header select").select_option(language)
            expect(page.locator("html")).to_have_attribute("lang", language)
            expect(page.locator("[id='R7.8'] h3")).to_contain_text(ALONE[language])
        expect(page.locator("[id='R7.8'] h3")).to_be_in_viewport()
    page.goto(f"/rules/own-{'0' * 32}#R5.6")  # has no page of its own: the rule stands elsewhere
    expect(page.locator("[id='R5.6'] h3")).to_be_in_viewport()


def test_the_pages_fit_their_screen(page: Page) -> None:
    page.request.put("/api/me", data={"language": "de"})  # the longest words
    for path, ready in (("/rules", "h1"), ("/rules/paris", "figure"), ("/rules/modules/gates", "figure")):
        page.goto(path)
        page.wait_for_selector(ready)
        for width, height in ((360, 740), (740, 360), (1440, 900)):
            page.set_viewport_size({"width": width, "height": height})
            assert not faults(page), (path, width)


def test_a_figure_can_be_tried_and_says_why_not(page: Page) -> None:
    page.goto("/rules/london#R3.6")
    figure = page.locator("[id='R3.6'] figure")
    expect(figure.get_by_text("✓ Allowed")).to_be_visible()
    expect(figure.get_by_text("✗ Not allowed")).to_be_visible()
    figure.locator("[data-station=e6]").click()
    expect(figure.locator(".answer")).to_have_text("That would cross line 1. R3.6")
    expect(figure.locator("path.barrier")).to_have_count(1)
    figure.locator("[data-station=b4]").press("Enter")
    expect(figure.locator(".answer")).to_contain_text("worth 2 × 3 + 2 = 8")
    expect(figure.locator("[data-track='green b4-c4']")).to_be_attached()
    figure.locator("[data-act=again]").click()
    expect(figure.locator("[data-track='green b4-c4']")).to_have_count(0)
    figure.locator(NO_WAY).click()
    expect(figure.locator(".answer")).to_contain_text("That would cross line 1.")


def test_an_example_is_counted_out_on_the_map(page: Page) -> None:
    page.goto("/rules/london#R4.1")
    example = page.locator("[id='R4.1'] figure")
    example.locator("[data-step='districts blue']").click()
    expect(example.locator("[data-district]")).to_have_count(5)
    expect(example.locator("[data-step='total blue']")).to_have_text("Line 2: 5 × 4 + 2 = 22")


def test_a_search_finds_without_accents_and_leads_there(page: Page) -> None:
    page.goto("/rules")
    page.request.put("/api/me", data={"language": "fr"})
    page.goto("/rules")
    page.get_by_role("searchbox").fill("deja reliees boucle")
    page.get_by_role("link", name="La boucle").click()
    expect(page).to_have_url("/rules/tokyo#R5.1")
    expect(page.locator("[id='R5.1'] h3")).to_be_in_viewport()
    page.get_by_role("searchbox").fill("zzz")
    expect(page.get_by_role("status")).to_have_text("Aucune règle n’en parle.")


def test_rules_that_there_are_none_of(profile: Profile) -> None:
    page = profile().new_page()
    complaints = listen(page)
    answer = page.goto("/rules/atlantis")
    assert answer
    assert answer.status == 404
    expect(page.get_by_role("alert")).to_contain_text("There are no rules at this address.")
    page.locator("main").get_by_role("link", name="London").click()
    expect(page).to_have_title("Rules of London · Terminus")
    assert len(complaints) == 1, "the browser's own word about the 404"


def test_help_is_one_key_away_everywhere(page: Page) -> None:
    wish = {"board": "tokyo", "modules": ["gates"], "bots": [], "open": 0, "clock": None}
    games = [
        page.request.post("/api/games", data={**wish, "start": start}).json()["game"]
        for start in (False, True)
    ]
    for path in (
        "/",
        "/about",
        "/rules",
        "/rules/paris",
        f"/t/{games[0]}",
        f"/r/{games[1]}",
        f"/t/{games[1]}",
    ):
        page.goto(path)
        page.locator("main h1, main, .play").first.wait_for()
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="How to play")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("?")
    expect(page.get_by_role("link", name="All rules of Tokyo")).to_have_attribute("href", "/rules/tokyo")
    expect(page.get_by_role("dialog").locator("figure")).to_have_count(2)
    page.keyboard.press("Escape")
    page.goto("/rules")
    page.get_by_role("searchbox").press("?")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_printed_it_is_a_rulebook(page: Page) -> None:
    page.goto("/rules/london")
    expect(page.locator("figure").first).to_be_visible()
    page.emulate_media(media="print")
    for gone in ("header", "nav", "search", ".acts", "article .link"):
        expect(page.locator(gone).first).to_be_hidden()
    expect(page.locator("figure .map").first).to_be_visible()
    expect(page.get_by_text("✗ Not allowed").first).to_be_visible()
