"""The modules, as they come up on the page: every power, effect and gate bonus is used at least once."""

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page, expect
from tests.browser.player import Player, Sight

GAMES = 5  # at most so many until each was used; the dealers are seeded, so it is always as many


def depart(page: Page, city: str, *modules: str) -> Player:
    """To a table with these modules: switches on the home page, then the city."""
    page.goto("/")
    page.get_by_role("button", name="Modules").click()
    for module in modules:
        switch_on(page, module)
    page.get_by_role("button", name=city).click()
    page.wait_for_selector(".play")
    return Player(page)


def switch_on(page: Page, module: str) -> None:
    """By its key: what is still loading above may move it away from under a pointer."""
    switch = page.get_by_role("switch", name=module)
    if not switch.is_checked():
        switch.press(" ")
    expect(switch).to_be_checked()


def test_modules_exclude_each_other(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Modules").click()
    on = page.locator("[role=switch]:checked")
    for name in ("Shared objectives", "Pencil powers", "Special stations", "City gates"):
        switch_on(page, name)
    expect(on).to_have_count(2)
    expect(page.get_by_role("switch", name="Shared objectives")).to_be_checked()


def first_drawn(sight: Sight) -> str | None:
    """A section if none is drawn yet or one is still owed."""
    wanted = sight.targets and not (sight.begun and sight.complete)
    return sight.targets[0].do if wanted else None


def with_powers(player: Player, sight: Sight) -> str | None:
    circles = [target.do for target in sight.targets if target.do.startswith("circle")]
    if uses := [act for act in sight.acts if act.startswith("use ")]:
        return uses[0]
    if circles and sight.begun:
        return circles[0]
    if sight.begun and "circle" in sight.acts:
        return "circle"
    return first_drawn(sight)


def test_every_power_is_used(page: Page) -> None:
    used: set[str] = set()
    for _ in range(GAMES):
        player = depart(page, "London", "Shared objectives", "Pencil powers")
        expect(page.locator(".dealt li")).to_have_count(6)
        while len(used) < 4 and player.turn(with_powers):
            used |= {action.split(" ")[-1] for action in player.did if action.startswith("use ")}
            used |= {"double-station" for action in player.did if action.startswith("circle ")}
        if len(used) == 4:
            return
    raise AssertionError(f"only {used} could be used")


def token_of(view: dict[str, Any], kind: str) -> dict[str, Any]:
    return next(token for token in view["tokens"] if token["kind"] == kind)


class Specials:
    """Uses the round's effect wherever its symbol is turned, and notes which were seen to work."""

    def __init__(self) -> None:
        self.used: set[str] = set()

    def __call__(self, player: Player, sight: Sight) -> str | None:
        view = player.view()
        special = token_of(view, "effect")
        if not special["now"]:
            return first_drawn(sight)
        effect = special["thing"]
        if effect == "extension" and sight.begun and sight.prompt.startswith("Extension") and sight.targets:
            self.used.add(effect)
            return sight.targets[0].do
        if effect == "double-station" and sight.begun:
            expect(player.page.locator(".paper .ring").first).to_be_attached()
            self.used.add(effect)
        beyond = [] if sight.begun else list(_beyond(view, symbols_of(player.page, view["board"])))
        if effect in ("switch", "joker") and beyond:
            self.used.add(effect)
            return beyond[0]
        return first_drawn(sight)


def symbols_of(page: Page, board: str) -> dict[str, list[str]]:
    boards = page.request.get("/api/boards").json()
    stations = next(one for one in boards if one["id"] == board)["stations"]
    return {station["cell"]: station["symbols"] for station in stations}


def _beyond(view: dict[str, Any], symbols: dict[str, list[str]]) -> Iterator[str]:
    """What the card alone does not give: from the middle of the line, or to another symbol."""
    answer, pencil = view["answer"], view["seats"][view["me"]]["pencil"]
    line, card = answer["sheet"]["lines"][pencil], view["turned"][-1][-1].split("/")[1]
    for option in answer["options"]:
        if option["section"] is None:
            continue
        branches = token_of(view, "effect")["thing"] == "switch" and option["start"] not in line["ends"]
        if (line["sections"] and branches) or card not in symbols[option["target"]]:
            yield option["do"]


def test_every_special_effect_is_used(page: Page) -> None:
    specials = Specials()
    for _ in range(GAMES):
        player = depart(page, "Paris", "Special stations")
        while len(specials.used) < 4 and player.turn(specials):
            pass
        if len(specials.used) == 4:
            return
    raise AssertionError(f"only {specials.used} could be used")


class Gates:
    """Makes for the corners whose bonus was not used yet, and uses it there."""

    def __init__(self) -> None:
        self.used: set[str] = set()
        self.owed = ""  # the bonus of the corner just reached

    def __call__(self, player: Player, sight: Sight) -> str | None:
        view = player.view()
        gates: dict[str, str] = {token["cell"]: token["thing"] for token in view["tokens"]}
        if self.owed == "double-district" and player.page.locator(".paper .doubled").count():
            self.used.add(self.owed)
        if sight.begun and sight.targets and view["answer"]["prompt"] in ("visit", "circle"):
            self.used.add(self.owed)
        elif sight.begun:
            return None
        wanted = [cell for cell, bonus in gates.items() if bonus not in self.used] or list(gates)
        best = min(sight.targets, key=lambda target: _far(target.do, wanted), default=None)
        if best is None:
            return None
        reached = best.do.split("-")[-1]
        self.owed = gates.get(reached, self.owed)
        return best.do


def _far(action: str, corners: list[str]) -> int:
    """How far an action ends from the nearest of these corners."""
    cell = action.split("-")[-1].split(" ")[-1]
    return min(max(abs(ord(cell[0]) - ord(c[0])), abs(int(cell[1:]) - int(c[1:]))) for c in corners)


def test_every_gate_bonus_is_used(page: Page) -> None:
    gates = Gates()
    for _ in range(GAMES):
        player = depart(page, "London", "City gates")
        while len(gates.used - {""}) < 4 and player.turn(gates):
            pass
        if len(gates.used - {""}) == 4:
            return
    raise AssertionError(f"only {gates.used} could be used")
