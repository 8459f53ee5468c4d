"""All rooms that somebody uses now; the rest are on disk.

A room is handed out with a hold on it. It is forgotten when nobody has held it for a while and it has nothing
left to do, so whoever has one can rely on it between any two awaits.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

from ...record.dealer import Dealer, new_secret
from ...record.sealed import SealedDealer
from ...record.seals import SEALED
from ...rules.errors import BadSetup
from ...rules.ruleset import Ruleset
from ..complaints import Complaint, faults
from ..disk.clearing import see
from ..disk.deals import Deals
from ..disk.health import TROUBLE
from ..disk.secrets import Secrets
from ..disk.store import Saved, Store
from ..errors import Refused, no_such_game
from ..work.asking import Asking
from ..work.jobs import Jobs
from .codes import is_id
from .counsel import Counsel
from .neighbours import Alone, Neighbours
from .room import Room
from .state import State
from .thinking import Here
from .threads import BotThreads

IDLE = 120.0  # seconds after which a room that nobody holds is forgotten
AT_ONCE = 4  # rooms that are read from disk: a crowd of them does not stand before everybody's moves


class Rooms:
    def __init__(self, store: Store, new_dealer: Callable[[], Dealer] | None = None) -> None:
        """With `new_dealer` no game is sealed: such dealers deal them all."""
        self.store, self.deals, self.secrets = store, Deals(store.engine), Secrets(store.engine)
        self.new_dealer, self.sealing = new_dealer or Dealer, new_dealer is None
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._few = asyncio.Semaphore(AT_ONCE)
        self._holds: Counter[str] = Counter()
        self._forgetting: dict[str, asyncio.TimerHandle] = {}
        store.health.hear = self._saving
        threads = BotThreads(store.health.metrics)
        self.counsel = Counsel(threads)
        self._thinking, self._neighbours = self._company(threads)
        self._undealt = Complaint("A game cannot be dealt: whoever opens it is refused")

    def begin(self) -> None:
        """Hear of the other servers and of workers, before the first room is opened."""
        self._neighbours.begin()

    @property
    def has_workers(self) -> bool:
        """Whether others do what takes long."""
        return bool(self._thinking.workers)

    def _company(self, threads: BotThreads) -> tuple[Here, Alone]:
        """Who thinks for our bots, and who else has the database open."""
        if self.store.engine.dialect.name == "sqlite":
            return Here(threads), Alone()
        asking = Asking(threads, Jobs(self.store.engine, self.store.number))
        return asking, Neighbours(self.store, self._rooms, asking)

    @asynccontextmanager
    async def held(self, game: str) -> AsyncIterator[Room]:
        """The room of a game, from disk if need be; refuses a game that does not exist."""
        with self._hold(game):
            room = await self._room(game)
            if self._neighbours.shared and not self.store.health.away:
                await room.catch_up()  # news of what has just been written may still be on its way
            yield room

    @asynccontextmanager
    async def created(self, state: State) -> AsyncIterator[Room]:
        """The room of a new game."""
        with self._hold(state.game.id):
            if state.game.deal is None and self.sealing and state.game.phase != "over":
                yield self._open(*await self._sealed(state))
            else:
                dealer = await self._dealer(state)
                yield self._open(Saved(await self.store.create(state), {}), dealer)

    def __iter__(self) -> Iterator[Room]:
        """All that are open."""
        return iter(self._rooms.values())

    def _saving(self, well: bool) -> None:
        for room in list(self._rooms.values()):
            try:
                room.saving(well)
            except Exception as error:  # a fault of ours, and no reason for the others to stand still
                faults.tell(f"game {room.state.game.id}: saving", error)

    async def discard(self, game: str) -> None:
        """A game that we have made and nobody knows of: it is not needed."""
        if timer := self._forgetting.pop(game, None):
            timer.cancel()
        await self._rooms.pop(game).close()
        await self.store.discard(game)

    async def close(self) -> None:
        for room in list(self._rooms.values()):
            await room.close()
        await self._neighbours.close()
        self._thinking.close()

    async def _room(self, game: str) -> Room:
        if game in self._rooms:
            return self._rooms[game]
        if game not in self._loading:
            task = asyncio.create_task(self._load(game))
            self._loading[game] = task
            task.add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(self._loading[game])

    async def _load(self, game: str) -> Room:
        with self._hold(game):  # of its own: whoever wanted it may be gone by then
            async with self._few:
                saved = await self._saved(game) if is_id(game) else None
                if saved is None:
                    raise no_such_game()
                return self._open(saved, await self._dealer(saved.state))

    async def _saved(self, game: str) -> Saved | None:
        """From disk, where nobody clears it away from now on."""
        if not self.store.health.away:
            with contextlib.suppress(*TROUBLE):  # where nothing can be written it can still be looked at
                await see(self.store.engine, game)
        return await self.store.load(game)

    async def _dealer(self, state: State) -> Dealer:
        """Who deals a game: what was sealed, or the deal that it names, however often the room is opened; at
        random only if it is older than the seals. A game that is over needs its deal no more."""
        game = state.game
        if game.phase == "over" or not (game.deal or game.seals):
            return self.new_dealer()
        ruleset = Ruleset.of(state.city, game.modules)
        try:
            if game.deal is None:
                return await self.secrets.dealer(game.id, game.seals)
            return await self.deals.dealer(game.deal, ruleset, state.table)
        except BadSetup as error:
            self._undealt.tell(f"game {game.id}", error)
            raise Refused(
                "The deal of this game is missing or was changed. Whoever runs the server has been told.",
                503,
            ) from None

    async def _sealed(self, state: State) -> tuple[Saved, Dealer]:
        """A new game under seals, and who deals it."""
        secrets = [new_secret() for _ in SEALED]
        dealer = SealedDealer(state.game.id, secrets)
        made = await self.store.create(state.with_game(seals=dealer.seals), secrets)
        return Saved(made, {}), dealer

    def _open(self, saved: Saved, dealer: Dealer) -> Room:
        room = Room(saved, self.store, dealer, self._thinking, self._neighbours)
        self._rooms[saved.state.game.id] = room
        self._neighbours.opened(saved.state.game.id)
        return room

    @contextmanager
    def _hold(self, game: str) -> Iterator[None]:
        self._holds[game] += 1
        if timer := self._forgetting.pop(game, None):
            timer.cancel()
        try:
            yield
        finally:
            self._holds[game] -= 1
            if not self._holds[game]:
                del self._holds[game]
                self._forget_later(game)

    def _forget_later(self, game: str) -> None:
        if game in self._rooms:
            self._forgetting[game] = asyncio.get_running_loop().call_later(IDLE, self._forget, game)

    def _forget(self, game: str) -> None:
        """Nobody holds it; but what the table still has to do comes first."""
        del self._forgetting[game]
        if self._rooms[game].tasks:
            self._forget_later(game)
        else:
            self._rooms.pop(game).stop()
