"""People at tables of four who play whole games over real sockets, and how long they had to wait.

Each turn is a draft and a confirm. `Pace` says how long they think; `HURRY` is people in a hurry. What these
people cost is taken from the same cores as the server: of a frame they read no more than they need.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from time import monotonic
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from .wire import Address, Wire, request

T = TypeVar("T")
Card = tuple[int | None, int | None]  # round and turn
FIRST: Card = (1, 1)
NOTHING = Raw(b"null")
SEATS = 4
PATIENCE = 120.0  # seconds until a table counts as stuck


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


class Seen(Struct):
    """What a player needs of a view: which card it shows, and what may be answered."""

    version: str | UnsetType = UNSET
    number: int | UnsetType = UNSET
    phase: str | UnsetType = UNSET
    round: int | UnsetType | None = UNSET
    turn: int | UnsetType | None = UNSET
    answer: Raw | UnsetType = UNSET
    options: Raw | UnsetType = msgspec.field(default=UNSET, name="answer/options")


class Whole(Struct, tag_field="type", tag="view"):
    view: Seen


class Change(Struct, tag_field="type", tag="change"):
    base: str
    view: Seen


class Ack(Struct, tag_field="type", tag="ack"):
    key: str


class Refused(Struct, tag_field="type", tag="refused"):
    pass


class Option(Struct):
    do: str
    section: str | None


class Answer(Struct):
    options: list[Option]


decode = msgspec.json.Decoder(Whole | Change | Ack | Refused).decode
read_answer = msgspec.json.Decoder(Answer | None).decode
read_options = msgspec.json.Decoder(list[Option]).decode


class Player:
    """One seat: it knows which card is on the table, and answers each."""

    def __init__(self, table: Table, cookie: str) -> None:
        self.table, self.cookie = table, cookie
        self.wire: Wire | None = None
        self._keys = count()
        self._asked: dict[str, tuple[float, bool]] = {}
        self._forget()

    def _forget(self) -> None:
        """A new game: nothing of it is known yet."""
        self._version, self._number, self._phase = "", 0, ""
        self._card: Card = (None, None)
        self._answering: Card = (None, None)
        self._answer: Raw = NOTHING
        self._options: Raw | None = None  # if they have changed since

    async def sit(self, game: str) -> None:
        path = f"/api/games/{game}/socket"
        self._forget()
        lost = partial(self.table.lost, game)
        self.wire = await Wire.to(self.table.address, path, self.cookie, self._hear, lost)
        self.wire.send({"type": "hello", "version": None})

    def do(self, **command: Any) -> None:
        assert self.wire is not None
        key = f"k{next(self._keys)}"
        self._asked[key] = (monotonic(), "commit" in command)
        self.wire.send({"type": "command", "key": key, "number": self._number, "do": command})

    def _hear(self, data: bytes) -> None:
        waits, frame, now = self.table.waits, decode(data), monotonic()
        waits.heard.append((now, len(data)))
        match frame:
            case Change():
                assert frame.base == self._version
                self._look(frame.view)
            case Ack():
                begun, commit = self._asked.pop(frame.key)
                waits.acks.append((now, now - begun))
                if commit:
                    waits.commits.append((now, now - begun))
            case Whole():
                self._look(frame.view)
            case Refused():
                waits.refused += 1

    def _look(self, seen: Seen) -> None:
        """Take in what is new, and think about a card that waits for me."""
        self._version = _new(seen.version, self._version)
        self._number = _new(seen.number, self._number)
        self._phase = _new(seen.phase, self._phase)
        self._card = (_new(seen.round, self._card[0]), _new(seen.turn, self._card[1]))
        if not isinstance(seen.answer, UnsetType):
            self._answer, self._options = seen.answer, None
        self._options = _new(seen.options, self._options)
        self.table.seen(self, self._phase, self._card)
        if self._answering != self._card and self._answer != NOTHING:
            self._answering = self._card
            self._later(self.table.pace.think, self._draft)

    def _later(self, bounds: tuple[float, float], what: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_later(random.uniform(*bounds), what)

    def _draft(self) -> None:
        """Draw anything that may be drawn, then confirm; pass if there is nothing."""
        draws = [option.do for option in self._offered() if option.section]
        if draws:
            self.do(draft=random.choice(draws))
        self._later(self.table.pace.confirm, self._commit)

    def _offered(self) -> list[Option]:
        if self._options is not None:
            return read_options(self._options)
        answer = read_answer(self._answer)
        return answer.options if answer else []

    def _commit(self) -> None:
        if not self.table.over.is_set():
            self.table.confirmed()
            self.do(commit=True)


def _new(told: T | UnsetType, known: T) -> T:
    """What was told of something, or what was known of it."""
    return known if isinstance(told, UnsetType) else told


class Table:
    """Four people who play one game after the other until they are told to stop."""

    def __init__(self, address: Address, pace: Pace, waits: Waits) -> None:
        self.address, self.pace, self.waits = address, pace, waits
        self.begun, self.over = asyncio.Event(), asyncio.Event()
        self.players: list[Player] = []
        self._game = ""
        self._last_confirm = 0.0
        self._cards: dict[Player, tuple[str, Card]] = {}
        self._card: tuple[str, Card] = ("", (None, None))

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

    def seen(self, player: Player, phase: str, card: Card) -> None:
        """Somebody sees this card; once all do, the turn before it is over."""
        shown = (phase, card)
        if self._cards.get(player) == shown:
            return
        self._cards[player] = shown
        if shown != self._card and list(self._cards.values()) == [shown] * SEATS:
            self._card = shown
            now = monotonic()
            if card != FIRST and phase != "lobby":
                self.waits.turns.append((now, now - self._last_confirm))
            if phase == "over":
                self.over.set()
