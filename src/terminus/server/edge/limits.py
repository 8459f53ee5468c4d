"""How much one person, and one address, may ask in a while; and how many sockets they may have open.

The figures are far above what people do, also thirty of them behind one address. They are counted in this
process: two servers allow twice as much. Whoever goes beyond is told when they may go on.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from ...locale import msg
from ...rules.errors import Sentence
from ..errors import Refused, Trouble

T = TypeVar("T")
KEPT = 20_000  # people and addresses that are remembered for each thing; beyond it the oldest are forgiven
SOCKETS, FOLLOWING = AT_ONCE = ("sockets", "following")


class Asker(NamedTuple):
    """Who asks. A newcomer is no person yet: their next request may come under another name."""

    person: str | None
    address: str


@dataclass(frozen=True, slots=True)
class Limit:
    """So many at once; whatever is used up comes back evenly within so many seconds."""

    person: int
    address: int
    seconds: float = 0.0


LIMITS: Mapping[str, Limit] = {
    "asking": Limit(200, 4000, 30),  # requests to /api
    "costly": Limit(60, 900, 60),  # those that take the server some time: lists, replays, logs
    "advice": Limit(120, 1500, 60),  # asked for while playing alone
    "practising": Limit(240, 3000, 60),  # each step of an exercise
    "searching": Limit(20, 200, 300),  # with the deck face up: seconds of the processor each
    "reporting": Limit(6, 40, 300),  # on boards: half a minute of it each
    "training": Limit(3, 20, 600),  # of bots for a board: minutes of the processor each
    "counting": Limit(180, 1800, 60),  # each tap on a sheet from paper
    "looking": Limit(60, 1200, 60),  # at pages and pictures of a game
    "checking": Limit(150, 900, 60),  # boards in the making
    "saving": Limit(120, 1500, 60),  # what somebody draws
    "games": Limit(30, 500, 600),  # new ones, lessons, rematches and what-ifs too
    "boards": Limit(30, 300, 1800),  # of one's own, kept or taken off the shelf
    "joining": Limit(20, 300, 60),
    "codes": Limit(10, 60, 60),  # that there is no table with
    "links": Limit(10, 200, 300),  # to a seat, made
    "keys": Limit(5, 50, 300),  # of such links, that open nothing
    "connecting": Limit(60, 1200, 60),  # sockets opened
    "frames": Limit(200, 5000, 30),  # of any kind, through sockets
    "hellos": Limit(40, 1200, 30),
    "chat": Limit(30, 600, 30),
    "conducts": Limit(30, 300, 600),  # games on paper, dealt; some ahead of their time
    "turning": Limit(120, 3000, 60),  # their cards
    SOCKETS: Limit(20, 400),  # open at once
    FOLLOWING: Limit(20, 400),  # games on paper, at once
}

TOO_MUCH = msg("That is too much at once. You can go on in {seconds} s.")
SAID = {
    "games": msg("That is a lot of new tables. You can make another one in {seconds} s."),
    "boards": msg("You have saved many boards. You can save another one in {seconds} s."),
    "joining": msg("You have joined many tables. You can join another one in {seconds} s."),
    "codes": msg("Many wrong codes were tried here. You can try another one in {seconds} s."),
    "links": msg("You have made many links to your seat. You can make another one in {seconds} s."),
    "keys": msg("Many links that open nothing were tried here. You can try another one in {seconds} s."),
    "chat": msg("That is a lot to read. You can go on talking in {seconds} s."),
    "conducts": msg("That is a lot of new games. You can begin another one in {seconds} s."),
    "training": msg("You have had bots trained for many boards. You can go on in {seconds} s."),
    SOCKETS: msg("Many tables are open at once here. Close one; this one is tried again in {seconds} s."),
}
AGAIN = 15  # seconds until a socket for which there was no room is tried again


def too_much(what: str, seconds: float) -> Refused:
    return Refused(SAID.get(what, TOO_MUCH), 429, seconds=max(1, math.ceil(seconds)))


class Limits:
    """A limit without `seconds` is for what is open at once; one that is missing is none."""

    def __init__(
        self, limits: Mapping[str, Limit] = LIMITS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._limits, self._clock = limits, clock
        self.hit: Callable[[str], None] = lambda what: None  # called with the name of what is too much
        self._until: dict[str, dict[str, float]] = {name: {} for name in limits}  # when all has come back
        self._open: Counter[tuple[str, str]] = Counter()

    def spend(self, what: str, asker: Asker, pause: float = 0.0, times: int = 1) -> None:
        """Note that this was asked, or refuse it until it can go on, and for the `pause` at least. What is as
        costly as several counts for so many `times`, or for as many as one may ask at once."""
        self._spend(what, asker, times, pause)

    def check(self, what: str, asker: Asker) -> None:
        """Refuse what would be one too many, and note nothing: for what counts only if it fails."""
        self._spend(what, asker, 0, 0.0)

    async def guess(self, what: str, asker: Asker, look_up: Callable[[], Awaitable[T | None]]) -> T | None:
        """What there is by something that may be guessed; None is counted. Judged again when it is known: of
        many that are tried at once nobody is told more than if they came one after the other."""
        self.check(what, asker)
        found = await look_up()
        self._spend(what, asker, found is None, 0.0)
        return found

    def _spend(self, what: str, asker: Asker, count: int, pause: float) -> None:
        limit = self._limits.get(what)
        if limit is None:
            return
        now, until = self._clock(), self._until[what]
        asked = min(max(1, count), limit.person)
        owed: dict[str, float] = {}
        for who, allowed in _counted(limit, asker):
            owed[who] = max(now, until.get(who, now)) + asked * limit.seconds / allowed
            if (wait := owed[who] - now - limit.seconds) > 1e-6:
                self.hit(what)
                raise too_much(what, max(wait, pause))
        if count:
            for who, then in owed.items():
                until.pop(who, None)  # the newest stand last
                until[who] = then
            self._forget(what, now)

    def _forget(self, what: str, now: float) -> None:
        """Memory is bounded, whoever asks."""
        if len(self._until[what]) > KEPT:
            owing = [(who, then) for who, then in self._until[what].items() if then > now]
            self._until[what] = dict(owing[-KEPT // 2 :])

    @contextmanager
    def one_open(self, asker: Asker, what: str = SOCKETS) -> Iterator[None]:
        """A socket, or whatever lasts, as long as it is open; refuses one too many."""
        limit = self._limits.get(what)
        counted = _counted(limit, asker) if limit else []
        if any(self._open[what, who] >= allowed for who, allowed in counted):
            self.hit(what)
            raise too_much(what, AGAIN)
        self._open.update((what, who) for who, _ in counted)
        try:
            yield
        finally:
            self._open.subtract((what, who) for who, _ in counted)
            for who, _ in counted:
                if not self._open[what, who]:
                    del self._open[what, who]


def _counted(limit: Limit, asker: Asker) -> list[tuple[str, int]]:
    address = (f"at {asker.address}", limit.address)
    return [address] if asker.person is None else [(asker.person, limit.person), address]


def read_limits(text: str) -> Mapping[str, Limit]:
    """The limits with changes like `games=50,900/600 codes=off` (for a person, for an address, in seconds).

    `off` alone is no limit at all.
    """
    found = dict(LIMITS)
    for change in text.replace(";", " ").split():
        name, _, figures = change.partition("=")
        if change == "off":
            found.clear()
        elif name not in LIMITS:
            raise _unread(change)
        elif figures == "off":
            found.pop(name, None)
        else:
            found[name] = _limit(change, figures)
    return found


def _limit(change: str, figures: str) -> Limit:
    counts, _, seconds = figures.partition("/")
    person, _, address = counts.partition(",")
    try:
        limit = Limit(int(person), int(address), float(seconds or 0))
    except ValueError:
        raise _unread(change) from None
    timed = change.partition("=")[0] not in AT_ONCE
    if min(limit.person, limit.address) < 1 or timed != (0 < limit.seconds < math.inf):
        raise _unread(change)
    return limit


def _unread(change: str) -> Trouble:
    return Trouble(
        Sentence(
            "«{change}» is no limit; write name=PERSON,ADDRESS/SECONDS, name=off or off (names: {names})",
            change=change[:60],
            names=", ".join(LIMITS),
        )
    )
