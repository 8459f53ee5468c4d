"""A game on paper: one screen turns the cards, without a network too, and other phones follow."""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Response, expect
from tests.browser.axe import faults
from tests.browser.conftest import Profile, listen
from tests.browser.fits import faults as misfits

from terminus.locale import LANGUAGES
from terminus.record.log import replay, turn_event

KEPT = "Object.keys(localStorage).filter((key) => key.startsWith('terminus-conduct-'))"
NO_NETWORK = "ERR_INTERNET_DISCONNECTED"
SPEECH = """
globalThis.said = [];
const voice = { lang: LANG, localService: true, name: 'test' };
Object.defineProperty(globalThis, 'speechSynthesis', { value: {
  getVoices: () => VOICES, addEventListener: () => undefined, cancel: () => undefined,
  speak: (one) => said.push(one.lang + ': ' + one.text),
} });
globalThis.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""


def begin(page: Page, city: str, names: list[str], modules: tuple[str, ...] = ()) -> dict[str, Any]:
    """A game at its first round, as this browser keeps it."""
    page.goto("/conduct")
    page.get_by_role("radio", name=city).check(force=True)
    page.get_by_role("radio", name=str(len(names)), exact=True).check(force=True)
    for field, name in zip(page.locator(".names input").all(), names, strict=True):
        field.fill(name)
        field.blur()
    page.locator("summary").click()
    for module in modules:
        page.get_by_role("switch", name=module).check(force=True)
    page.locator("[data-act=begin]").click()
    page.locator("[data-act=turn]").wait_for()
    return kept(page)


def kept(page: Page) -> dict[str, Any]:
    code = page.url.rpartition("/")[2]
    games: list[dict[str, Any]] = [
        json.loads(text) for text in page.evaluate(f"{KEPT}.map((key) => localStorage.getItem(key))")
    ]
    return next(game for game in games if game["code"] == code)


def turn(page: Page) -> None:
    page.wait_for_timeout(330)  # sooner it is a finger that trembled
    page.keyboard.press("Space")


def shown(page: Page) -> list[str]:
    return [str(card.get_attribute("aria-label")) for card in page.locator(".cards [role=img]").all()]


def test_a_whole_game_without_a_network(context: BrowserContext) -> None:
    page = context.new_page()
    complaints = listen(page)
    game = begin(page, "Tokyo", ["Ann", "Ben"], ("Special stations",))
    context.set_offline(True)
    steps = game["conduct"]["steps"]
    log = [steps[0]["event"]]
    for at, step in enumerate(steps[1:], 1):
        turn(page)
        expect(page.locator(".now")).to_have_attribute("data-kind", step["kind"])
        assert kept(page)["at"] == at
        if step["event"]:
            log.append(step["event"])
        table = replay(log)
        if step["kind"] != "cards":
            continue
        words = [card.split("/")[1] for card in table.shown]
        labels = shown(page)
        assert [word in label for word, label in zip(words, labels, strict=True)] == [True] * len(words)
        assert page.locator("p.last").count() == table.ruleset.board.deck.is_over(table.turned)
        log += [turn_event(table, seat, []) for seat in range(2)]
    assert replay(log).over
    page.locator("[data-act=back]").click()
    expect(page.locator("p.last")).to_be_visible()
    turn(page)
    expect(page.get_by_role("link", name="Count the sheets")).to_have_attribute(
        "href", f"/count?conducted={game['code']}"
    )
    assert not [one for one in complaints if NO_NETWORK not in one]


def test_a_reload_and_a_killed_browser_lose_nothing_and_others_follow(profile: Profile, server: str) -> None:
    conductor, phones = profile(), [profile() for _ in range(2)]
    page = conductor.new_page()
    complaints = listen(page)
    game = begin(page, "London", ["Ann", "Ben"])
    tabs = [phone.new_page() for phone in phones]
    bodies: list[str] = []

    def note(answer: Response) -> None:
        if "/api/conducts" in answer.url:
            bodies.append(answer.text())

    for tab in tabs:
        tab.on("response", note)
        tab.goto(f"/c/{game['code']}")
        expect(tab.get_by_role("heading", name="Round 1")).to_be_visible()
    for _ in range(3):
        turn(page)
        for tab in tabs:
            expect(tab.locator(".cards [role=img]").first).to_have_attribute("aria-label", shown(page)[0])
    page.reload()
    assert (kept(page)["at"], kept(page)["told"]) == (3, True)
    page.close()
    page = conductor.new_page()
    page.goto("/conduct")
    page.get_by_role("link", name="London").click()
    conductor.set_offline(True)
    turn(page)
    turn(page)
    conductor.set_offline(False)
    for tab in tabs:
        expect(tab.locator(".cards [role=img]").first).to_have_attribute(
            "aria-label", shown(page)[0], timeout=20_000
        )
    later = [step["event"]["cards"] for step in game["conduct"]["steps"][6:] if step["kind"] == "cards"]
    assert later
    for body in bodies:
        seen = json.loads(body)
        assert (seen["at"] <= 5, "steps" in seen, "key" in seen) == (True, False, False)
    page.locator("[data-act=more]").click()
    page.get_by_role("button", name="Begin anew").click()
    page.locator("[data-act=anew]").click()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    for tab in tabs:
        tab.wait_for_url(f"**/c/{page.url.rpartition('/')[2]}")
    page.goto("/conduct")
    expect(page.get_by_role("link", name="London")).to_have_count(1)  # the one before is at its end
    assert not [one for one in complaints if NO_NETWORK not in one]


def test_without_a_network_a_new_game_was_dealt_ahead(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto("/conduct")
    page.locator("[data-act=begin]:enabled").wait_for()
    for _ in range(200):
        if len(page.evaluate(KEPT)) >= 3:
            break
        page.wait_for_timeout(100)
    context.set_offline(True)
    page.get_by_role("radio", name="Paris").check(force=True)
    page.locator(".names input").first.fill("Zoë")
    page.locator("[data-act=begin]").click()
    expect(page.locator(".now")).to_contain_text("Zoë takes the pencil")
    turn(page)
    assert (kept(page)["at"], kept(page)["told"]) == (1, False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cards_are_read_aloud_in_every_language(browser: Browser, server: str, language: str) -> None:
    context = browser.new_context(
        base_url=server, locale=language, reduced_motion="reduce", service_workers="block"
    )
    context.add_init_script(SPEECH.replace("VOICES", "[voice]").replace("LANG", repr(f"{language}-XX")))
    context.add_init_script("localStorage.setItem('terminus-conductor', '{\"voice\": true}')")
    page = context.new_page()
    page.goto("/conduct")
    page.locator("[data-act=begin]").click()
    page.locator("[data-act=turn]").wait_for()
    turn(page)
    said = page.evaluate("said.at(-1)")
    assert said.startswith(f"{language}-XX: ")
    face = shown(page)[-1].split()[-1]
    assert face.lower() in said.lower()
    expect(page.locator("[data-news=quiet]")).to_contain_text(said.partition(": ")[2])
    context.close()


def test_without_a_voice_it_says_so(context: BrowserContext, page: Page) -> None:
    context.add_init_script(SPEECH.replace("VOICES", "[voice]").replace("LANG", "'fi-FI'"))
    begin(page, "London", ["Ann"])
    page.locator("[data-act=more]").click()
    page.get_by_role("switch", name="Read the cards aloud").check(force=True)
    expect(page.get_by_text("no voice for this language (English)")).to_be_visible()
    assert page.evaluate("said") == []


@pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360), (1920, 1080)])
def test_it_fits_its_screen(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    begin(page, "Paris", ["Ann", "Ben", "Cleo", "Dorothea"], ("City gates",))
    turn(page)
    card, hand = page.locator(".card").first.bounding_box(), page.locator("[data-act=turn]").bounding_box()
    assert card
    assert hand
    assert card["y"] >= 0
    assert card["y"] + card["height"] <= hand["y"]
    assert hand["y"] + hand["height"] <= height
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if height == 1080:
        assert card["height"] > height / 2
    assert not faults(page)


@pytest.mark.parametrize("module", ["City gates", "Special stations", "Pencil powers"])
def test_on_a_television_all_that_lies_face_up_stands_beside_the_card(page: Page, module: str) -> None:
    page.set_viewport_size({"width": 1920, "height": 1080})
    game = begin(page, "Paris", ["Ann", "Ben", "Cleo", "Dorothea"], ("Shared objectives", module))
    page.request.put("/api/me", data={"language": "fr"})
    page.reload()
    for step in game["conduct"]["steps"][:3]:
        expect(page.locator(".now")).to_have_attribute("data-kind", step["kind"])
        page.wait_for_function(
            """() => {
                const aside = document.querySelector('aside');
                const cut = aside.scrollHeight - aside.clientHeight > 1;
                return !cut && document.documentElement.scrollHeight === innerHeight;
            }"""
        )
        turn(page)


def test_on_a_low_screen_everybody_sees_which_pencil_to_take(page: Page) -> None:
    page.set_viewport_size({"width": 740, "height": 360})
    game = begin(page, "Tokyo", ["Ann", "Benedikt", "Cleo", "Maximiliane"])
    page.request.put("/api/me", data={"language": "fr"})
    steps = game["conduct"]["steps"]
    for _ in range(next(at for at, step in enumerate(steps) if step["round"] == 2)):
        turn(page)
    page.reload()
    last, button = page.locator(".now li").last.bounding_box(), page.locator("[data-act=turn]").bounding_box()
    assert last
    assert button
    assert last["y"] + last["height"] <= button["y"]


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_the_bar_above_the_cards_fits_small_phones(page: Page, language: str) -> None:
    page.add_init_script("Object.defineProperty(document, 'fullscreenEnabled', { get: () => true })")
    begin(page, "London", ["Ann"])
    page.locator("[data-act=more]").click()
    page.get_by_role("radio", name="30 s").check(force=True)
    page.get_by_role("button", name="Close").click()
    page.request.put("/api/me", data={"language": language})
    page.reload()
    page.locator("[data-act=turn]").wait_for()
    for timers in (0, 1):  # before the round nobody is in a hurry
        expect(page.get_by_role("timer")).to_have_count(timers)
        for width in (320, 360):
            page.set_viewport_size({"width": width, "height": 640})
            assert not misfits(page), (timers, width)
        turn(page)
