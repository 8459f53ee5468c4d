"""Settled deals in the server: the same cards at many tables and after a restart, seen by nobody early."""

import json
import random
from functools import partial

import msgspec
import pytest
from sqlalchemy import delete, update
from sqlalchemy.ext.asyncio import AsyncEngine

from terminus.boards import board
from terminus.record.dealer import Dealer, seeded
from terminus.record.deals import deal_file
from terminus.record.notation import notate
from terminus.rules.actions import Draw
from terminus.rules.errors import BadSetup
from terminus.rules.ruleset import Ruleset
from terminus.server.disk.deals import Deals
from terminus.server.disk.schema import deals
from terminus.server.disk.store import Store
from terminus.server.errors import Refused
from terminus.server.shown.views import view
from terminus.server.table.drafts import commit, draft_of, step_on
from terminus.server.table.lobby import new_table
from terminus.server.table.progress import begin
from terminus.server.table.room import Room
from terminus.server.table.rooms import Rooms
from terminus.server.table.state import Event, Seat, State

RULES = Ruleset.of(board("london"), ("specials",))
DEAL = seeded(RULES, 12)


def lobby(people: int, deal: str | None = "monday") -> State:
    seats = [Seat("person", f"P{n}", person=f"p{n}") for n in range(people)]
    return new_table("london", ["specials"], None, seats).with_game(deal=deal)


def answered(state: State, rng: random.Random, dealer: Dealer) -> State:
    """The first seat that is asked draws something, or passes."""
    seat = next(seat for seat in range(len(state.seats)) if state.asks(seat))
    sections = [o.action for o in draft_of(state, seat).draft.options if isinstance(o.action, Draw)]
    if sections and rng.random() < 0.8:
        state = step_on(state, seat, notate(board("london"), rng.choice(sections)))
    return commit(state, seat, dealer)


async def play(room: Room, rng: random.Random, turns: int = 200) -> None:
    for _ in range(turns):
        if room.state.game.phase == "playing":
            await room.change(lambda state: answered(state, rng, room.dealer))


def turned(events: tuple[Event, ...]) -> list[Event]:
    return [event for event in events if event["event"] in ("special", "flip")]


async def test_every_table_of_a_deal_meets_the_same_cards(engine: AsyncEngine) -> None:
    await Deals(engine).keep("monday", RULES, DEAL)
    rooms, games = Rooms(Store(engine), Dealer), []
    for number, people in enumerate((1, 1, 3)):
        async with rooms.created(lobby(people)) as room:
            await room.change(partial(begin, dealer=room.dealer))
            await play(room, random.Random(number))
            assert room.state.game.phase == "over"
            games.append(room.state.events)
    assert turned(games[0]) == turned(games[1]) == turned(games[2])
    assert games[0] != games[1]
    await rooms.close()


async def test_after_a_restart_the_same_cards_are_to_come(engine: AsyncEngine) -> None:
    await Deals(engine).keep("monday", RULES, DEAL)
    rooms = Rooms(Store(engine), Dealer)
    async with rooms.created(lobby(1)) as room:
        game = room.state.game.id
        await room.change(lambda state: begin(state, room.dealer))
    phase = "playing"
    while phase == "playing":  # another process after every turn
        await rooms.close()
        rooms = Rooms(Store(engine), Dealer)
        async with rooms.held(game) as room:
            await play(room, random.Random(1), turns=1)
            phase, events = room.state.game.phase, room.state.events
    await rooms.close()
    for number, deck in enumerate(DEAL.decks, 1):
        cards = [card for e in events if e["event"] == "flip" and e["round"] == number for card in e["cards"]]
        assert tuple(cards) == deck[: len(cards)]


async def test_nobody_sees_the_deal_or_its_name(engine: AsyncEngine) -> None:
    """Two deals that begin alike look alike to everybody."""
    await Deals(engine).keep("monday", RULES, DEAL)
    rooms = Rooms(Store(engine), Dealer)
    async with rooms.created(lobby(2)) as room:
        await room.change(lambda state: begin(state, room.dealer))
        shown = [view(room.state, person) for person in ("p0", "p1", "stranger")]
        state = room.state
    await rooms.close()
    for seen in shown:
        text = msgspec.json.encode(seen).decode()
        assert "monday" not in text
        assert seen.remaining == [card for card in board("london").deck.cards if card in seen.remaining]
    left = json.dumps([dict(event) for event in state.events])
    upcoming = set(DEAL.decks[0]) - {card for turn in shown[0].turned for card in turn}
    assert not any(card in left for card in upcoming)


async def test_what_is_no_deal_of_these_rules_is_refused_by_name(engine: AsyncEngine) -> None:
    kept, base = Deals(engine), Ruleset.of(board("london"))
    with pytest.raises(BadSetup, match="opens rounds for"):
        await kept.keep("tuesday", base, DEAL)
    await kept.keep("monday", RULES, DEAL)
    with pytest.raises(BadSetup, match="«monday» already"):
        await kept.keep("monday", RULES, DEAL)
    with pytest.raises(BadSetup, match="«tuesday»"):
        await kept.dealer("tuesday", RULES)
    with pytest.raises(BadSetup, match=r"london \+ specials"):
        await kept.dealer("monday", base)
    for name in ("", "x" * 65):
        with pytest.raises(BadSetup, match="1 to 64 characters"):
            await kept.keep(name, RULES, DEAL)
    await kept.keep("x" * 64, RULES, DEAL)


async def test_a_game_of_a_deal_that_is_not_there_is_not_made(engine: AsyncEngine) -> None:
    rooms = Rooms(Store(engine), Dealer)
    state = lobby(1, "tuesday")
    with pytest.raises(Refused, match="missing"):
        async with rooms.created(state):
            pass
    assert await Store(engine).load(state.game.id) is None
    await rooms.close()


OTHER = json.dumps(deal_file(seeded(RULES, 13)))


@pytest.mark.parametrize("change", [None, {"deal": "{"}, {"deal": "{}"}, {"deal": OTHER}, {"board": "paris"}])
async def test_a_deal_that_is_gone_or_changed_is_said_in_words(
    engine: AsyncEngine, caplog: pytest.LogCaptureFixture, change: dict[str, str] | None
) -> None:
    await Deals(engine).keep("monday", RULES, DEAL)
    over, begun = await _played(engine, turns=200), await _played(engine, turns=3)
    async with engine.begin() as connection:
        await connection.execute(update(deals).values(change) if change else delete(deals))
    rooms = Rooms(Store(engine), Dealer)
    for _ in range(3):
        with pytest.raises(Refused, match="missing") as refused:
            async with rooms.held(begun):
                pass
        assert "monday" not in str(refused.value.shown), "its name is not for players"
    assert [bool(record.exc_info) for record in caplog.records] == [True], "told once, to who runs the server"
    async with rooms.held(over) as room:
        assert room.state.game.phase == "over"
        assert room.view("p0").result is not None
    await rooms.close()


async def _played(engine: AsyncEngine, turns: int) -> str:
    rooms = Rooms(Store(engine), Dealer)
    async with rooms.created(lobby(1)) as room:
        await room.change(lambda state: begin(state, room.dealer))
        await play(room, random.Random(1), turns)
    await rooms.close()
    return room.state.game.id
