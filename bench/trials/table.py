"""Tables of people and bots that play one whole game after the other, and what is left of each game."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic

from .person import Habits, Memory, Person, Told
from .server import Where, asked, cookie_from, log_from

CITIES = ("london", "tokyo", "paris")
MODULES = ((), ("powers",), ("specials",), ("gates",))
WITH = ((), ("objectives",))
GAMES = tuple((city, (*with_, *modules)) for city in CITIES for modules in MODULES for with_ in WITH)


@dataclass(frozen=True)
class Played:
    """A game that was played to its end, and what its people remember."""

    game: str
    cookie: str
    memories: tuple[tuple[int, Memory], ...]  # by seat
    totals: tuple[int, ...]  # as they were shown

    async def lost(self, where: Where, log: str) -> list[str]:
        """Whatever was acknowledged and is neither in the log nor at the table."""
        events = [json.loads(line) for line in log.splitlines()]
        missing = [lost for seat, memory in self.memories for lost in memory.missing_in_log(events, seat)]
        _, view = await asked(where, "GET", f"/api/games/{self.game}", self.cookie)
        missing += self.memories[0][1].unsaid_in(view)
        totals = tuple(seat["score"]["total"] for seat in view["seats"])
        if totals != self.totals or events[-1]["event"] != "end":
            missing.append("the game is no longer over as it was")
        return [f"game {self.game}: {lost}" for lost in missing]


class Table:
    """People who play together; `where` says which server somebody turns to now."""

    def __init__(self, where: Where, rng: random.Random, told: Told, habits: Habits) -> None:
        self._where, self._rng, self._told, self._habits = where, rng, told, habits
        self.people: list[Person] = []
        self.watchers: list[Person] = []
        self.played: list[Played] = []
        self.news = monotonic()  # when somebody last saw a new card
        self.went_on = 0.0  # when everybody had seen it
        self.state = "meeting"
        self._cards: dict[Person, str] = {}
        self._card, self._last_confirm = "", 0.0
        self.begun = asyncio.Event()  # everybody has seen a card

    async def meet(self, people: int, kind: type[Person] = Person) -> None:
        """So many, each with an identity of their own."""
        for _ in range(people):
            cookie, rng = await cookie_from(self._where), random.Random(self._rng.random())
            self.people.append(kind(cookie, self._where, rng, self._told, self._habits))

    async def play(self, board: str, modules: Sequence[str], bots: Sequence[str]) -> Played:
        """A whole game."""
        host, *guests = self.people
        self.state = f"{board} {'+'.join(modules)}"
        new = {"board": board, "modules": modules, "bots": bots, "open": len(guests)}
        _, made = await asked(self._where, "POST", "/api/games", host.cookie, new)
        for number, guest in enumerate(guests):
            joining = f"/api/games/{made['game']}/join"
            await asked(self._where, "POST", joining, guest.cookie, {"name": f"Guest {number}"})
        self._cards.clear()
        for person in (*self.people, *self.watchers):
            person.begin(made["game"])
        for person in self.people:
            person.on_card, person.on_confirm = self._seen, self._confirmed
        await asyncio.gather(*(person.play() for person in (*self.people, *self.watchers)))
        memories = tuple((person.view["me"], person.memory) for person in self.people)
        totals = tuple(seat["score"]["total"] for seat in host.view["seats"])
        self.played.append(Played(made["game"], host.cookie, memories, totals))
        return self.played[-1]

    def _confirmed(self) -> None:
        self._last_confirm = monotonic()

    def _seen(self, person: Person, card: str) -> None:
        """Somebody sees this card; once all do, the turn before it is over."""
        if self._cards.get(person) == card:
            return
        self._cards[person], self.news = card, monotonic()
        if card != self._card and list(self._cards.values()) == [card] * len(self.people):
            self._card, self.went_on = card, self.news
            if card.startswith("playing"):
                self.begun.set()
            if not card.endswith(" 1.1") and not card.startswith("lobby"):
                self._told.turns.append((self.news, self.news - self._last_confirm))


async def whole_log(where: Where, played: Played) -> str:
    """The log of a game, however long the server is away."""
    while True:
        try:
            return await log_from(where(), played.game, played.cookie)
        except OSError:
            await asyncio.sleep(0.05)


def any_game(rng: random.Random) -> tuple[str, tuple[str, ...]]:
    """A city and modules that can be played there."""
    return rng.choice(GAMES)
