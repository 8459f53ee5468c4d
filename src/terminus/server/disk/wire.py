"""The wire between servers and workers on one PostgreSQL: what one says all hear, and what one has locked no
other has.

It is one connection, kept for this alone. With it go its locks, however it ends: also the lock on the
number of whoever is on it, by which the others know that it lives.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from typing import Any, Protocol

from sqlalchemy.ext.asyncio import AsyncEngine

from ..complaints import Complaint
from .news import CHANNEL

SERVERS = 0x7465726D  # ours among the locks that a PostgreSQL database may have: "term"
WORKERS = SERVERS + 1
LOOK = 1.0  # seconds between two looks who lives, and whether a lock that another has is free
AGAIN = 0.5  # seconds until a connection that was lost is tried again
PATIENCE = 5.0  # seconds for an answer
SETTINGS = ("tcp_keepalives_idle = 5", "tcp_keepalives_interval = 2", "tcp_keepalives_count = 3")

BE = "select pg_advisory_lock_shared($1, $2)"
SAY = "select pg_notify($1, said) from unnest($2::text[]) said"
TAKE = "select key, pg_try_advisory_lock(key) as taken from unnest($1::bigint[]) key"
LET_GO = "select pg_advisory_unlock(key) from unnest($1::bigint[]) key"
LIVING = (
    "select classid::bigint as key, objid::bigint as number from pg_locks where locktype = 'advisory' "
    "and granted and objsubid = 2 and classid::bigint = any($1::bigint[]) "
    "and database = (select oid from pg_database where datname = current_database())"
)


class Hearer(Protocol):
    def joined(self) -> None:
        """The wire is up, perhaps again: something may have been missed."""

    def lost(self, error: Exception) -> None:
        """It is not: that may be the wire's own affair, or the database's."""

    def heard(self, said: str) -> None: ...

    def living(self, servers: frozenset[int], workers: frozenset[int]) -> None:
        """These live; those that are not among them are gone."""

    def locked(self, name: str) -> None:
        """This server has it, until it lets go or the wire is lost."""


def lock_of(name: str) -> int:
    """The lock that goes by this name: 64 bits, so that no two games share one."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], signed=True)


class Wire:
    def __init__(
        self, engine: AsyncEngine, number: int, hearer: Hearer, key: int = SERVERS, channel: str = CHANNEL
    ) -> None:
        self._engine, self._hearer = engine, hearer
        self._number, self._key, self._channel = number, key, channel
        self.held: set[str] = set()
        self._wanted: set[str] = set()  # and not tried yet
        self._elsewhere: set[str] = set()  # wanted, but another server has it
        self._free: set[str] = set()  # to be let go of
        self._unsaid: list[str] = []
        self._joined = False
        self._something = asyncio.Event()
        self._next_look = 0.0
        self._lost = Complaint("The wire to the other servers is lost: it is tried again")
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        if self._task is None:
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        while self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.wait({self._task}, timeout=AGAIN)

    def say(self, said: str) -> None:
        """To all who are on the wire. While we are not, it is lost: whoever joins tells everything anew."""
        if self._joined:
            self._unsaid.append(said)
            self._something.set()

    def lock(self, name: str) -> None:
        """Have it as soon as nobody else does."""
        if not any(name in names for names in (self.held, self._wanted, self._elsewhere)):
            self._wanted.add(name)
            self._something.set()

    def unlock(self, name: str) -> None:
        """Have it no more, and want it no more."""
        self._wanted.discard(name)
        self._elsewhere.discard(name)
        if name in self.held:
            self.held.discard(name)
            self._free.add(name)
            self._something.set()

    # -- the connection ----------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            try:
                await self._connected()
            except Exception as error:
                self._lost.tell("PostgreSQL", error)
                self._hearer.lost(error)
            self._joined = False
            self._unsaid.clear()
            self._wanted |= self.held | self._elsewhere
            self.held.clear()
            self._elsewhere.clear()
            self._free.clear()
            await asyncio.sleep(AGAIN)

    async def _connected(self) -> None:
        """On the wire, until it breaks."""
        async with self._engine.connect() as connection:
            wire: Any = (await connection.get_raw_connection()).driver_connection
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._join(wire)
                while True:
                    async with asyncio.timeout(PATIENCE):
                        await self._work(wire)
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(LOOK):  # `wait_for` may swallow that we are cancelled
                            await self._something.wait()
            except Exception:
                wire.terminate()  # it may hang, and then it takes seconds to close it
                raise
            finally:
                await connection.invalidate()  # closed for good: a pool would keep its locks

    async def _join(self, wire: Any) -> None:
        for setting in SETTINGS:  # a machine that vanished is noticed within seconds
            await wire.execute(f"set {setting}")
        await wire.execute(BE, self._key, self._number)
        await wire.add_listener(self._channel, lambda *heard: self._hearer.heard(heard[-1]))
        self._joined = True
        self._lost.over("The wire to the other servers is back")
        self._hearer.joined()

    async def _work(self, wire: Any) -> None:
        self._something.clear()
        if (now := asyncio.get_running_loop().time()) >= self._next_look:
            self._next_look = now + LOOK
            await self._look(wire)
        free, self._free = self._free, set()
        if free:
            await wire.execute(LET_GO, [lock_of(name) for name in free])
        if self._wanted:
            await self._take(wire)
        said, self._unsaid = self._unsaid, []
        if said:
            await wire.execute(SAY, self._channel, _each_once(said))

    async def _look(self, wire: Any) -> None:
        """Who lives, and what has become free."""
        rows = await wire.fetch(LIVING, [SERVERS, WORKERS])
        servers, workers = (
            frozenset(row["number"] for row in rows if row["key"] == key) for key in (SERVERS, WORKERS)
        )
        self._hearer.living(servers, workers)
        self._wanted |= self._elsewhere
        self._elsewhere.clear()

    async def _take(self, wire: Any) -> None:
        names = {lock_of(name): name for name in self._wanted}
        rows = await wire.fetch(TAKE, list(names))
        for row in rows:
            self._took(names[row["key"]], row["taken"])

    def _took(self, name: str, taken: bool) -> None:
        wanted = name in self._wanted
        self._wanted.discard(name)
        if not taken:
            self._elsewhere |= {name} if wanted else set()
        elif wanted:
            self.held.add(name)
            self._hearer.locked(name)
        else:
            self._free.add(name)  # nobody wants it any more


def _each_once(said: list[str]) -> list[str]:
    """PostgreSQL passes on what is said twice in a transaction once, the first time; but who came, went and
    came again is there."""
    return list(dict.fromkeys(reversed(said)))[::-1]
