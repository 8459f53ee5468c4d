"""Jobs in the database: each is taken by one, outlives whoever had it, and never blocks the others."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncEngine

from terminus.server.disk.schema import jobs as table
from terminus.server.disk.wire import WORKERS
from terminus.server.work.jobs import FORGOTTEN, KEPT, TRIES, Jobs

KINDS = ("count",)


@asynccontextmanager
async def alive(engine: AsyncEngine, number: int) -> AsyncIterator[Jobs]:
    """A worker of this number, whose lock tells that it lives."""
    if engine.dialect.name == "sqlite":
        yield Jobs(engine, number)
        return
    async with engine.connect() as connection:
        await connection.exec_driver_sql(f"select pg_advisory_lock_shared({WORKERS}, {number})")
        yield Jobs(engine, number)
        await connection.invalidate()


async def test_a_job_is_taken_and_answered(engine: AsyncEngine) -> None:
    async with alive(engine, 7) as worker:
        server = Jobs(engine, 1)
        key = await server.put("count", {"to": 3})
        assert await worker.take(5, ("other",), urgent=False) == []
        assert await worker.take(5, KINDS, urgent=True) == []
        (job,) = await worker.take(5, KINDS, urgent=False)
        assert (job.id, job.payload, job.tries) == (key, {"to": 3}, 1)
        assert await worker.take(5, KINDS, urgent=False) == []
        assert await server.collect(key) is None, "somebody is at it"
        assert await worker.report(job, [0.5, "half of it"])
        seen = await server.look(key)
        assert seen is not None
        assert (seen.progress, seen.finished) == ([0.5, "half of it"], False)
        assert await worker.finish(job, [1, 2, 3])
        done = await server.collect(key)
        assert done is not None
        assert (done.answer, done.finished) == ([1, 2, 3], True)
        assert await server.look(key) is None


async def test_what_nobody_has_begun_is_taken_back(engine: AsyncEngine) -> None:
    server = Jobs(engine, 1)
    key = await server.put("count", None, urgent=True)
    back = await server.collect(key)
    assert back is not None
    assert not back.finished
    async with alive(engine, 7) as worker:
        assert await worker.take(5, KINDS, urgent=True) == []


async def test_what_was_withdrawn_is_told_to_whoever_is_at_it(engine: AsyncEngine) -> None:
    async with alive(engine, 7) as worker:
        key = await worker.put("count", None)
        (job,) = await worker.take(1, KINDS, urgent=False)
        await worker.withdraw(key)
        assert not await worker.report(job, [0.1, ""])
        assert not await worker.finish(job, 1)


async def test_what_always_fails_is_given_up(engine: AsyncEngine) -> None:
    async with alive(engine, 7) as worker:
        key = await worker.put("count", None)
        given_up = []
        for _ in range(TRIES):
            (job,) = await worker.take(1, KINDS, urgent=False)
            given_up.append(await worker.fail(job, "ValueError: no"))
        assert given_up == [False] * (TRIES - 1) + [True]
        assert await worker.take(1, KINDS, urgent=False) == []
        seen = await worker.look(key)
        assert seen is not None
        assert (seen.failure, seen.finished) == ("ValueError: no", True)


async def test_the_jobs_of_the_dead_are_free(engine: AsyncEngine) -> None:
    async with alive(engine, 7) as living:
        key = await living.put("count", None)
        for number in range(TRIES):
            async with alive(engine, 100 + number) as dying:
                (job,) = await dying.take(1, KINDS, urgent=False)
                assert await dying.free() == [], "it lives"
            freed = await living.free()
        assert [job.id for job in freed] == [key], "it has killed whoever took it"
        assert not await dying.finish(job, 1), "who is taken for dead writes nothing"
        seen = await living.look(key)
        assert seen is not None
        assert seen.failure == "its worker died"


async def test_who_ends_gives_back_without_blame(engine: AsyncEngine) -> None:
    async with alive(engine, 7) as worker:
        await worker.put("count", None)
        for _ in range(TRIES + 2):
            (job,) = await worker.take(1, KINDS, urgent=False)
            assert job.tries == 1
            await worker.give_back([job])


async def test_old_jobs_are_forgotten(engine: AsyncEngine) -> None:
    async with alive(engine, 7) as worker:
        ids = [await worker.put("count", None, urgent) for urgent in (False, False, True)]
        for job in await worker.take(1, KINDS, urgent=False):
            await worker.finish(job, 1)
        await worker.sweep()
        assert all([await worker.look(key) for key in ids])
        async with engine.begin() as connection:
            was = time.time() - KEPT - FORGOTTEN
            await connection.execute(update(table).values(made_at=was))
            await connection.execute(update(table).where(table.c.id == ids[0]).values(finished_at=was))
        await worker.sweep()
        assert [await worker.look(key) is not None for key in ids] == [False, True, False]


async def test_each_of_many_jobs_is_taken_once(engine: AsyncEngine) -> None:
    server = Jobs(engine, 1)
    done: list[int] = []
    ids = await asyncio.gather(*(server.put("count", number, True) for number in range(200)))

    async def work(worker: Jobs) -> None:
        while taken := await worker.take(3, KINDS, urgent=True):
            done.extend(job.payload for job in taken)
            assert all(await asyncio.gather(*(worker.finish(job, job.payload) for job in taken)))

    async with alive(engine, 7) as first, alive(engine, 8) as second:
        await asyncio.gather(work(first), work(second))
    assert sorted(done) == list(range(200))
    collected = await asyncio.gather(*map(server.collect, ids))
    assert [job and job.answer for job in collected] == list(range(200))
