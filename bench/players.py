"""People at tables of four who play whole games over real sockets, and how long they had to wait.

Each turn is a draft and a confirm. `Pace` says how long they think; `HURRY` is people in a hurry.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial, reduce
from itertools import count
from time import monotonic
from typing import Any

import msgspec

from .wire import Address, Json, Wire, request

SEATS = 4
PATIENCE = 120.0  # seconds until a table counts as stuck
decode = msgspec.json.Decoder().decode


@dataclass(frozen=True)
class Pace:
    """Seconds to think about a card and to confirm, each between two bounds."""

    think: tuple[float, float]
    confirm: tuple[float, float]


HURRY = Pace((1.0, 4.0), (0.3, 0.8))
FAST = Pace((0.0, 0.0), (0.0, 0.0))


Wait = tuple[float, float]  # when something came, and after how many seconds


@dataclass
class Waits:
    acks: list[Wait] = field(default_factory=list)  # of every command
    commits: list[Wait] = field(default_factory=list)
    turns: list[Wait] = field(default_factory=list)  # from the last confirm to everybody's next card
    heard: list[tuple[float, int]] = field(default_factory=list)  # bytes
    refused: int = 0


class Player:
    """One seat: it knows its view, as the page does, and answers each card."""

    def __init__(self, table: Table, cookie: str) -> None:
        self.table, self.cookie = table, cookie
        self.view: Json = {}
        self.wire: Wire | None = None
        self._keys = count()
        self._asked: dict[str, tuple[float, bool]] = {}
        self._answering = ""  # the turn that it is answering

    async def sit(self, game: str) -> None:
        path = f"/api/games/{game}/socket"
        self._answering = ""
        lost = partial(self.table.lost, game)
        self.wire = await Wire.to(self.table.address, path, self.cookie, self._hear, lost)
        self.wire.send({"type": "hello", "version": None})

    def do(self, **command: Any) -> None:
        assert self.wire is not None
        key = f"k{next(self._keys)}"
        self._asked[key] = (monotonic(), "commit" in command)
        number = self.view.get("number", 0)
        self.wire.send({"type": "command", "key": key, "number": number, "do": command})

    def _hear(self, data: bytes) -> None:
        waits, frame = self.table.waits, decode(data)
        waits.heard.append((monotonic(), len(data)))
        match frame["type"]:
            case "view":
                self.view = frame["view"]
                self._look()
            case "change":
                assert frame["base"] == self.view["version"]
                for path, value in frame["view"].items():
                    put(self.view, path.split("/"), value)
                self._look()
            case "ack":
                now = monotonic()
                begun, commit = self._asked.pop(frame["key"])
                waits.acks.append((now, now - begun))
                if commit:
                    waits.commits.append((now, now - begun))
            case "refused":
                waits.refused += 1

    def _look(self) -> None:
        view = self.view
        self.table.seen(self, f"{view['phase']} {view['round']}.{view['turn']}")
        card = f"{view['round']}.{view['turn']}"
        if view["answer"] and self._answering != card:
            self._answering = card
            self._later(self.table.pace.think, self._draft)

    def _later(self, bounds: tuple[float, float], what: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_later(random.uniform(*bounds), what)

    def _draft(self) -> None:
        """Draw anything that may be drawn, then confirm; pass if there is nothing."""
        answer = self.view["answer"]
        draws = [option["do"] for option in answer["options"] if option["section"]] if answer else []
        if draws:
            self.do(draft=random.choice(draws))
        self._later(self.table.pace.confirm, self._commit)

    def _commit(self) -> None:
        if not self.table.over.is_set():
            self.table.confirmed()
            self.do(commit=True)


def put(view: Any, path: Sequence[str], value: object) -> None:
    """Set what stands at a path of the view."""
    *way, last = path
    here = reduce(lambda at, part: at[int(part) if isinstance(at, list) else part], way, view)
    here[int(last) if isinstance(here, list) else last] = value


class Table:
    """Four people who play one game after the other until they are told to stop."""

    def __init__(self, address: Address, pace: Pace, waits: Waits) -> None:
        self.address, self.pace, self.waits = address, pace, waits
        self.begun, self.over = asyncio.Event(), asyncio.Event()
        self.players: list[Player] = []
        self._game = ""
        self._last_confirm = 0.0
        self._cards: dict[Player, str] = {}
        self._card = ""

    async def meet(self) -> None:
        """Four people, each with a cookie of their own."""
        for _ in range(SEATS):
            head, _ = await request(self.address, "GET", "/api/me", "")
            cookie = next(line for line in head.splitlines() if line.lower().startswith("set-cookie"))
            self.players.append(Player(self, cookie.split(": ", 1)[1].split(";")[0]))

    async def begin(self) -> None:
        """A new game, dealt."""
        self._game = ""
        self.over.clear()
        self._cards.clear()
        host, *guests = self.players
        new = {"board": "london", "open": SEATS - 1}
        _, made = await request(self.address, "POST", "/api/games", host.cookie, new)
        self._game = made["game"]
        for number, guest in enumerate(guests):
            join = f"/api/games/{made['game']}/join"
            await request(self.address, "POST", join, guest.cookie, {"name": f"Guest {number}"})
        for player in self.players:
            await player.sit(made["game"])
        await asyncio.sleep(0.05)
        host.do(start=True)
        self.begun.set()

    async def play_out(self) -> None:
        """Until the game is over."""
        await asyncio.wait_for(self.over.wait(), PATIENCE * 10)
        for player in self.players:
            assert player.wire is not None
            player.wire.close()

    def lost(self, game: str) -> None:
        """A connection is gone; of an earlier game that is as it should be."""
        if game == self._game:
            self.over.set()

    def confirmed(self) -> None:
        self._last_confirm = monotonic()

    def seen(self, player: Player, card: str) -> None:
        """Somebody sees this card; once all do, the turn before it is over."""
        if self._cards.get(player) == card:
            return
        self._cards[player] = card
        if card != self._card and set(self._cards.values()) == {card} and len(self._cards) == SEATS:
            self._card = card
            now = monotonic()
            if not card.endswith(" 1.1") and not card.startswith("lobby"):
                self.waits.turns.append((now, now - self._last_confirm))
            if card.startswith("over"):
                self.over.set()
