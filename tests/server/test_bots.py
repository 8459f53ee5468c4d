"""Bots that fail: a table goes on, its players are told, and whoever runs the server can look into it."""

import random
import threading
from collections.abc import Callable
from typing import Any

import pytest
from tests.server.live import Player, best
from tests.server.test_commands import begun, solo

from terminus.bots import Bot, View, make_bot
from terminus.record.dealer import Dealer
from terminus.record.log import read, replay
from terminus.rules.actions import DONE, Action, Draw
from terminus.rules.errors import BadSetup
from terminus.rules.play import allowed
from terminus.rules.table import Table
from terminus.server.disk.store import Store
from terminus.server.table import bots as seated
from terminus.server.table import lobby, thinking, threads
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

        monkeypatch.setattr(thinking, "make_bot", make)
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


@pytest.fixture
def fail(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Call it with an error and who answers: three times it cannot be saved. What was tried since."""
    monkeypatch.setattr(seated, "AGAIN", 0.05)
    save = Store.save

    def failing(error: Exception, *autos: str) -> list[str]:
        tried: list[str] = []

        async def fails(self: Store, before: State, after: State, *key: Any) -> State:
            autos_now = [event.get("auto") for event in after.events[before.number :]]
            if auto := next((auto for auto in autos_now if auto in autos), None):
                tried.append(auto)
                if len(tried) <= 3:
                    raise error
            return await save(self, before, after, *key)

        monkeypatch.setattr(Store, "save", fails)
        return tried

    return failing


FAULTS = [
    (OSError("no space left"), "A change could not be saved"),
    (ZeroDivisionError("a store that cannot count"), "A table cannot go on"),
]


@pytest.mark.parametrize("broken", [(), ("easy",)], ids=["answer", "pass"])
@pytest.mark.parametrize(("error", "said"), FAULTS)
async def test_an_answer_that_cannot_be_saved_is_handed_in_later(
    seat: Seat,
    fail: Callable[..., list[str]],
    break_levels: Callable[..., list[str]],
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    said: str,
    broken: tuple[str, ...],
) -> None:
    """It is no fault of the bot: no simpler one answers in its place."""
    tried, asked, player = fail(error, "bot", "fault"), break_levels(Raises, *broken), seat()
    await solo(player, bots=["easy" if broken else "medium"])
    await player.until(lambda: bool(player.view["seats"][1]["answered"]))
    by = "fault" if broken else "bot"
    assert tried == [by] * 4
    assert asked == ["easy" if broken else "medium"], "and nobody thinks anew"
    assert (await marks(player, 1)) == [by]
    assert sum(record.message.startswith(said) for record in caplog.records) == 1, "told once"


async def test_a_dealer_that_fails_is_no_fault_of_the_bot(
    seat: Seat, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(seated, "AGAIN", 0.05)
    next_event, player, tries = Dealer.next_event, seat(), []
    await solo(player, bots=["easy"])
    await player.until(lambda: bool(player.view["seats"][1]["answered"]))

    def fails(self: Dealer, table: Table) -> Any:
        if table.answered == (False, True):
            tries.append(table)
            if len(tries) <= 3:
                raise BadSetup("the cards have fallen under the table")
        return next_event(self, table)

    monkeypatch.setattr(Dealer, "next_event", fails)
    await player.ok(commit=True)
    await player.until(lambda: bool(player.options) and bool(player.view["seats"][1]["answered"]))
    assert len(tries) == 4
    assert (await marks(player, 1)) == ["bot", "bot"]
    assert [record.message.partition(":")[0] for record in caplog.records] == ["A table cannot go on"], "once"


@pytest.mark.parametrize(("error", "said"), FAULTS)
async def test_a_clock_whose_passes_cannot_be_saved_runs_again(
    seat: Seat,
    fail: Callable[..., list[str]],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    said: str,
) -> None:
    monkeypatch.setattr(lobby, "CLOCKS", (None, 1))
    tried, player = fail(error, "clock"), seat()
    await solo(player, clock=1)
    number = player.view["number"]
    await player.until(lambda: player.view["number"] > number)
    assert tried == ["clock"] * 4
    assert (await marks(player, 0)) == ["clock"]
    assert [record.message.partition(":")[0] for record in caplog.records] == [said], "once"
