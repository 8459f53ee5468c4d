"""By keyboard alone: a whole game, no trap, and the focus is always somewhere and always seen."""

from playwright.sync_api import Page, expect
from tests.browser.axe import AXE, faults
from tests.browser.player import Player

FOCUS = """() => {
  const node = document.activeElement;
  const shown = [node, node.closest('label'), node.nextElementSibling].filter(Boolean);
  const ringed = shown.some((one) => getComputedStyle(one).outlineStyle !== 'none');
  return { name: node === document.body ? '' : node.outerHTML.slice(0, 90), ringed,
           target: node.classList.contains('target') };
}"""


def test_a_whole_game_by_keyboard_alone(page: Page) -> None:
    page.goto("/")
    page.wait_for_selector(".city")
    page.get_by_role("button", name="London").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".play")
    player = Player(page)
    turns = 0
    while not player.look().over:
        one_turn(player, undo=turns < 2)
        turns += 1
        if turns == 3:
            looks_at_a_number(player)
    assert turns >= 20
    expect(page.locator("[data-heading]")).to_be_focused()
    if AXE.exists():
        assert not faults(page)
    page.get_by_role("link", name="Watch the replay").press("Enter")
    page.wait_for_selector(".replay")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("slider")).to_have_value("1")
    if AXE.exists():
        assert not faults(page)


def one_turn(player: Player, undo: bool) -> None:
    """Arrow, Enter, and C; once with U in between. After each step the focus is on the page, not lost."""
    page, sight = player.page, player.look()
    if sight.targets:
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.getAttribute('role')") == "button"
        for key in ("Enter", "u", "ArrowLeft", "Enter") if undo else ("Enter",):
            at = player.look().at
            page.keyboard.press(key)
            if not key.startswith("Arrow"):
                moved(page, at)
            assert page.evaluate("document.activeElement !== document.body"), f"after {key}"
    at = player.look().at
    page.keyboard.press("c")
    moved(page, at)


def looks_at_a_number(player: Player) -> None:
    """From there the arrows lead to what is lit, and the next card leads back to the map."""
    page, number = player.page, player.page.locator("[data-number=total]")
    number.press("Enter")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".target:focus")).to_have_count(1)
    number.press("Enter")
    at = player.look().at
    page.keyboard.press("c")
    page.keyboard.press("c")  # nothing drawn: it is asked about
    moved(page, at)
    expect(page.locator("section.paper")).to_be_focused()


def moved(page: Page, at: str) -> None:
    page.wait_for_function("(at) => document.querySelector('.play')?.dataset.mine !== at", arg=at)


def test_tab_goes_round_and_the_focus_is_seen(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Paris").press("Enter")
    page.wait_for_selector(".target")
    page.reload()
    page.wait_for_selector(".target")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("section.paper")).to_be_focused()
    names: list[str] = []
    while len(names) < 100:
        page.keyboard.press("Tab")
        seen = page.evaluate(FOCUS)
        if not seen["name"] or seen["name"] in names[:1]:
            break
        assert seen["ringed"] or seen["target"], seen
        names.append(seen["name"])
    assert 3 < len(names) < 100, "Tab leaves the page again"
    assert any("data-act" in name for name in names)


def test_help_opens_and_closes_by_key(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="London").press("Enter")
    page.wait_for_selector(".target")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="How to play")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
