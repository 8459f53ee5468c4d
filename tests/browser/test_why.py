"""Why not? Every reason that people meet, tapped in the real page; and replacing the last section."""

import math
from collections.abc import Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.browser.conftest import listen, serving
from tests.browser.player import Player, curtain_up
from tests.browser.reasons import Met, meetings

from terminus.boards import board
from terminus.locale import catalogue
from terminus.locale.vocabulary import vocabulary, word
from terminus.rules.board import Section, members

FIRST = 100  # the seed of the first table; each further one has the next
GAMES: dict[int, tuple[str, tuple[str, ...]]] = {
    100: ("london", ()),
    101: ("tokyo", ()),
    104: ("paris", ("specials",)),
    114: ("paris", ("specials",)),
    115: ("tokyo", ("powers",)),
    117: ("tokyo", ("powers",)),
    127: ("london", ("powers",)),
    135: ("london", ("gates",)),
}
MET = {
    *("departure", "end", "on-line", "no-straight", "no-straight/departure", "between", "no-end"),
    *(f"symbol/{symbol}" for symbol in ("circle", "square", "triangle", "pentagon")),
    *("crosses", "joined", "joined/printed", "printed-between", "two-tracks", "crossing-doubled"),
    *("starts-here", "straight-on", "power-needless", "power-incomplete", "circle-off-line", "never-circled"),
    "early-switch",
}
MET_BELOW = {"departure-first", "off-line", "no-more", "watching", "confirmed"}
# What no tap and no key can ask: a log, a program or a board of one's own can.
NEVER_TAPPED = {
    "no-section": "only what is on the map can be tapped",
    "too-many-circles": "said of sheets from paper: tests/record/test_sheets.py",
    "no-station": "only what is on the map can be tapped",
    "symbol": "no card of ours asks for two symbols at once",
    "crosses/printed": "no section of our boards crosses a printed line: it ends before it",
    "impossible": "the last resort, for what no rule above it explains",
    "not-asked": "before and after a game there is no sheet to tap",
    "no-circle": "stations are circled only where that is asked",
    "bonus-first": "stations are circled only where that is asked",
    "circled": "of what circles a station a line meets one only",
    "no-skip": "there is a button only where there is a bonus",
    "unfinished": "there is a button only where all is drawn",
    **dict.fromkeys(
        ("not-in-play", "power-unknown", "power-other"), "there is a button for one's own power only"
    ),
    **dict.fromkeys(("power-spent", "power-late"), "the button is there only before the first section"),
    **dict.fromkeys(
        ("power-stuck", "power-useless"), "the button is there only where the power gives something"
    ),
    "power-open": "what is begun with a power is finished or undone: there is no button to confirm it",
}
# Commands over a socket of its own, one after the other, as fast as they are acknowledged.
PLAY = """([game, commands]) => new Promise((done) => {
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/games/${game}/socket`);
  let next = 0;
  let number = 0;
  const send = () => {
    if (next === commands.length) { socket.close(); return done(number); }
    const key = `${Math.random()}`;
    socket.send(JSON.stringify({ type: 'command', key, number, do: commands[next++] }));
  };
  socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', version: null }));
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(data);
    if (frame.type === 'view' && !number) { number = frame.view.number; send(); }
    else if (frame.type === 'ack') { number = frame.number; send(); }
    else if (frame.type === 'refused') done(`refused: ${data}`);
  };
})"""


@pytest.fixture(scope="module")
def dealt() -> Iterator[str]:
    with serving(FIRST) as address:
        yield address


@pytest.fixture
def page(browser: Browser, dealt: str) -> Iterator[Page]:
    size: Any = {"width": 1280, "height": 900}
    context = browser.new_context(base_url=dealt, viewport=size, reduced_motion="reduce")
    context.set_default_timeout(10_000)
    tab = context.new_page()
    complaints = listen(tab)
    yield tab
    assert not complaints, complaints
    context.close()


def new_game(context: BrowserContext, city: str, modules: tuple[str, ...]) -> str:
    game = {"board": city, "modules": list(modules), "bots": [], "open": 0, "clock": None, "start": True}
    return str(context.request.post("/api/games", data=game).json()["game"])


def at(page: Page, cell: str) -> tuple[float, float]:
    """The middle of a station."""
    box = page.locator(f".mine [data-cell='{cell}']").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_every_reason_is_said_where_it_comes_up(page: Page) -> None:
    known: set[str] = set()
    for seed in range(FIRST, max(GAMES) + 1):
        city, modules = GAMES.get(seed, ("london", ()))
        game = new_game(page.context, city, modules)
        if seed in GAMES:
            page.goto(f"/t/{game}")
            page.wait_for_selector(".mine [data-cell]")
            done = 0
            for met in meetings(city, modules, seed, known):
                number = page.evaluate(PLAY, [game, met.after[done:]])
                assert isinstance(number, int), number
                done = len(met.after)
                asked(page, city, met)
    assert known == MET


def test_no_reason_is_forgotten() -> None:
    assert MET | MET_BELOW | {*NEVER_TAPPED} == {*vocabulary()["refusal"]}


