"""A language is chosen anywhere, at once, and nothing else changes; every word comes from a catalogue."""

from typing import cast

from playwright.sync_api import Page, WebSocket, expect
from tests.browser.player import Player, first

from terminus.locale.export import messages

# Whatever is read or spoken: the text nodes that are shown, and the attributes that are text.
TEXTS = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent.checkVisibility() && !parent.closest('script, style, [lang]:not(html)')) found.push(node.data);
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'aria-description'])
    for (const node of document.querySelectorAll(`[${name}]`)) found.push(node.getAttribute(name));
  return found.map((text) => text.trim()).filter((text) => text);
}"""


def texts(page: Page) -> list[str]:
    return cast("list[str]", page.evaluate(TEXTS))


def choose(page: Page, language: str) -> None:
    """In the menu of a table."""
    page.locator("[aria-haspopup=dialog], .bar button").last.click()
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
