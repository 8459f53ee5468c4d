"""Bots that fail: a table goes on, its players are told, and whoever runs the server can look into it."""

import random
import threading
from collections.abc import Callable
from typing import Any

import pytest
from tests.server.live import Player, best
from tests.server.test_commands import begun, solo

from terminus.bots import Bot, View, make_bot
from terminus.record.log import read, replay
from terminus.rules.actions import DONE, Action, Draw
from terminus.rules.play import allowed
from terminus.server.disk.store import Store
from terminus.server.table import bots as seated
from terminus.server.table import threads
from terminus.server.table.state import State

Seat = Callable[[], Player]
Make = Callable[[str, random.Random], Bot]


class Raises:
    def choose(self, view: View) -> Action:
        raise ZeroDivisionError("a bot that cannot think")


class Cheats:
    """Draws one section that the rules do not allow."""

    def choose(self, view: View) -> Action:
        if view.position.sheet.lines[view.position.pencil].sections:
            return DONE
        possible = {action.section for action in allowed(view.position) if isinstance(action, Draw)}
        sections = enumerate(view.position.ruleset.board.sections)
        number, section = next(entry for entry in sections if entry[0] not in possible)
        return Draw(number, section.a, section.b)


class Hangs:
    """Does not answer until it is let go."""

    def __init__(self, let_go: threading.Event) -> None:
        self.let_go = let_go

    def choose(self, view: View) -> Action:
        self.let_go.wait(30)
        return DONE


@pytest.fixture
def break_levels(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Call it with levels and what is wrong with them; the levels that are asked since, in order."""

    def broken(wrong: Callable[[], Bot], *levels: str) -> list[str]:
        asked: list[str] = []

        def make(name: str, rng: random.Random) -> Bot:
            asked.append(name)
            return wrong() if name in levels else make_bot(name, rng)

        monkeypatch.setattr(seated, "make_bot", make)
        return asked

    return broken


def unable() -> Bot:
    raise OSError("no such bot on this machine")


async def log_of(player: Player) -> list[dict[str, Any]]:
    text = (await player.http.get(f"/api/games/{player.game}/log")).text
    return [dict(event) for _, event in read(text)]


async def marks(player: Player, seat: int) -> list[str | None]:
    """Who played this seat's turns, as the log has it."""
    events = await log_of(player)
    return [event.get("auto") for event in events if event["event"] == "turn" and event["seat"] == seat]


@pytest.mark.parametrize("wrong", [Raises, Cheats, unable])
async def test_a_bot_that_fails_answers_by_the_next_simpler_level(
    seat: Seat,
    break_levels: Callable[..., list[str]],
    caplog: pytest.LogCaptureFixture,
    wrong: Callable[[], Bot],
) -> None:
    asked = break_levels(wrong, "expert", "hard")
    player = seat()
    await solo(player, bots=["expert"])
    await player.ok(commit=True)
    await player.asked()
    assert asked[:3] == ["expert", "hard", "medium"]
    assert (await marks(player, 1))[0] == "fault"
    told = [notice for notice in player.view["notices"] if notice["why"] == "fault"]
    assert told[0]["seat"] == 1
    assert told[0]["cards"]
    said = next(record for record in caplog.records if "expert" in record.message)
    assert said.exc_info is not None, "with its traceback"
    lines = [line for line in said.message.splitlines() if line.startswith("{")]
    table = replay("\n".join(lines))
    assert (table.round, table.turn, table.answered[1]) == (1, 1, False), "where it was asked"


async def test_when_no_level_can_answer_the_bot_passes(
    seat: Seat, break_levels: Callable[..., list[str]], caplog: pytest.LogCaptureFixture
) -> None:
    asked = break_levels(Raises, "easy", "medium", "hard", "expert")
    player = seat()
    await solo(player, bots=["hard"])
    await player.play_out(lambda options: options[-1])
    assert asked[:3] == ["hard", "medium", "easy"]
    assert set(await marks(player, 1)) <= {"fault", "nothing"}
    turns = [event for event in await log_of(player) if event["event"] == "turn" and event["seat"] == 1]
    assert all(event["do"] == [] for event in turns)
    assert "hard" in caplog.text


async def test_a_stand_in_that_fails_is_told_as_well(
    seat: Seat, break_levels: Callable[..., list[str]], caplog: pytest.LogCaptureFixture
) -> None:
    break_levels(Raises, "medium")
    host, guest, _ = await begun(seat)
    await guest.ok(leave=True)
    await host.until(lambda: bool(host.view["seats"][1]["answered"]))
    assert (await marks(host, 1)) == ["fault"]
    assert "seat 1" in caplog.text


async def test_a_reply_that_never_comes_is_not_waited_for(
    seat: Seat,
    break_levels: Callable[..., list[str]],
    let_go: threading.Event,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """More of them than there are threads, and another table's bots answer after them."""
    monkeypatch.setattr(threads, "DEADLINE", 0.3)
    asked = break_levels(lambda: Hangs(let_go), "expert")
    stuck, other = [seat() for _ in range(threads.THREADS + 1)], seat()
    for player in stuck:
        await solo(player, bots=["expert"] * 3)
    await solo(other, bots=["medium"])
    for player in (*stuck, other):
        for _ in range(3):
            await player.ok(commit=True)
            await player.asked()
    assert {(await marks(player, 1))[0] for player in stuck} == {"fault"}
    assert set(await marks(other, 1)) <= {"bot", "nothing"}
    assert asked.count("expert") == len(stuck), "who did not come back is not asked again at the table"
    assert "TimeoutError" in caplog.text


async def test_no_table_takes_all_the_threads(
    seat: Seat, break_levels: Callable[..., list[str]], let_go: threading.Event
) -> None:
    break_levels(lambda: Hangs(let_go), "expert")
    stuck, other = seat(), seat()
    await solo(stuck, bots=["expert"] * 3)
    await solo(other, bots=["hard"] * 3)
    await other.play_out(best)
    view = await stuck.get(f"/api/games/{stuck.game}")
    assert [seat["answered"] for seat in view["seats"]] == [False] * 4, "they think all the while"


async def test_a_bots_turns_are_marked_as_such_and_are_no_news(seat: Seat) -> None:
    player = seat()
    await solo(player, bots=["easy"])
    await player.play_out(best)
    assert {"bot"} <= set(await marks(player, 1)) <= {"bot", "nothing"}
    assert set(await marks(player, 0)) <= {None, "nothing"}
    assert {notice["why"] for notice in player.view["notices"]} <= {"nothing"}


async def test_a_bots_answer_that_cannot_be_saved_is_handed_in_later(
    seat: Seat, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(seated, "AGAIN", 0.05)
    save, tries = Store.save, []

    async def failing(self: Store, *what: Any) -> State:
        if what[1].number > what[0].number and what[1].events[-1].get("auto") == "bot":
            tries.append(what)
            if len(tries) < 3:
                raise OSError("no space left")
        return await save(self, *what)

    player = seat()
    await solo(player)  # the patch must not meet the table's making
    monkeypatch.setattr(Store, "save", failing)
    other = seat()
    await solo(other, bots=["easy"])
    await other.until(lambda: bool(other.view["seats"][1]["answered"]))
    assert len(tries) >= 3
    assert (await marks(other, 1)) == ["bot"]
    assert "The database cannot be written to" in caplog.text