def asked(page: Page, city: str, met: Met) -> None:
    """The tap is answered by the engine's words, its rule, and what is in the way lit up."""
    refusal, rules = met.refusal, board(city)
    settled = Player(page).view()
    page.wait_for_selector(f".play[data-at='{settled['number']}.{settled['draft']}']")
    page.mouse.click(*at(page, met.cell))
    bubble = page.locator(f".why[data-why='{refusal.why}']")
    expect(bubble.locator("p")).to_have_text(word(catalogue("en"), "refusal", refusal.why, refusal.values))
    expect(bubble.get_by_role("link")).to_have_attribute("href", f"/rules/{city}#{refusal.rule}")
    lit = page.locator("[data-lit]").evaluate_all("(all) => all.map((node) => node.dataset.lit)")
    ways = {"-".join(rules.sections[section].ends) for section in members(refusal.sections)}
    assert set(lit) == ways | {rules.stations[station].cell for station in members(refusal.stations)}
    assert Player(page).view() == settled, "asking changes nothing"
    page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)


def begun(page: Page) -> Player:
    page.goto(f"/t/{new_game(page.context, 'london', ())}")
    page.wait_for_selector(".target")
    curtain_up(page)
    return Player(page)


def far_apart(player: Player) -> list[str]:
    """Two lit stations and the sections to them."""
    options = [o for o in player.view()["answer"]["options"] if o["section"]]
    return [options[0]["do"], options[-1]["do"]]


def test_another_station_takes_the_place_of_the_last_by_tap_key_and_drag(page: Page) -> None:
    player = begun(page)
    one, other = far_apart(player)
    player.draw(player.look(), one)
    sight = player.look()
    page.mouse.click(*at(page, other.split("-")[1]))
    player._after(sight)
    assert player.view()["answer"]["actions"] == [other]
    sight = player.look()
    page.locator(f".other[data-do='{one}']").focus()
    page.keyboard.press("Enter")
    player._after(sight)
    assert player.view()["answer"]["actions"] == [one]
    sight = player.look()
    drag(page, *other.split("-"))
    player._after(sight)
    assert player.view()["answer"]["actions"] == [other]
    page.mouse.click(*at(page, other.split("-")[1]))
    expect(page.locator(".why")).to_have_attribute("data-why", "no-more")


def drag(page: Page, start: str, end: str) -> None:
    page.mouse.move(*at(page, start))
    page.mouse.down()
    page.mouse.move(*at(page, end), steps=6)
    page.mouse.up()


