"""Unknown colours of lines, high contrast, and colours that the system forces: all is still seen."""

import re
from itertools import combinations
from typing import Any, cast

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from tests.browser.player import Player

# One is a colour that the page keeps for such cities; two are no names for a style sheet.
STRANGE = {"purple": "turquoise", "blue": "red", "pink": "Line 3", "green": "vert d'eau"}
INK = """() => {
  const seen = (selector, property) =>
    [...document.querySelectorAll(selector)].map((node) => getComputedStyle(node)[property]);
  return {
    paper: getComputedStyle(document.querySelector('section.paper')).backgroundColor,
    departures: seen('.mine .departure', 'stroke'),
    tracks: seen('.mine .track .ink', 'stroke'),
    lit: [...seen('.halo', 'stroke'), ...seen('.lit .way', 'stroke')],
    bullets: seen('.bullet:not(.faded)', 'backgroundColor'),
    words: seen('.bullet:not(.faded)', 'color'),
  };
}"""
Colour = tuple[float, ...]


def renamed(text: str | bytes) -> str:
    """A message of the server, about the same city with other colours."""
    said = text if isinstance(text, str) else text.decode()
    return re.sub('(?<=["/])(' + "|".join(STRANGE) + ')(?=")', lambda found: STRANGE[found[1]], said)


def repaint(page: Page) -> None:
    page.route("**/api/boards", lambda route: route.fulfill(body=renamed(route.fetch().text())))

    def relay(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(renamed(message)))

    page.route_web_socket("**/socket", relay)


def rgb(text: str) -> Colour:
    assert text.startswith("rgb("), f"a colour that is seen, not {text}"
    return tuple(int(part) / 255 for part in re.findall(r"\d+", text))


def contrast(one: Colour, other: Colour) -> float:
    """As the guidelines for accessible pages define it: from 1 to 21."""

    def light(colour: Colour) -> float:
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_lines_of_unknown_colours_are_seen_and_told_apart(page: Page, theme: str) -> None:
    page.emulate_media(color_scheme=cast("Any", theme))
    repaint(page)
    page.goto("/")
    page.get_by_role("button", name="London").click()
    page.wait_for_selector(".target")
    player = Player(page)
    player.draw(player.look(), player.look().targets[0].do)
    sight = page.evaluate(INK)

    paper = rgb(sight["paper"])
    departures = [rgb(colour) for colour in sight["departures"]]
    assert len(departures) == 4
    for one, other in combinations(departures, 2):
        assert sum(abs(a - b) for a, b in zip(one, other, strict=True)) > 0.25, "no two lines look alike"
    for colour in [*departures, *map(rgb, [*sight["tracks"], *sight["lit"], *sight["bullets"]])]:
        assert contrast(colour, paper) >= 3, "a line stands out from the paper"
    assert sight["tracks"]
    assert sight["bullets"]
    for ground, word in zip(sight["bullets"], sight["words"], strict=True):
        assert contrast(rgb(ground), rgb(word)) >= 4.5, "a line's number can be read on it"


def test_high_contrast_is_the_systems_wish_or_a_choice(page: Page) -> None:
    page.emulate_media(contrast="more")
    page.goto("/")
    html = page.locator("html")
    expect(html).to_have_attribute("data-contrast", "more")
    page.emulate_media(contrast="no-preference")
    expect(html).to_have_attribute("data-contrast", "usual")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radiogroup", name="Theme").get_by_text("High contrast").click()
    page.reload()
    expect(html).to_have_attribute("data-contrast", "more")
    ink = page.evaluate("getComputedStyle(document.body).color")
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert contrast(rgb(ink), rgb(ground)) == pytest.approx(21)


def test_forced_colours_keep_every_border_and_the_lines(page: Page) -> None:
    page.emulate_media(forced_colors="active")
    wish = {"board": "london", "modules": ["objectives"], "bots": [], "start": True}
    page.goto(f"/t/{page.request.post('/api/games', data=wish).json()['game']}")
    page.wait_for_selector(".target")
    player = Player(page)
    player.draw(player.look(), player.look().targets[0].do)
    page.get_by_role("button", name="Menu").click()
    edges = (".card", "section.paper", ".bottom", ".pad .box", ".confirm", "dialog", "dialog .pill")
    for edge in (*edges, ".pad .stops i:not(.on)", ".dealt .points"):
        style = page.locator(edge).first.evaluate("(node) => getComputedStyle(node).borderTopStyle")
        assert style == "solid", edge
    paper = page.locator("section.paper").evaluate("(node) => getComputedStyle(node).backgroundColor")
    track = page.locator(".mine .track .ink").first.evaluate("(node) => getComputedStyle(node).stroke")
    assert contrast(rgb(track), rgb(paper)) >= 3
