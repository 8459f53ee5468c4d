"""Somebody at a table, who sees the page and clicks on it. Nothing here knows a rule of the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

from playwright.sync_api import Page

# All that can be seen of the table at once: one question to the browser instead of a dozen.
LOOK = """() => {
  const middle = (node) => {
    const box = node.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const all = (selector) => [...document.querySelectorAll(selector)];
  return {
    at: document.querySelector('.play')?.dataset.mine ?? '',
    over: !!document.querySelector('.end'),
    asked: !!document.querySelector('[data-act=confirm]'),
    asking: !!document.querySelector('.ask'),
    prompt: document.querySelector('.prompt')?.textContent?.trim() ?? '',
    targets: all('.target').map((node) => ({
      do: node.dataset.do,
      at: middle(node.querySelector('.halo')),  // without the badge beside it
    })),
    ways: all('[data-way]').map((node) => node.dataset.way),
    acts: all('[data-act]').filter((node) => !node.disabled).map((node) => node.dataset.act),
    tracks: all('section.paper [data-track]').map((node) => node.dataset.track),
  };
}"""


# A lit station that the bar at the foot covers, or that is not on the screen, is brought to its middle.
REACH = """(action) => {
  const halo = document.querySelector(`.target[data-do="${action}"] .halo`);
  const middle = () => {
    const box = halo.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  if (!document.elementFromPoint(...middle())?.closest('svg')) halo.scrollIntoView({ block: 'center' });
  return middle();
}"""


def curtain_up(page: Page) -> None:
    """Wait for the map, and until no scene is shown before it: there a tap would only end the scene."""
    page.wait_for_selector(".mine [data-cell]")
    page.wait_for_selector("[data-scene]", state="detached")


@dataclass(frozen=True)
class Target:
    do: str
    x: float
    y: float


@dataclass(frozen=True)
class Sight:
    at: str
    over: bool
    asked: bool
    asking: bool
    prompt: str
    targets: list[Target]
    ways: list[str]
    acts: list[str]
    tracks: list[str]

    @property
    def begun(self) -> bool:
        return "undo" in self.acts

    @property
    def complete(self) -> bool:
        """Whether the turn may end as it stands."""
        return "confirm" in self.acts


Choose = Callable[["Player", Sight], str | None]


@dataclass
class Player:
    page: Page
    did: list[str] = field(default_factory=list)  # every action, as it was clicked
    finger: bool = False  # taps rather than clicks

    def look(self) -> Sight:
        seen = cast("dict[str, Any]", self.page.evaluate(LOOK))
        seen["targets"] = [Target(target["do"], *target["at"]) for target in seen["targets"]]
        return Sight(**seen)

    def view(self) -> dict[str, Any]:
        """The table as the server tells it to this browser."""
        game = self.page.url.rsplit("/", 1)[-1]
        answer = self.page.request.get(f"/api/games/{game}")
        return cast("dict[str, Any]", answer.json())

    def _after(self, sight: Sight) -> None:
        """Wait until the table has gone on, or asks which way."""
        self.page.wait_for_function(
            """(at) => document.querySelector('.end, [data-way], .ask')
                || ((document.querySelector('.play')?.dataset.mine ?? at) !== at)""",
            arg=sight.at,
        )

    def draw(self, sight: Sight, action: str) -> None:
        """Click the lit station that this action leads to, and the way if there are two."""
        x, y = self.page.evaluate(REACH, action)
        if self.finger:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)
        self._after(sight)
        if self.page.locator("[data-way]").count():
            self._press(f"[data-way='{action}']")
            self.page.wait_for_function(
                "(at) => document.querySelector('.play')?.dataset.mine !== at", arg=sight.at
            )
        self.did.append(action)

    def _press(self, selector: str) -> None:
        button = self.page.locator(selector)
        if self.finger:
            button.tap()
        else:
            button.click()

    def act(self, sight: Sight, act: str) -> None:
        """Press the button of this action."""
        self._press(f"[data-act='{act}']")
        if act != "circle":  # that one only changes what is lit
            self._after(sight)
        if act != "confirm":
            self.did.append(act)

    def confirm(self) -> None:
        """Confirm, or pass; a needless pass is asked about once."""
        sight = self.look()
        self.act(sight, "confirm")
        if self.look().asking:
            self._press("[data-act=confirm]")
            self._after_ask(sight)

    def _after_ask(self, sight: Sight) -> None:
        self.page.wait_for_function(
            """(at) => document.querySelector('.end')
                || ((document.querySelector('.play')?.dataset.mine ?? at) !== at)""",
            arg=sight.at,
        )

    def turn(self, choose: Choose) -> bool:
        """One whole turn: what `choose` says until it says nothing more. False once the game is over."""
        self.page.wait_for_selector("[data-act=confirm], .end")
        while (sight := self.look()).asked:
            wish = choose(self, sight)
            if wish is None:
                self.confirm()
                return True
            if wish in sight.acts:
                self.act(sight, wish)
            else:
                self.draw(sight, wish)
        return not sight.over

    def play(self, choose: Choose) -> None:
        """To the end of the game."""
        while self.turn(choose):
            pass


def first(player: Player, sight: Sight) -> str | None:
    """Draw once, to the first lit station, and be content."""
    return None if sight.begun or not sight.targets else sight.targets[0].do