SHAKEN = """
  const animate = Element.prototype.animate;
  window.shaken = [];
  Element.prototype.animate = function (...how) {
    if (this.dataset.cell) window.shaken.push(this.dataset.cell);
    return animate.apply(this, how);
  };
"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_station_that_is_refused_shakes_its_head(
    browser: Browser, dealt: str, motion: Literal["no-preference", "reduce"]
) -> None:
    context = browser.new_context(base_url=dealt, reduced_motion=motion)
    context.add_init_script(SHAKEN)
    page = context.new_page()
    player = begun(page)
    lit = {target.do.split("-")[1] for target in player.look().targets}
    refused = next(station.cell for station in board("london").stations if station.cell not in lit)
    page.mouse.click(*at(page, refused))
    expect(page.locator(".why")).to_have_attribute("data-about", refused)
    assert page.evaluate("window.shaken") == ([] if motion == "reduce" else [refused])
    context.close()


def lonely(section: Section, lit: set[str], line: set[str]) -> bool:
    """In whose middle a tap means the section: no station is near it, and nothing to draw is lit around."""
    (ax, ay), (bx, by) = (_point(cell) for cell in section.ends)
    middle = ((ax + bx) / 2, (ay + by) / 2)
    far = {
        cell: math.dist(_point(cell), middle)
        for station in board("london").stations
        for cell in station.cells
    }
    clear = min(far.values()) > 0.7 and min(far[cell] for cell in lit) > 2.5
    return len(section.path) == 2 and clear and not line & {*section.ends}


def _point(cell: str) -> tuple[int, int]:
    return ord(cell[0]) - 97, int(cell[1:])


def test_a_section_can_be_asked_about_too(page: Page) -> None:
    player = begun(page)
    for why in ("departure-first", "off-line"):
        options = [o["do"].split("-") for o in player.view()["answer"]["options"] if o["section"]]
        line, lit = {cell for cell, _ in options}, {cell for _, cell in options}
        one = next(section for section in board("london").sections if lonely(section, lit, line | lit))
        (ax, ay), (bx, by) = (at(page, cell) for cell in one.ends)
        page.mouse.click((ax + bx) / 2, (ay + by) / 2)
        expect(page.locator(".why")).to_have_attribute("data-why", why)
        page.keyboard.press("Escape")
        player.draw(player.look(), "-".join(options[0]))
        page.evaluate(PLAY, [player.page.url.split("/")[-1], [{"commit": True}]])
        page.wait_for_selector(".target")


def test_who_has_confirmed_is_told_so(page: Page, browser: Browser, dealt: str) -> None:
    context = browser.new_context(base_url=dealt)
    table = {"board": "london", "open": 1}
    game = page.context.request.post("/api/games", data=table).json()["game"]
    assert context.request.post(f"/api/games/{game}/join", data={"name": "Bo"}).ok
    page.goto(f"/t/{game}")
    assert isinstance(page.evaluate(PLAY, [game, [{"start": True}]]), int)
    page.wait_for_selector(".target")
    player = Player(page)
    target = player.look().targets[0].do
    assert isinstance(page.evaluate(PLAY, [game, [{"draft": target}, {"commit": True}]]), int)
    expect(page.locator(".target")).to_have_count(0)
    page.mouse.click(*at(page, target.split("-")[1]))
    expect(page.locator(".why")).to_have_attribute("data-why", "confirmed")
    context.close()


def test_by_key_every_station_can_be_asked_about(page: Page) -> None:
    begun(page)
    page.keyboard.press("Shift+ArrowUp")
    for key in ("Up", "Up", "Left", "Left", "Down", "Down", "Down", "Right"):
        page.keyboard.press(f"Shift+Arrow{key}")
        if page.locator(".cursor:focus").count():
            page.keyboard.press("Enter")
            expect(page.locator(".why p")).not_to_be_empty()
            said = page.locator(".why p").inner_text()
            expect(page.locator("[aria-live=polite]").filter(has_text=said).first).to_be_attached()
            page.keyboard.press("Escape")
            expect(page.locator(".why")).to_have_count(0)
            return
    raise AssertionError("no station that is not lit was met")


def test_by_key_one_walks_from_a_dark_station_to_the_next(page: Page) -> None:
    begun(page)
    dark, row = page.locator(".cursor:focus"), 0
    for key in ("Up", *["Up"] * 9, *["Left"] * 9, *["Right", "Down"] * 9):
        page.keyboard.press(f"Shift+Arrow{key}")
        expect(page.locator(":is(.cursor, .target, .other):focus")).to_have_count(1)
        row = row + 1 if dark.count() else 0
        if row == 3:
            return
    raise AssertionError("no three stations that are not lit lie behind each other")


def test_on_a_phone_the_bubble_keeps_clear_and_a_long_press_only_looks(browser: Browser, dealt: str) -> None:
    size: Any = {"width": 320, "height": 640}
    context = browser.new_context(
        base_url=dealt, viewport=size, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    page = context.new_page()
    player = begun(page)
    page.evaluate("document.documentElement.style.fontSize = '24px'")
    lit = {target.do.split("-")[1] for target in player.look().targets}
    for station in board("london").stations[::7]:
        if station.cell not in lit:
            in_sight(page, station.cell)
            page.touchscreen.tap(*at(page, station.cell))
            expect(page.locator(".why")).to_have_attribute("data-about", station.cell)
            keeps_clear(page, station.cell)
            page.keyboard.press("Escape")  # its link may lie over the next one
    in_sight(page, player.look().targets[0].do.split("-")[1])
    target = player.look().targets[0]
    touch = {"x": target.x, "y": target.y}
    session = context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [touch]})
    expect(page.locator(".worth")).to_be_visible()
    assert page.locator(".worth").text_content().strip().startswith("+")  # type: ignore[union-attr]
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".worth")).to_have_count(0)
    assert player.view()["answer"]["actions"] == []
    page.touchscreen.tap(target.x, target.y)
    page.wait_for_selector(".mine [data-track]", state="attached")
    context.close()


def in_sight(page: Page, cell: str) -> None:
    """Not behind the bar at the foot of the screen."""
    page.locator(f".mine [data-cell='{cell}']").evaluate("(node) => node.scrollIntoView({ block: 'center' })")


def keeps_clear(page: Page, cell: str) -> None:
    bubble, sheet = page.locator(".why").bounding_box(), page.locator(".mine").bounding_box()
    assert bubble is not None
    assert sheet is not None
    _, y = at(page, cell)
    assert sheet["x"] <= bubble["x"]
    assert bubble["x"] + bubble["width"] <= sheet["x"] + sheet["width"] + 0.5
    assert sheet["y"] <= bubble["y"]
    assert bubble["y"] + bubble["height"] <= sheet["y"] + sheet["height"] + 0.5
    assert page.locator(".why").evaluate("(node) => node.scrollHeight <= node.clientHeight"), (
        "all can be read"
    )
    assert not (bubble["y"] <= y <= bubble["y"] + bubble["height"]), "the station is covered"


def test_who_watches_is_told_so(page: Page, browser: Browser, dealt: str) -> None:
    player = begun(page)
    context = browser.new_context(base_url=dealt)
    watcher = context.new_page()
    watcher.goto(page.url)
    curtain_up(watcher)
    watcher.mouse.click(*at(watcher, player.look().targets[0].do.split("-")[1]))
    expect(watcher.locator(".why")).to_have_attribute("data-why", "watching")
    context.close()
