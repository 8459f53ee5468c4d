"""Whatever is sent, the server answers in its own words and no game is harmed."""

import asyncio
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from bench.trials.calls import Calls, ask_everything
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from tests.server.live import Live, Player

from terminus.record.dealer import Dealer
from terminus.record.log import replay, write_line
from terminus.server.errors import Refused
from terminus.server.shown.views import view
from terminus.server.table.commands import Context, Order, obey, read_frame
from terminus.server.table.lobby import bot_seat, new_table
from terminus.server.table.progress import begin
from terminus.server.table.state import OPEN, Seat, State

PEOPLE = ("ann", "ben", "eve")  # eve does not sit there
TEXTS = st.one_of(st.text(max_size=20), st.sampled_from(["d2-f4", "use joker", "skip", "done", "circle d2"]))
COMMANDS = st.one_of(
    st.builds(lambda text: {"draft": text}, TEXTS),
    st.sampled_from(
        [
            *({name: True} for name in ("undo", "clear", "commit", "take_back", "leave", "back", "start")),
            *({"stand_in": value} for value in (True, False)),
            *({"clock": value} for value in (None, 30, 7)),
            *({"board": name} for name in ("paris", "atlantis")),
            *({"modules": names} for names in (["powers"], ["gates", "powers"], [""], [])),
            *({"add_bot": level} for level in ("easy", "none")),
            *({"remove": seat} for seat in range(-1, 5)),
            {"react": "👏"},
        ]
    ),
    st.builds(lambda text: {"say": text}, st.text(max_size=30)),
    st.just({"legal": True}),  # any option on offer
)


class World:
    """A table without a server around it: states only."""

    def __init__(self) -> None:
        seats = [Seat("person", "Ann", person="ann"), Seat("person", "Ben", person="ben")]
        lobby = new_table("london", ["powers"], None, [*seats, bot_seat("easy", seats), OPEN])
        self.state: State = lobby
        self.dealer = Dealer()

    def give(self, person: str, command: dict[str, Any], number: int, pick: int) -> None:
        seen = view(self.state, person)
        if "legal" in command:
            options = seen.answer.options if seen.answer else []
            command = {"draft": options[pick % len(options)].do} if options else {"commit": True}
        frame = {"type": "command", "key": "k", "number": number, "do": command}
        order = read_frame(write_line(frame).encode("utf-8", "replace"))
        assert isinstance(order, Order)
        context = Context(self.state, person, order.number, self.dealer, frozenset(), frozenset())
        before = self.state
        try:
            self.state = obey(context, order.do)
        except Refused:
            assert self.state is before
        assert self.state.events[: before.number] == before.events, "a log grows at its end only"


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.generate, Phase.shrink],
)
@given(
    orders=st.lists(
        st.tuples(st.sampled_from(PEOPLE), COMMANDS, st.integers(-1, 40), st.integers(0, 99)), max_size=40
    ),
    begun=st.booleans(),
)
def test_any_commands_leave_a_table_that_can_be_replayed_and_shown(
    orders: list[tuple[str, dict[str, Any], int, int]], begun: bool
) -> None:
    world = World()
    if begun:
        world.state = begin(world.state, world.dealer)
    for person, command, number, pick in orders:
        fresh = world.state.number if number % 2 else number
        world.give(person, command, fresh, pick)
    if world.state.events:
        table = replay(list(world.state.events))
        assert table.turn == (world.state.table.turn if world.state.table else None)
    for person in PEOPLE:
        shown = view(world.state, person)
        assert (shown.me is None) == (world.state.seat_of(person) is None)


async def test_any_request_gets_an_answer_in_our_own_words(live: Live, seat: Callable[[], Player]) -> None:
    """Schemathesis makes requests from the schema that the server gives of itself."""
    player = seat()
    game = (await player.post("/api/games", {"board": "london", "start": True}))["game"]
    address = f"http://127.0.0.1:{live.port}"
    calls = Calls()
    await asyncio.to_thread(ask_everything, address, game, 12, calls)
    assert not calls.faults
    assert calls.answers.total() > 100
    assert (await player.get(f"/api/games/{game}"))["phase"] == "playing"


@pytest.mark.parametrize("path", ["/api/games", "/api/me", "/api/games/x/join", "/api/seat/x"])
@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b"null", b"[]", b'{"board":{}}'])
async def test_a_body_that_is_none_is_refused(live: Live, path: str, body: bytes) -> None:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{live.port}") as http:
        method = "PUT" if path == "/api/me" else "POST"
        answer = await http.request(method, path, content=body, headers={"content-type": "application/json"})
        assert 400 <= answer.status_code < 500, answer.text
        assert answer.json()["error"]["message"]
