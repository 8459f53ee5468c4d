"""Somebody who plays over real sockets, through whatever happens to the server, as the page does: what was
not acknowledged is sent again with its key. They remember what was acknowledged and complain if it is gone.

It shares no code with the server and knows only docs/protocol.md.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import reduce
from itertools import count
from time import monotonic
from typing import Any

from ..wire import Address, Json, Wire
from .checker import Witness

AGAIN = 0.1  # seconds until a lost connection is tried again
SILENCE = 8.0  # seconds after which a hello asks whether the server is there; unanswered it counts as lost
SAYS = 0.03  # how often something is said instead of thinking on
WAVERS = 0.05  # how often a step is undone, or a confirmed turn taken back
RACES = {"contribute", "take_back"}  # what others may have made impossible in the meantime
Card = tuple[int, int]  # round and turn


@dataclass
class Memory:
    """What was acknowledged to somebody in one game."""

    drafts: dict[Card, list[str]] = field(default_factory=dict)
    confirmed: set[Card] = field(default_factory=set)
    said: list[str] = field(default_factory=list)
    contributed: dict[str, str] = field(default_factory=dict)
    acknowledged: int = 0

    def keep(self, do: Json, card: Card) -> None:
        self.acknowledged += 1
        match do:
            case {"draft": action}:
                self.drafts.setdefault(card, []).append(action)
            case {"undo": True}:
                self.drafts[card].pop()
            case {"commit": True}:
                self.confirmed.add(card)
            case {"take_back": True}:
                self.confirmed.remove(card)
            case {"say": text}:
                self.said.append(text)
            case {"contribute": values}:
                self.contributed |= values

    def missing_in(self, view: Json) -> list[str]:
        """What a view of my own table does not have although it was acknowledged."""
        card, answer, missing = card_of(view), view["answer"], []
        if answer and card in self.confirmed:
            missing.append(f"asked again for {card}, which was confirmed")
        elif answer and drawn(answer["actions"]) != drawn(self.drafts.get(card, [])):
            missing.append(f"draft of {card} is {answer['actions']}, not {self.drafts.get(card)}")
        return missing

    def unsaid_in(self, view: Json) -> list[str]:
        """The same of the chat, once all of it must be there."""
        told = [line["text"] for line in view["chat"] if line["seat"] == view["me"]]
        return [] if told == self.said else [f"said {self.said}, shown {told}"]

    def missing_in_log(self, log: list[Json], seat: int) -> list[str]:
        """What a log does not have although it was acknowledged."""
        turns = {(e["round"], e["turn"]): e for e in log if e["event"] == "turn" and e["seat"] == seat}
        missing = [
            f"seat {seat}, {card}: {self.drafts.get(card)} was confirmed, the log has {turns.get(card)}"
            for card in sorted(self.confirmed)
            if drawn(turns.get(card, {"do": ["nothing"]})["do"]) != drawn(self.drafts.get(card, []))
            or "auto" in turns.get(card, {})
        ]
        given = {
            str(e["round"]): e["value"] for e in log if e["event"] == "contribution" and e["seat"] == seat
        }
        if given != self.contributed:
            missing.append(f"seat {seat} contributed {self.contributed}, the log has {given}")
        return missing


def drawn(actions: list[str]) -> list[str]:
    """A turn without what may be passed over in silence."""
    return [action for action in actions if action != "skip"]


def card_of(view: Json) -> Card:
    return (view["round"] or 0, view["turn"] or 0)


@dataclass
class Told:
    """What all people of a trial have to tell."""

    faults: list[str] = field(default_factory=list)
    refusals: Counter[str] = field(default_factory=Counter)
    acknowledged: int = 0
    late: int = 0  # contributions after the start, and turns taken back after the next card
    repeated: int = 0  # commands that were sent again
    losses: int = 0  # of connections
    turns: list[tuple[float, float]] = field(default_factory=list)  # when a card came, and after how long


@dataclass(frozen=True)
class Habits:
    """How somebody plays: how long they think, and which options they like (random unless told)."""

    think: tuple[float, float] = (0.0, 0.2)
    passes: float = 0.2  # how often a turn is ended while something more could be drawn
    says: float = SAYS
    wavers: float = WAVERS
    contributes: bool = True


class Person:
    """One seat at one game after the other."""

    def __init__(
        self,
        cookie: str,
        where: Callable[[], Address],
        rng: random.Random,
        told: Told,
        habits: Habits,
    ) -> None:
        self.at: Address | None = None  # where they are connected, or were last
        self.cookie, self._where, self.rng, self.told, self.habits = cookie, where, rng, told, habits
        self.witness: Witness | None = None  # of all that is sent to them
        self.warned_at = 0.0  # when they last heard that the server cannot save
        self._keys = count()
        self.begin("")

    def begin(self, game: str) -> None:
        """A new game: nothing has been acknowledged in it yet."""
        self.game, self.memory, self.view = game, Memory(), dict[str, Any]()
        self.pending: dict[str, tuple[Json, Card]] = {}  # what was asked, and at which card
        self.over = asyncio.Event()
        self.on_card: Callable[[Person, str], None] = lambda person, card: None
        self.on_confirm: Callable[[], None] = lambda: None
        self._wire: Wire | None = None
        self._reached = (0, 0)
        self._thinking = False
        self._greeted = False
        self._heard_at = 0.0

    # -- the connection --------------------------------------------------------------------------

    async def play(self) -> None:
        """Until the game is over, however often the connection is lost."""
        while not self.over.is_set():
            with contextlib.suppress(OSError):  # it is tried again
                await self._attend()
            await asyncio.sleep(AGAIN * self.rng.uniform(0.5, 1.5))

    async def _attend(self) -> None:
        lost = asyncio.Event()
        path = f"/api/games/{self.game}/socket"
        self.at = self._where()
        wire = await asyncio.wait_for(Wire.to(self.at, path, self.cookie, self._hear, lost.set), SILENCE)
        self._wire, self._greeted, self._heard_at = wire, False, monotonic()
        known = self.view.get("version") if self.rng.random() < 0.5 else None
        self._send({"type": "hello", "version": known})
        ended = [asyncio.ensure_future(event.wait()) for event in (lost, self.over)]
        try:
            while not (await asyncio.wait(ended, timeout=SILENCE, return_when=asyncio.FIRST_COMPLETED))[0]:
                self._ask_after()
        finally:
            self._wire = None
            self.told.losses += not self.over.is_set()
            for waiting in ended:
                waiting.cancel()
            wire.close()

    @property
    def connected(self) -> bool:
        return self._wire is not None

    def _ask_after(self) -> None:
        """A connection that has said nothing for long."""
        silent = monotonic() - self._heard_at
        if silent > 2 * SILENCE:
            raise OSError("the server says nothing")
        if silent > SILENCE:
            self._send({"type": "hello", "version": self.view.get("version")})

    def _send(self, frame: Json) -> None:
        if self._wire is not None:
            self._wire.send(frame)

    # -- what is said ----------------------------------------------------------------------------

    def do(self, **command: Any) -> None:
        """Ask for something; it is sent again until it is answered."""
        key = f"k{next(self._keys)}"
        asked = {"type": "command", "key": key, "number": self.view["number"], "do": command}
        self.pending[key] = (asked, card_of(self.view))
        self._send(asked)

    def _send_again(self) -> None:
        for asked, _ in self.pending.values():
            self.told.repeated += 1
            self._send(asked)

    def _hear(self, data: bytes) -> None:
        self._heard_at = monotonic()
        if self.witness is not None:
            self.witness.hear(data)
        frame = json.loads(data)
        match frame["type"]:
            case "view":
                self.view = frame["view"]
                self._look()
            case "change":
                if frame["base"] != self.view["version"]:
                    return self._send({"type": "hello", "version": None})
                for path, value in frame["view"].items():
                    put(self.view, path, value)
                self._look()
            case "same":
                self._look()
            case "ack":
                self._acknowledged(frame)
            case "refused":
                self._refused(frame)
            case "saving":
                self._told_of_saving(frame["well"])
        return None

    def _told_of_saving(self, well: bool) -> None:
        if well:
            self._send_again()
        else:
            self.warned_at = self._heard_at

    def _acknowledged(self, frame: Json) -> None:
        if frame["key"] not in self.pending:
            return  # once more
        asked, card = self.pending.pop(frame["key"])
        self.told.acknowledged += 1
        self.memory.keep(asked["do"], card)
        self._reached = (frame["number"], frame["draft"])
        self._look()

    def _refused(self, frame: Json) -> None:
        asked, _ = self.pending.pop(frame["key"], ({"do": {}}, None))
        if RACES & asked["do"].keys():
            self.told.late += 1
        else:
            self.told.refusals[frame["error"]["message"]] += 1

    # -- what is seen ----------------------------------------------------------------------------

    def _look(self) -> None:
        """Take in the table as it is shown, and go on if it waits for me."""
        view = self.view
        if not view:
            return
        self.on_card(self, f"{view['phase']} {view['round']}.{view['turn']}")
        if not self._greeted:
            self._greeted = True
            self._send_again()
        if self.pending or (view["number"], view["draft"]) < self._reached or self._thinking:
            return
        self.told.faults += [f"game {self.game}: {lost}" for lost in self.memory.missing_in(view)]
        if view["phase"] == "over":
            self.over.set()
        elif view["phase"] == "lobby" or view["contribute"] or view["answer"]:
            self._thinking = True
            think = self.habits.think if view["answer"] else (0.0, 0.0)
            asyncio.get_running_loop().call_later(self.rng.uniform(*think), self._decide)
        elif view["can_take_back"] and self.rng.random() < self.habits.wavers:
            self.do(take_back=True)

    def _decide(self) -> None:
        self._thinking = False
        view = self.view
        if self.pending or self.over.is_set():
            return
        wanted = [str(n) for n in view["contribute"] if str(n) not in self.memory.contributed]
        if wanted and self.habits.contributes:
            self.do(contribute={number: self.rng.randbytes(16).hex() for number in wanted})
        elif view["phase"] == "lobby":
            if view["host"] and all(seat["kind"] == "bot" or seat["present"] for seat in view["seats"]):
                self.do(start=True)
        elif view["answer"]:
            self._answer([option["do"] for option in view["answer"]["options"]])

    def _answer(self, options: list[str]) -> None:
        others = [option for option in options if option != "done"]
        if self.rng.random() < self.habits.says:
            self.do(say=f"{self.rng.random()}")
        elif self.memory.drafts.get(card_of(self.view)) and self.rng.random() < self.habits.wavers:
            self.do(undo=True)
        elif others and ("done" not in options or self.rng.random() >= self.habits.passes):
            self.do(draft=self.rng.choice(others))
        else:
            self.on_confirm()
            if self.witness is not None:
                self.witness.confirm(card_of(self.view))
            self.do(commit=True)


def put(view: Any, path: str, value: object) -> None:
    """Set what stands at a path of the view."""
    *way, last = path.split("/")
    here = reduce(lambda at, part: at[int(part) if isinstance(at, list) else part], way, view)
    here[int(last) if isinstance(here, list) else last] = value
