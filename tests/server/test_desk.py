"""The queues of long work: each kind has its own, bounded, behind everybody; none waits for another."""

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from tests.server.live import serving
from tests.server.test_board_reports import at_work, until
from tests.server.test_practice import holding, looked_over, owned
from tests.server.test_reviews import played

from terminus.kernel import installed
from terminus.server.errors import Refused
from terminus.server.table.threads import NICENESS
from terminus.server.work.desk import Desk
from terminus.server.work.kinds import FACE_UP, KINDS, REPORT, REVIEW, TRAIN, Kind, Task

needs_kernel = pytest.mark.skipif(not installed(), reason="NO NATIVE KERNEL: there is no review without it")
LAST = 19  # nobody is nicer
PATIENT = """
import asyncio, os, sys, threading
from terminus.server.table.threads import BotThreads
os.setpriority(os.PRIO_PROCESS, 0, int(sys.argv[1]))
look = lambda: os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
print(asyncio.run(BotThreads().run(look, patient=True)))
"""
LONG = [name for name, kind in KINDS.items() if not kind.urgent]


def doing(monkeypatch: pytest.MonkeyPatch, name: str, work: Callable[[], object]) -> None:
    """From now on jobs of this kind are this work, in their thread."""

    async def done(task: Task) -> object:
        return await task.run(work)

    monkeypatch.setitem(KINDS, name, replace(KINDS[name], work=done))


@pytest.mark.parametrize("name", LONG)
async def test_whatever_takes_long_gives_way(
    name: str, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    doing(monkeypatch, name, lambda: os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
    own = os.getpriority(os.PRIO_PROCESS, 0)
    async with at_work(sqlite_url) as (desk, _):
        await desk.ask(name, "it", None)
        assert (await until(lambda: desk.look("it"))).answer == min(own + NICENESS, LAST)
    assert os.getpriority(os.PRIO_PROCESS, 0) == own, "and only that thread"


@pytest.mark.parametrize("own", [10, LAST])
def test_in_a_server_that_gives_way_itself_it_does_so_all_the_more(own: int) -> None:
    """Root could also raise it."""
    told = subprocess.run(
        [sys.executable, "-c", PATIENT, str(own)], capture_output=True, text=True, check=True
    ).stdout
    assert int(told) == min(own + NICENESS, LAST)


@pytest.mark.parametrize("name", LONG)
async def test_only_so_many_of_a_kind_wait(name: str, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert KINDS[name].most, "each kind has its bound"
    monkeypatch.setitem(KINDS, name, replace(KINDS[name], most=3, again=7))
    async with at_work(url, has_workers=True) as (desk, _):
        for number in range(3):
            await desk.ask(name, f"{number}", None)
        with pytest.raises(Refused) as refused:
            await desk.ask(name, "3", None)
        assert (refused.value.status, refused.value.headers) == (503, [("retry-after", "7")])
        assert not (await desk.ask(name, "0", None)).finished, "whoever waits already may ask again"
        for other in LONG:
            if other != name:
                await desk.ask(other, other, None)
        await desk.jobs.withdraw("0")
        await desk.ask(name, "3", None)


async def test_a_review_stands_behind_nothing_slow(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, let_go: threading.Event
) -> None:
    for name in (FACE_UP, REPORT, TRAIN):
        doing(monkeypatch, name, partial(let_go.wait, 30))
    doing(monkeypatch, REVIEW, lambda: "reviewed")
    async with at_work(sqlite_url) as (desk, _):
        for number in range(3):
            for name in (FACE_UP, REPORT, TRAIN):
                await desk.ask(name, f"{name} {number}", None)
        await desk.ask(REVIEW, "mine", None)
        assert (await until(lambda: desk.look("mine"))).answer == "reviewed"
        begun = [await until(partial(desk.look, f"{name} 0"), bool) for name in (FACE_UP, REPORT, TRAIN)]
        assert [job.tries for job in begun] == [1, 1, 1], "and each of those has its place"
        second = await desk.look(f"{REPORT} 1")
        assert second is not None
        assert second.tries == 0, "one at a time"
        let_go.set()


async def test_two_who_ask_again_for_what_failed_have_one_new_job(url: str) -> None:
    """The second finds the first's new job, however late they come."""
    async with at_work(url, has_workers=True) as (desk, _):
        await desk.ask(REVIEW, "it", None)
        (job,) = await desk.jobs.take(1, [REVIEW], urgent=False)
        await desk.jobs.fail(job, "no", again=False)
        gate, looked = asyncio.Event(), desk.look

        async def late(key: str) -> object:
            found = await looked(key)
            await gate.wait()
            return found

        second = Desk(desk.jobs, lambda: True)
        second.look = late  # type: ignore[method-assign, assignment]
        asking = asyncio.create_task(second.ask(REVIEW, "it", None))
        await asyncio.sleep(0.05)  # it has seen the failed one
        await desk.ask(REVIEW, "it", None)
        (taken,) = await desk.jobs.take(1, [REVIEW], urgent=False)
        gate.set()
        assert (await asking).tries == 1
        assert await desk.jobs.finish(taken, "done"), "the first's job is still there"


@needs_kernel
async def test_a_full_queue_is_said_and_the_games_are_looked_over_later(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(KINDS, REVIEW, replace(KINDS[REVIEW], most=0))
    (game,), tokens = await owned(sqlite_url, *played())
    async with serving(sqlite_url) as live:
        player = holding(live, tokens[0])
        told = await player.post(f"/api/games/{game}/review", status=503)
        assert told["error"]["values"] == {"seconds": 15}
        assert (await player.get("/api/practise"))["looking"] == {"games": 1, "done": 0.0}
        monkeypatch.setitem(KINDS, REVIEW, replace(KINDS[REVIEW], most=1))
        await looked_over(player)
        await player.close()


@needs_kernel
async def test_what_is_refused_for_another_reason_is_not_taken_for_a_full_queue(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def closed(desk: Desk, kind: str) -> None:
        raise Refused("No reviews today.", 403)

    monkeypatch.setattr(Desk, "_refuse_too_many", closed)
    _, tokens = await owned(sqlite_url, *played())
    async with serving(sqlite_url) as live:
        player = holding(live, tokens[0])
        await player.get("/api/practise", 403)
        await player.close()


@needs_kernel
async def test_a_game_whose_review_failed_is_looked_over_once_it_is_there(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    truly = KINDS[REVIEW]

    async def broken(task: Task) -> object:
        raise TimeoutError("no")

    monkeypatch.setitem(KINDS, REVIEW, Kind(broken))
    games, tokens = await owned(sqlite_url, *played(2, bots=("random",)))
    async with serving(sqlite_url) as live:
        player = holding(live, tokens[0])
        assert (await looked_over(player))["now"] == 0
        await player.close()
    monkeypatch.setitem(KINDS, REVIEW, truly)
    async with serving(sqlite_url) as live:
        player = holding(live, tokens[0])
        assert (await looked_over(player))["now"] == 0, "nobody has asked for them again"
        await player.post(f"/api/games/{games[0]}/review")
        assert (await looked_over(player))["now"]
        await player.close()
