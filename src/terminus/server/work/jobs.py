"""Jobs in the database: put in by servers, taken by workers, each by one alone.

A worker has a job as long as it lives, which its lock on the wire tells: whatever kills it frees its jobs at
once. What fails or kills its worker again and again is given up. Whoever is not the taker any more writes
nothing.
"""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from secrets import token_hex
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, delete, func, insert, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..disk.news import WORK, Worked, notify, tell
from ..disk.schema import jobs
from ..disk.wire import SERVERS, WORKERS

TRIES = 3
KEPT = 7 * 86_400.0  # seconds that what is finished can be looked up
# Seconds after which nobody waits for an urgent job any more: each server has a clock of its own.
FORGOTTEN = 86_400.0
DEAD = text(
    "taker not in (select objid::bigint from pg_locks where locktype = 'advisory' and granted "
    f"and objsubid = 2 and classid in ({SERVERS}, {WORKERS}) "
    "and database = (select oid from pg_database where datname = current_database()))"
)
# An urgent job is done by whoever wants it if it is lost: its writes need not wait for the disk.
NO_HURRY = text("set local synchronous_commit to off")


def new_key() -> str:
    return token_hex(8)


@dataclass(frozen=True, slots=True)
class Job:
    id: str
    kind: str
    payload: Any
    urgent: bool = False
    tries: int = 0
    progress: Any = None
    answer: Any = None
    failure: str | None = None
    finished: bool = False


