"""Workers: what is urgent goes first, what fails blocks nobody, and what a dead one had another does."""

import asyncio
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from functools import partial

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.server.test_jobs import alive

from terminus.kernel import Unfit, installed
from terminus.rules.errors import BadLog, BadSetup
from terminus.server.disk.database import open_database
from terminus.server.disk.weights import Weights
from terminus.server.work import worker as working
from terminus.server.work.jobs import TRIES, Job, Jobs
from terminus.server.work.kinds import Kind, Task
from terminus.server.work.worker import Worker

PATIENCE = 30.0
SLOW = """
import sys, time
from terminus.server.work import kinds, run
async def slow(task):
    return await task.run(lambda: time.sleep(task.payload) or "done")
async def deadly(task):
    import os
    os._exit(7)
kinds.KINDS.update(slow=kinds.Kind(slow), deadly=kinds.Kind(deadly))
run.run(sys.argv[1], 2)
"""


async def count(task: Task) -> int:
    """To a hundred, unless nobody wants to know any more."""

    def counted() -> int:
        for number in range(task.payload):
            task.report(number / task.payload, f"at {number}")
            time.sleep(0.01)
        return int(task.payload)

    return await task.run(counted)


async def fail(task: Task) -> None:
    await task.run(lambda: 1 // 0)


async def echo(task: Task) -> object:
    return task.payload


KINDS = {"count": Kind(count), "fail": Kind(fail), "echo": Kind(echo, urgent=True)}


@asynccontextmanager
async def at_work(engine: AsyncEngine, places: int = 2, number: int = 7) -> AsyncIterator[Worker]:
    async with alive(engine, number) as jobs:
        worker = Worker(jobs, places, KINDS)
        task = asyncio.create_task(worker.run())
        yield worker
        await worker.end()
        await asyncio.wait_for(task, PATIENCE)


async def until(jobs: Jobs, key: str, ready: Callable[[Job], bool] = lambda job: job.finished) -> Job:
    for _ in range(int(PATIENCE / 0.02)):
        if (job := await jobs.look(key)) and ready(job):
            return job
        await asyncio.sleep(0.02)
    raise AssertionError(f"it never came so far: {await jobs.look(key)}")


async def test_a_long_job_tells_how_far_it_is_and_leaves_a_place_for_what_is_urgent(
    engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(working, "PACE", 0.0)
    jobs = Jobs(engine, 1)
    async with at_work(engine) as worker:
        long = [await jobs.put("count", 100) for _ in range(3)]
        worker.wake()
        (begun,) = [await until(jobs, key, lambda job: job.progress is not None) for key in long[:1]]
        assert begun.progress[1].startswith("at ")
        quick = await jobs.put("echo", "now", urgent=True)
        worker.wake()
        assert (await until(jobs, quick)).answer == "now"
        waiting = await jobs.look(long[2])
        assert waiting is not None
        assert waiting.tries == 0, "long ones never have all the places"
        assert (await until(jobs, long[0])).answer == 100


async def test_what_nobody_wants_any_more_ends(engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "PACE", 0.0)
    jobs = Jobs(engine, 1)
    async with at_work(engine) as worker:
        first = await jobs.put("count", 100_000)
        worker.wake()
        await until(jobs, first, lambda job: job.progress is not None)
        await jobs.withdraw(first)
        second = await jobs.put("count", 1)
        worker.wake()
        assert (await until(jobs, second)).answer == 1, "the place is free again"


class Noted(Jobs):
    """What was tried to be taken, in its order."""

    def __init__(self, engine: AsyncEngine, number: int) -> None:
        super().__init__(engine, number)
        self.tried: list[str] = []

    async def take(self, most: int, kinds: Collection[str], urgent: bool) -> list[Job]:
        self.tried += kinds
        return await super().take(most, kinds, urgent)


async def test_what_somebody_waits_for_is_taken_first_and_what_is_not_there_is_not_tried(
    engine: AsyncEngine,
) -> None:
    kinds = {"slow": Kind(echo, slow=True), "other": Kind(echo, slow=True), **KINDS}
    async with alive(engine, 7):
        jobs = Noted(engine, 7)
        worker = Worker(jobs, 3, kinds)
        keys = [await jobs.put("slow", 1), await jobs.put("count", 1), await jobs.put("echo", 1, urgent=True)]
        task = asyncio.create_task(worker.run())
        for key in keys:
            await until(jobs, key)
        assert jobs.tried == ["echo", "count", "slow"]
        worker.wake()
        await asyncio.sleep(0.1)
        assert jobs.tried == ["echo", "count", "slow"], "nothing waits"
        await worker.end()
        await asyncio.wait_for(task, PATIENCE)


@pytest.mark.skipif(not installed(), reason="NO NATIVE KERNEL: nothing is learned without it")
async def test_it_goes_by_what_others_have_just_learned(engine: AsyncEngine) -> None:
    jobs = Jobs(engine, 1)
    async with at_work(engine) as worker:
        name = await Weights(engine).keep("a board", b"learned elsewhere")
        assert worker.weights.name("a board") is None
        asked = await jobs.put("count", 1)
        worker.wake()
        await until(jobs, asked)
        assert worker.weights.name("a board") == name


@pytest.mark.skipif(not installed(), reason="NO NATIVE KERNEL: nothing is learned without it")
async def test_so_many_weights_are_kept_and_the_oldest_go(
    engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("terminus.server.disk.weights.MOST", 2)
    kept = Weights(engine)
    for board in ("one", "two", "one", "three"):
        await kept.keep(board, board.encode())
    known = {board for board in ("one", "two", "three") if kept.name(board) is not None}
    assert known == {"one", "three"}, "what was learned anew is new"
    assert (await kept.read("two"), await kept.read("one")) == (None, b"one")


async def test_what_always_fails_is_told_once_and_blocks_nobody(
    engine: AsyncEngine, caplog: pytest.LogCaptureFixture
) -> None:
    jobs = Jobs(engine, 1)
    poison = [await jobs.put("fail", None) for _ in range(5)]
    good = await jobs.put("echo", 1, urgent=True)
    async with at_work(engine):
        assert (await until(jobs, good)).answer == 1
        for key in poison:
            job = await until(jobs, key)
            assert (job.tries, job.answer) == (TRIES, None)
            assert str(job.failure).startswith("ZeroDivisionError")
    assert len(caplog.records) == len(poison), "one line each"


@pytest.mark.parametrize("error", [BadSetup("no"), BadLog(1, "no"), Unfit("no")], ids=repr)
async def test_what_cannot_be_done_at_all_is_tried_once_and_no_fault_of_ours(
    engine: AsyncEngine,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
) -> None:
    async def refuse(task: Task) -> None:
        raise error

    monkeypatch.setitem(KINDS, "refuse", Kind(refuse))
    jobs = Jobs(engine, 1)
    key = await jobs.put("refuse", None)
    async with at_work(engine):
        job = await until(jobs, key)
    assert (job.tries, job.failure) == (1, f"{type(error).__name__}: {error}")
    (said,) = caplog.records
    assert said.exc_info is None


async def test_who_ends_finishes_what_is_soon_done_and_gives_back_the_rest(
    engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch, let_go: threading.Event
) -> None:
    monkeypatch.setattr(working, "FAREWELL", 0.5)
    monkeypatch.setitem(KINDS, "wait", Kind(lambda task: task.run(partial(let_go.wait, 20))))
    jobs = Jobs(engine, 1)
    async with at_work(engine, places=3) as worker:
        hangs, soon = await jobs.put("wait", None), await jobs.put("count", 20)
        worker.wake()
        for key in (hangs, soon):
            await until(jobs, key, lambda job: job.tries == 1)
        assert await worker.end() == 1
    back, done = await jobs.look(hangs), await jobs.look(soon)
    assert done is not None
    assert done.answer == 20
    assert back is not None
    assert (back.finished, back.tries) == (False, 0)


async def test_a_job_outlives_the_process(sqlite_url: str) -> None:
    """On SQLite too: the next one finds what the last one had begun."""
    first = await open_database(sqlite_url)
    key = await Jobs(first.engine, 1).put("count", 3)
    assert await Jobs(first.engine, 1).take(1, KINDS, urgent=False)
    await first.close()
    second = await open_database(sqlite_url)
    async with at_work(second.engine, number=2):
        assert (await until(Jobs(second.engine, 2), key)).answer == 3
    await second.close()


# -- in processes of their own ---------------------------------------------------------------------


def start(url: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", SLOW, url], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


async def ended(worker: "subprocess.Popen[str]") -> tuple[str, str]:
    return await asyncio.to_thread(worker.communicate, timeout=PATIENCE)


async def test_a_killed_workers_job_is_done_by_another(postgres_url: str) -> None:
    database = await open_database(postgres_url)
    jobs = Jobs(database.engine, 1)
    key = await jobs.put("slow", 3)
    first = start(postgres_url)
    await until(jobs, key, lambda job: job.tries == 1)
    second = start(postgres_url)
    first.kill()
    await ended(first)
    job = await until(jobs, key)
    assert (job.answer, job.tries) == ("done", 2)
    long = await jobs.put("slow", 2)
    await until(jobs, long, lambda job: job.tries == 1)
    second.send_signal(signal.SIGTERM)
    said, wrong = await ended(second)
    assert (second.returncode, wrong) == (0, "")
    assert "Jobs done: 2, given back: 0" in said
    assert (await until(jobs, long)).answer == "done"
    await database.close()


async def test_what_kills_its_worker_is_given_up(postgres_url: str) -> None:
    database = await open_database(postgres_url)
    jobs = Jobs(database.engine, 1)
    key = await jobs.put("deadly", None)
    for _ in range(TRIES):
        victim = start(postgres_url)
        await ended(victim)
        assert victim.returncode == 7
    last = start(postgres_url)
    job = await until(jobs, key)
    assert (job.failure, job.tries) == ("its worker died", TRIES)
    last.send_signal(signal.SIGINT)
    _, wrong = await ended(last)
    assert last.returncode == 0
    assert wrong.count("is given up") == 1
    await database.close()
