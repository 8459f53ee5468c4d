"""A language is chosen anywhere, at once, and nothing else changes; every word comes from a catalogue."""

import json
import re
from collections.abc import Mapping
from typing import cast

from playwright.sync_api import Page, Route, WebSocket, expect
from tests.browser.player import Player, first

from terminus.locale import catalogue
from terminus.locale.export import Forms, messages, words
from terminus.server.rulebook.book import texts as book_texts

# Whatever is read or spoken: the text nodes that are shown, and the attributes that are text.
TEXTS = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const other = parent.closest('script, style, code, [lang]:not(html)');
    if (parent.checkVisibility() && !other) found.push(node.data);
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'aria-description'])
    for (const node of document.querySelectorAll(`[${name}]`)) found.push(node.getAttribute(name));
  return found.map((text) => text.trim()).filter((text) => text);
}"""


def texts(page: Page) -> list[str]:
    return cast("list[str]", page.evaluate(TEXTS))


def choose(page: Page, language: str) -> None:
    """In the settings, at a table."""
    page.locator(".bar .settings").click()
    page.get_by_role("dialog").get_by_role("combobox").select_option(language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.keyboard.press("Escape")


def test_in_the_middle_of_a_turn_the_language_changes_and_nothing_is_lost(page: Page) -> None:
    sockets: list[WebSocket] = []
    page.on("websocket", lambda socket: sockets.append(socket))
    page.goto("/?lang=xx")
    page.get_by_role("button", name="London").click()
    page.wait_for_selector(".target")
    player = Player(page)
    player.draw(player.look(), str(first(player, player.look())))
    drawn = player.look()
    assert (len(drawn.tracks), len(sockets)) == (1, 1)
    choose(page, "de")
    assert page.locator("[data-act=confirm]").inner_text() == "Bestätigen"
    seen = player.look()
    assert (seen.tracks, seen.at, seen.acts) == (drawn.tracks, drawn.at, drawn.acts)
    german = messages("de")
    english = [text for text in texts(page) if german.get(text, text) != text]
    assert not english, "still in English"
    player.confirm()
    assert len(sockets) == 1, "the connection has stayed"
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "de")


# A game to its end, by passing every turn.
FINISH = """(game) => new Promise((over) => {
  const socket = new WebSocket(`ws://${location.host}/api/games/${game}/socket`);
  const send = (frame) => socket.send(JSON.stringify(frame));
  socket.onopen = () => send({ type: 'hello', version: null });
  socket.onmessage = ({ data }) => {
    const { type, view } = JSON.parse(data);
    if (type === 'change') send({ type: 'hello', version: null });
    else if (type === 'view' && view.phase === 'over') over(socket.close());
    else if (type === 'view' && view.answer)
      send({ type: 'command', key: crypto.randomUUID(), number: view.number, do: { commit: true } });
  };
})"""
# What has no translation, and dates, which are the browser's own.
NAMES = re.compile(
    r"\b\d{1,2} \w+\.|maintenant|Terminus|Next Station|MIT|QR|Tab",
    re.IGNORECASE,
)

LATER = "All rules of {city}"  # is said only by what comes later


def bracketed(said: object) -> object:
    """Every text of a catalogue within ⟦ ⟧, so that what is not from it stands out."""
    match said:
        case str():
            return f"⟦{said}⟧"
        case dict():
            return {name: text if name == "by" else bracketed(text) for name, text in said.items()}
    raise TypeError(said)


def strangers(page: Page) -> set[str]:
    """What is shown or spoken on the page and comes from no catalogue."""
    found = set()
    for text in texts(page):
        rest = text
        while rest != (rest := re.sub(r"⟦[^⟦⟧]*(⟧|$)|^[^⟦⟧]*⟧", "", rest)):
            pass
        if re.search(r"[^\W\d_]{2,}", NAMES.sub("", rest)):
            found.add(text)
    return found


def in_brackets(said: Mapping[str, str | Forms]) -> object:
    """English for a language that has a catalogue, in the plural forms that this one has."""
    return bracketed({one: forms if isinstance(forms, dict) else one for one, forms in said.items()})


def speak_in_brackets(page: Page) -> None:
    """All files of French, the page's catalogue, what comes later and the book, in English and brackets."""
    whole = {"messages": in_brackets(messages("fr")), "vocabulary": bracketed(words("en", catalogue("en")))}
    later = in_brackets(messages("fr", later=True))
    book = bracketed({said: said for said in book_texts()})

    def answer(route: Route) -> None:
        text = route.fetch().text()
        pseudo = whole if "vocabulary" in text else later if LATER in text else book
        route.fulfill(body=f"export default {json.dumps(pseudo)}", content_type="text/javascript")

    page.route("**/assets/fr-*.js", answer)


def test_every_word_comes_from_a_catalogue(page: Page) -> None:
    speak_in_brackets(page)
    page.request.put("/api/me", data={"name": "7", "language": "fr"})
    wish = {"board": "paris", "modules": ["objectives", "gates"], "bots": [], "clock": None}
    over, lobby, on = (
        page.request.post("/api/games", data=wish | {"open": seats, "start": not seats}).json()["game"]
        for seats in (0, 2, 0)
    )
    page.goto("/")
    page.evaluate(FINISH, over)
    places = {
        "/": ".city", "/about": "h1", f"/t/{lobby}": ".bar", f"/t/{over}": ".end",
        f"/r/{over}": ".replay", "/rules": "h1", "/rules/paris": "figure", "/rules/modules/gates": "figure",
        f"/t/{on}": ".target",
    }  # fmt: skip
    for path, ready in places.items():
        page.goto(path)
        page.wait_for_selector(ready)
        assert not strangers(page), path
    page.evaluate("history.pushState(null, '', '/t/nowhere'); dispatchEvent(new PopStateEvent('popstate'))")
    page.wait_for_selector("[role=alert]")
    assert not strangers(page), "no such table"
    page.go_back()
    page.wait_for_selector(".target")
    page.locator(".bar button").last.click()
    page.wait_for_selector("dialog .menu")
    assert not strangers(page), "the menu"
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.wait_for_selector("dialog figure")  # the rules' own words have come
    assert not strangers(page), "the help"


def test_what_was_told_of_a_round_is_told_in_the_language_that_is_read_now(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="London").click()
    page.wait_for_selector(".target")
    player = Player(page)
    while player.view()["round"] == 1:
        player.turn(first)
    expect(page.locator(".told").last).to_contain_text("Round 2: you draw line")
    choose(page, "fr")
    expect(page.locator(".told").last).to_contain_text("Manche 2 : vous tracez la ligne")
    player.turn(first)
    expect(page.locator(".told", has_text="Manche 2")).to_have_count(0)


def test_a_city_has_its_name_in_every_sentence_of_the_end(page: Page) -> None:
    page.request.put("/api/me", data={"language": "es"})
    wish = {"board": "tokyo", "modules": [], "bots": [], "start": True}
    game = page.request.post("/api/games", data=wish).json()["game"]
    page.goto("/")
    page.evaluate(FINISH, game)
    page.goto(f"/t/{game}")
    expect(page.locator(".record")).to_contain_text("Tokio, en solitario")
    assert "Tokyo" not in page.locator("body").inner_text()