class Jobs:
    """As one server or worker has them; `number` is its own."""

    def __init__(self, engine: AsyncEngine, number: int) -> None:
        self.engine, self.number = engine, number
        self._shared = engine.dialect.name == "postgresql"

    # -- for who wants something done ------------------------------------------------------------

    async def put(self, kind: str, payload: Any, urgent: bool = False, key: str | None = None) -> str:
        row = {"id": key or new_key(), "kind": kind, "payload": json.dumps(payload), "urgent": urgent}
        async with self.engine.begin() as connection:
            await self._hurry(connection, urgent)
            await connection.execute(insert(jobs).values(**row, made_at=time.time(), tries=0))
            await notify(connection, WORK, "")
        return str(row["id"])

    async def look(self, key: str) -> Job | None:
        """How far it has come."""
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(jobs).where(jobs.c.id == key))).first()
        return _job(row) if row else None

    async def collect(self, key: str) -> Job | None:
        """Take it out if it is finished, or if nobody has begun; else it stays, and this is None."""
        ready = or_(jobs.c.finished_at.is_not(None), jobs.c.taker.is_(None))
        async with self.engine.begin() as connection:
            await self._hurry(connection, True)
            gone = delete(jobs).where(jobs.c.id == key, ready).returning(*jobs.c)
            row = (await connection.execute(gone)).first()
        return _job(row) if row else None

    async def withdraw(self, key: str) -> None:
        """Nobody wants it any more: whoever is at it hears so when they report."""
        async with self.engine.begin() as connection:
            await connection.execute(delete(jobs).where(jobs.c.id == key))

    async def forget(self, key: str) -> None:
        """What has failed may be asked for anew; whatever else has this key stays."""
        async with self.engine.begin() as connection:
            await connection.execute(delete(jobs).where(jobs.c.id == key, jobs.c.failure.is_not(None)))

    async def waiting(self, kind: str) -> int:
        """How many of a kind are not finished."""
        here = select(func.count()).where(jobs.c.kind == kind, jobs.c.finished_at.is_(None))
        async with self.engine.connect() as connection:
            return int((await connection.execute(here)).scalar_one())

    # -- for who does it -------------------------------------------------------------------------

    async def kinds_waiting(self) -> set[str]:
        """The kinds of which there is one to take: mostly none, and one question finds that out."""
        here = select(jobs.c.kind).where(jobs.c.finished_at.is_(None), jobs.c.taker.is_(None)).distinct()
        async with self.engine.connect() as connection:
            return set((await connection.execute(here)).scalars())

    async def take(self, most: int, kinds: Collection[str], urgent: bool) -> list[Job]:
        """Those that wait longest: ours from now on, until they are finished or we are dead."""
        here = and_(jobs.c.finished_at.is_(None), jobs.c.taker.is_(None), jobs.c.urgent == urgent)
        waiting = select(jobs).where(here, jobs.c.kind.in_(kinds)).order_by(jobs.c.made_at).limit(most)
        async with self.engine.begin() as connection:
            await self._hurry(connection, urgent)
            rows = (await connection.execute(waiting.with_for_update(skip_locked=True))).all()
            if rows:
                ours = jobs.c.id.in_([row.id for row in rows])
                taken = update(jobs).where(ours).values(taker=self.number, tries=jobs.c.tries + 1)
                await connection.execute(taken)
        return [_job(row, tries=row.tries + 1) for row in rows]

    async def report(self, job: Job, progress: Any) -> bool:
        """How far we are; whether anybody still wants it of us."""
        async with self.engine.begin() as connection:
            here = update(jobs).where(self._ours(job)).values(progress=json.dumps(progress))
            if ours := bool((await connection.execute(here)).rowcount):
                await tell(connection, Worked(self.number, job.id))
        return ours

    async def finish(self, job: Job, answer: Any) -> bool:
        """Whether it was still wanted of us."""
        async with self.engine.begin() as connection:
            await self._hurry(connection, job.urgent)
            return await self._end(connection, self._ours(job), job.id, answer=json.dumps(answer))

    async def fail(self, job: Job, why: str, again: bool = True) -> bool:
        """It could not be done; whether it is given up now."""
        async with self.engine.begin() as connection:
            return await self._failed(connection, job, self._ours(job), why, again)

    async def give_back(self, given: Sequence[Job]) -> None:
        """We end before they are done: that is no fault of theirs."""
        async with self.engine.begin() as connection:
            for job in given:
                values = {"taker": None, "tries": jobs.c.tries - 1, "progress": None}
                await connection.execute(update(jobs).where(self._ours(job)).values(values))
            await notify(connection, WORK, "")

    async def free(self) -> list[Job]:
        """Give on the jobs of whoever has died; those that were given up because of it."""
        others = and_(jobs.c.taker.is_not(None), jobs.c.taker != self.number)
        dead = and_(others, DEAD) if self._shared else others
        lost = select(jobs).where(jobs.c.finished_at.is_(None), dead)
        given_up = []
        async with self.engine.begin() as connection:
            for row in (await connection.execute(lost.with_for_update(skip_locked=True))).all():
                job = _job(row)
                if await self._failed(connection, job, jobs.c.id == job.id, "its worker died", True):
                    given_up.append(job)
        return given_up

    async def sweep(self) -> int:
        """Forget what was finished long ago, and what nobody can be waiting for; how many those were."""
        now = time.time()
        old = jobs.c.finished_at < now - KEPT
        forgotten = and_(jobs.c.urgent, jobs.c.made_at < now - FORGOTTEN)
        async with self.engine.begin() as connection:
            return (await connection.execute(delete(jobs).where(or_(old, forgotten)))).rowcount

    # -- how it is written -----------------------------------------------------------------------

    def _ours(self, job: Job) -> ColumnElement[bool]:
        return and_(jobs.c.id == job.id, jobs.c.taker == self.number, jobs.c.finished_at.is_(None))

    async def _failed(
        self, connection: AsyncConnection, job: Job, here: ColumnElement[bool], why: str, again: bool
    ) -> bool:
        if not again or job.tries >= TRIES:
            return await self._end(connection, here, job.id, failure=why)
        await connection.execute(update(jobs).where(here).values(taker=None, progress=None))
        await notify(connection, WORK, "")
        return False

    async def _end(
        self, connection: AsyncConnection, here: ColumnElement[bool], key: str, **values: str
    ) -> bool:
        done = await connection.execute(update(jobs).where(here).values(**values, finished_at=time.time()))
        if done.rowcount:
            await tell(connection, Worked(self.number, key))
        return bool(done.rowcount)

    async def _hurry(self, connection: AsyncConnection, urgent: bool) -> None:
        if urgent and self._shared:
            await connection.execute(NO_HURRY)


def _job(row: Row[Any], **changed: Any) -> Job:
    read = {name: json.loads(getattr(row, name) or "null") for name in ("progress", "answer")}
    values = {"tries": row.tries, "failure": row.failure, "finished": row.finished_at is not None, **read}
    return Job(row.id, row.kind, json.loads(row.payload), row.urgent, **{**values, **changed})
