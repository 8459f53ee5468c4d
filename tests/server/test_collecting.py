"""What a table drops is gone at once, without the collector of cycles, which looks at the old rarely."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from tests.server.live import Player, best
from tests.server.test_commands import begun

from terminus.rules.position import Position
from terminus.rules.table import Table
from terminus.server.edge.collecting import MORE, collect_rarely
from terminus.server.shown.shapes import View
from terminus.server.table.state import State


@contextmanager
def cycles() -> Iterator[list[object]]:
    """All that only the collector would have found."""
    gc.collect()
    gc.disable()
    found: list[object] = []
    try:
        yield found
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        found += gc.garbage
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


async def test_a_game_leaves_nothing_to_collect(seat: Callable[[], Player]) -> None:
    with cycles() as found:
        host, guest, _ = await begun(seat)
        for turn in range(8):
            if turn % 2:
                await guest.leave_socket()
                await guest.sit(guest.game, guest.view["version"])
            for player in (host, guest):
                await player.asked()
                await player.turn(best)
        for player in (host, guest):
            await player.leave_socket()
    ours = [type(one).__name__ for one in found if isinstance(one, State | View | Table | Position)]
    assert not ours


def test_cycles_are_seen() -> None:
    with cycles() as found:
        cycle: list[object] = [object.__new__(State)]
        cycle.append(cycle)
        del cycle
    assert any(isinstance(one, State) for one in found)


class Thing:
    pass


def churn(times: int) -> None:
    """Things that live for a while, each in the place of one that was made before."""
    kept = [Thing() for _ in range(1_000)]
    for turn in range(times):
        kept[turn % len(kept)] = Thing()


def leave_cycles(times: int) -> None:
    for _ in range(times):
        thing = Thing()
        thing.__dict__["itself"] = thing


def test_only_what_is_left_over_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc, "freeze", lambda: None)  # the other tests' things stay as they are
    looks: list[int] = []

    def watch(phase: str, info: dict[str, int]) -> None:
        looks.append(info["collected"])

    before = gc.get_threshold()
    try:
        collect_rarely()
        gc.callbacks.append(watch)
        churn(MORE * 2)
        assert not looks
        leave_cycles(MORE)  # two things each
        assert sum(looks) > MORE / 2
    finally:
        gc.callbacks.remove(watch)
        gc.set_threshold(*before)
