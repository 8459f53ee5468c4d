"""The threads in which bots think: in order, in time, and never in the way of the server's end."""

import asyncio
import threading
import time

import pytest

from terminus.server.table import threads
from terminus.server.table.threads import THREADS, BotThreads


async def test_whoever_waits_longest_thinks_next(let_go: threading.Event) -> None:
    bots, begun = BotThreads(), []
    first = [asyncio.create_task(bots.run(lambda: let_go.wait(10))) for _ in range(THREADS)]
    await asyncio.sleep(0)

    async def think(number: int) -> None:
        await bots.run(lambda: begun.append(number))

    waiting = [asyncio.create_task(think(number)) for number in range(20)]
    await asyncio.sleep(0.01)
    assert not begun, "so many at a time and no more"
    let_go.set()
    await asyncio.gather(*first, *waiting)
    assert sorted(begun) == list(range(20))
    assert all(abs(place - number) < THREADS for place, number in enumerate(begun)), begun


async def test_what_takes_too_long_is_given_up_and_its_place_is_free(
    monkeypatch: pytest.MonkeyPatch, let_go: threading.Event
) -> None:
    monkeypatch.setattr(threads, "DEADLINE", 0.05)
    bots = BotThreads()
    for _ in range(2 * THREADS):
        with pytest.raises(TimeoutError):
            await bots.run(lambda: let_go.wait(10))
    monkeypatch.setattr(threads, "DEADLINE", 10.0)
    assert await bots.run(lambda: "an answer") == "an answer"


async def test_what_fails_fails_for_whoever_asked() -> None:
    with pytest.raises(ZeroDivisionError):
        await BotThreads().run(lambda: 1 // 0)


async def test_the_end_waits_for_who_is_about_to_finish_and_for_nobody_else(
    monkeypatch: pytest.MonkeyPatch, let_go: threading.Event
) -> None:
    monkeypatch.setattr(threads, "FAREWELL", 1.0)
    bots, ended = BotThreads(), threading.Event()

    def soon() -> None:
        time.sleep(0.1)
        ended.set()

    thinking = [asyncio.create_task(bots.run(thought)) for thought in (soon, let_go.wait)]
    await asyncio.sleep(0.02)
    bots.close()
    assert ended.is_set()
    assert not let_go.is_set()
    for task in thinking:
        task.cancel()
    await asyncio.gather(*thinking, return_exceptions=True)
