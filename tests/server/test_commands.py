"""Commands: repeated, late, illegal, for somebody else; the lobby and its host; what the options promise."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tests.server.live import Player, best

from terminus.boards import board
from terminus.record.log import replay
from terminus.record.notation import parse
from terminus.rules.play import advance
from terminus.rules.score import line_score, score, total
from terminus.server.table import lobby

Seat = Callable[[], Player]


async def solo(player: Player, board: str = "london", **more: Any) -> str:
    game = str((await player.post("/api/games", {"board": board, "start": True, **more}))["game"])
    await player.sit(game)
    return game


async def pair(seat: Seat, **more: Any) -> tuple[Player, Player, str]:
    """Two friends in the lobby of a table."""
    host, guest = seat(), seat()
    await host.put("/api/me", {"name": "Host"})
    game = str((await host.post("/api/games", {"board": "london", "open": 1, **more}))["game"])
    await guest.post(f"/api/games/{game}/join", {"name": "Guest"})
    await host.sit(game)
    await guest.sit(game)
    return host, guest, game


async def begun(seat: Seat, **more: Any) -> tuple[Player, Player, str]:
    host, guest, game = await pair(seat, **more)
    await host.ok(start=True)
    await guest.asked()
    return host, guest, game


# -- repeated and late ---------------------------------------------------------------------------


async def test_a_repeated_command_is_acknowledged_again_and_does_nothing(seat: Seat) -> None:
    player = seat()
    await solo(player)
    action = player.options[0]["do"]
    first = await player.do("once", draft=action)
    again = await player.do("once", draft=action)
    assert first == again
    assert player.view["answer"]["actions"] == [action]
    number = player.view["number"]
    await player.ok(key="commit", number=number, commit=True)
    after = player.view["number"]
    assert after > number
    again = await player.do("commit", number, commit=True)
    assert (again["type"], player.view["number"]) == ("ack", after)


async def test_what_was_said_is_not_said_again_by_a_page_that_was_away_for_long(seat: Seat) -> None:
    """Its answer was lost, and meanwhile the server has forgotten the key."""
    player = seat()
    await solo(player)
    number = player.view["number"]
    await player.ok(key="line", number=number, say="hello")
    for ended in (2, 3, 99):
        for _ in range(ended):
            await player.turn(best)
        for do in ({"say": "hello"}, {"react": "👏"}):
            assert "moved on since" in await player.no("line", number, **do)
    assert [line["text"] for line in player.view["chat"]] == ["hello"]
    await player.ok(say="well played")


async def test_a_command_made_at_an_earlier_card_is_refused_with_a_fresh_view(seat: Seat) -> None:
    player = seat()
    await solo(player)
    old, action = player.view["number"], player.options[0]["do"]
    await player.ok(commit=True)
    views = sum(frame["type"] == "view" for frame in player.frames)
    assert await player.no(number=old, draft=action) == "A new card was turned in the meantime."
    await player.until(lambda: sum(frame["type"] == "view" for frame in player.frames) > views)
    assert await player.no(number=player.view["number"] + 1, commit=True)


async def test_what_others_commit_in_the_meantime_does_no_harm(seat: Seat) -> None:
    host, guest, _ = await begun(seat)
    number = host.view["number"]
    await guest.ok(commit=True)
    await host.until(lambda: host.view["seats"][1]["answered"])
    await host.ok(number=number, draft=host.options[0]["do"])


async def test_a_turn_is_confirmed_once(seat: Seat) -> None:
    host, _, _ = await begun(seat)
    await host.ok(commit=True)
    assert host.view["answer"] is None
    assert await host.no(commit=True) == "You have confirmed this turn already."
    assert await host.no(undo=True) == "You have confirmed this turn already."


@pytest.mark.parametrize("name", ["undo", "clear", "commit", "take_back", "leave", "back", "start"])
async def test_a_command_that_says_false_is_refused(seat: Seat, name: str) -> None:
    host, guest, _ = await begun(seat)
    before = host.view
    wrong: dict[str, Any] = {name: False}
    for player in (host, guest):
        assert await player.no(**wrong) == "The command {command} is given with the value true."
    assert host.view == before


# -- the draft -----------------------------------------------------------------------------------


async def test_a_draft_is_private_and_can_be_undone(seat: Seat) -> None:
    host, guest, game = await begun(seat)
    action = next(o["do"] for o in host.options if o["section"])
    before = guest.view
    await host.ok(draft=action)
    assert host.view["answer"]["actions"] == [action]
    line = host.view["seats"][0]["pencil"]
    assert host.view["answer"]["sheet"]["lines"][line]["sections"]
    assert host.view["seats"][0]["sheet"]["lines"][line]["sections"] == [], "not committed yet"
    assert (await guest.get(f"/api/games/{game}")) == before
    await host.ok(undo=True)
    assert host.view["answer"]["actions"] == []
    await host.ok(undo=True)
    await host.ok(draft=action)
    await host.ok(clear=True)
    assert host.view["answer"]["actions"] == []
    assert guest.view == before


@pytest.mark.parametrize(
    "action", ["d2-d9", "a0-a0", "use joker", "circle d2", "skip", "done", "", "🚇", "x" * 90]
)
async def test_an_action_that_is_not_legal_now_is_refused(seat: Seat, action: str) -> None:
    player = seat()
    game = await solo(player)
    before = player.view
    assert await player.no(draft=action) == "{action} is not possible now ({rule})."
    assert await player.get(f"/api/games/{game}") == before


async def test_every_option_is_legal_and_worth_what_it_says(seat: Seat) -> None:
    """The page knows no rule: it is told what each option leads to."""
    player = seat()
    game = await solo(player, "paris", modules=["objectives", "powers"])
    seen: set[str] = set()
    for _ in range(12):
        log = (await player.http.get(f"/api/games/{game}/log")).text
        position = replay(log).positions[0]
        board = position.ruleset.board
        sections = {name: f"{a}-{b}" for (a, b) in board.names for name in (f"{a}-{b}", f"{b}-{a}")}
        for option in player.options:
            action = parse(board, option["do"])
            items = score(advance(position, action))
            worth = (line_score(items, board.lines[position.pencil]).total, total(items))
            if option["do"].startswith("use"):
                assert (option["line"], option["total"]) == (None, None)
            else:
                assert (option["line"], option["total"]) == worth
            if option["section"]:
                assert option["do"] in sections
                assert set(option["do"].split("-")) == set(option["section"].split("-"))
            seen.add(option["do"].split(" ")[0] if option["section"] is None else "section")
        await player.turn(best)
        await player.asked()
    assert {"section", "done"} <= seen


async def test_a_power_in_use_has_to_be_completed(seat: Seat) -> None:
    player = seat()
    await solo(player, modules=["powers"])
    while not (use := [o["do"] for o in player.options if o["do"].startswith("use")]):
        await player.turn(lambda options: options[0])
        await player.asked()
    await player.ok(draft=use[0])
    assert "done" not in [option["do"] for option in player.options]
    assert (await player.no(commit=True)).startswith("This turn is not complete")
    await player.ok(clear=True)
    await player.ok(commit=True)


# -- for another seat, and over ------------------------------------------------------------------


async def test_nobody_acts_for_another_seat(seat: Seat) -> None:
    """A command names no seat: it is always for the seat of whoever sends it."""
    host, guest, _ = await begun(seat)
    other = [
        o["do"] for o in guest.options if o["section"] and o["do"] not in [m["do"] for m in host.options]
    ]
    assert await host.no(draft=other[0]) == "{action} is not possible now ({rule})."
    assert guest.view["answer"]["actions"] == []
    await host.ok(commit=True)
    await guest.until(lambda: guest.view["seats"][0]["answered"])
    assert not guest.view["seats"][1]["answered"]


async def test_when_the_game_is_over_it_is_over(seat: Seat) -> None:
    player, late = seat(), seat()
    game = await solo(player)
    await player.play_out(lambda options: options[-1])
    assert await player.no(draft="d2-f4") == "The game is over."
    assert await player.no(commit=True) == "The game is over."
    assert await player.no(start=True) == "The game has begun already."
    assert await late.refused(f"/api/games/{game}/join") == "The game has begun already."
    await player.ok(say="well played")


# -- the lobby -----------------------------------------------------------------------------------


async def test_the_host_seats_bots_and_starts(seat: Seat) -> None:
    host, guest, _ = await pair(seat)
    assert guest.view["phase"] == "lobby"
    assert (host.view["host"], guest.view["host"]) == (True, False)
    assert await guest.no(start=True) == "Only the host of the table can do this."
    assert await guest.no(add_bot="easy") == "Only the host of the table can do this."
    assert await guest.no(commit=True) == "The game has not begun."
    await host.ok(add_bot="easy")
    await host.ok(add_bot="hard")
    assert await host.no(add_bot="easy") == "This table is full."
    assert await host.no(add_bot="godlike") == "There is no level {level}."
    await host.ok(remove=2)
    await host.until(lambda: host.view["seats"][2]["kind"] == "open")
    assert await host.no(remove=2) == "Nobody sits there."
    assert await host.no(remove=9) == "Nobody sits there."
    assert await host.no(remove=0) == "The host cannot remove themselves."
    await host.ok(clock=30)
    await host.until(lambda: host.view["clock"] == {"seconds": 30, "ends_in": None})
    assert (await host.no(clock=31)).startswith("The clock can be off")
    await host.ok(clock=None)
    await host.until(lambda: host.view["clock"] is None)
    await host.ok(start=True)
    await guest.asked()
    assert [s["kind"] for s in guest.view["seats"]] == ["person", "person", "bot"], "open seats are gone"
    assert [s["name"] for s in guest.view["seats"]][:2] == ["Host", "Guest"]


async def test_a_full_table_says_so_also_when_every_bots_name_is_taken(seat: Seat) -> None:
    host = seat()
    await host.put("/api/me", {"name": "Ada"})
    wish = {"board": "london", "bots": ["easy", "easy", "easy"]}
    await host.sit((await host.post("/api/games", wish))["game"])
    assert await host.no(add_bot="easy") == "This table is full."


async def test_a_full_table_and_one_that_has_begun_take_nobody(seat: Seat) -> None:
    host, guest, game = await pair(seat)
    late = seat()
    assert await late.refused(f"/api/games/{game}/join") == "This table is full. You can watch."
    again = await guest.post(f"/api/games/{game}/join", {"name": "Renamed"})
    assert again == {"seat": 1}
    await host.until(lambda: host.view["seats"][1]["name"] == "Renamed")
    await host.ok(remove=1)
    await guest.until(lambda: guest.view["me"] is None)
    assert (await late.post(f"/api/games/{game}/join", {}))["seat"] == 1
    await host.until(lambda: host.view["seats"][1]["name"] == "")
    await host.ok(start=True)
    assert await guest.refused(f"/api/games/{game}/join") == "The game has begun already."


async def test_a_wrong_code_and_a_wrong_game_are_said_so(seat: Seat) -> None:
    player = seat()
    wrong = await player.get("/api/codes/bcdfgh", 404)
    assert wrong["error"] == {
        "message": "No table waits for you with the code {code}. "
        "Its game may have begun: ask whoever invited you.",
        "values": {"code": "bcdfgh"},
    }
    unknown = (await player.get("/api/games/nosuchgame", 404))["error"]["message"]
    assert unknown.startswith("There is no such game.")
    await player.sit("nosuchgame")
    assert player.frames[-1]["error"]["message"] == unknown
    assert await player.refused("/api/games/nosuchgame/join", status=404) == unknown


@pytest.mark.parametrize(
    ("new", "message"),
    [
        ({"board": "atlantis"}, "There is no board {board}."),
        (
            {"board": "london", "modules": ["powers", "gates"]},
            "These modules cannot be played together: {modules}.",
        ),
        ({"board": "london", "modules": ["trams"]}, "There is no module {modules}."),
        ({"board": "london", "modules": ["powers", "powers"]}, "The module {modules} is named twice."),
        ({"board": "london", "bots": ["easy"] * 2, "open": 2}, "A table has at most four seats."),
        ({"board": "london", "open": -1}, "A table has at most four seats."),
        ({"board": "london", "bots": ["godlike"]}, "There is no level {level}."),
        ({"board": "london", "clock": 5}, "The clock can be off, or give 30 or 60 seconds a turn."),
        ({"board": 5}, "The server does not understand this request."),
        ({"bored": "london"}, "The server does not understand this request."),
    ],
)
async def test_a_game_that_cannot_be_is_not_made(seat: Seat, new: dict[str, Any], message: str) -> None:
    player = seat()
    assert await player.refused("/api/games", new, 400) == message
    assert (await player.get("/api/me"))["games"] == []


async def test_a_module_that_a_board_does_not_have_is_named(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = replace(board("toy"), id="london", modules={})
    monkeypatch.setattr(lobby, "board", lambda _: bare)
    answer = await seat().post("/api/games", {"board": "london", "modules": ["gates"]}, 400)
    assert answer["error"] == {
        "message": "{board} is not played with the module {modules}.",
        "values": {"board": bare.name, "modules": "gates"},
    }


# -- talk ----------------------------------------------------------------------------------------


async def test_chat_is_one_clean_line(seat: Seat) -> None:
    host, guest, _ = await pair(seat)
    await host.ok(say="  two\nlines \u202eand\x00 more  ")
    await guest.until(lambda: bool(guest.view["chat"]))
    line = guest.view["chat"][0]
    assert (line["text"], line["name"], line["seat"], line["reaction"]) == (
        "two lines and more",
        "Host",
        0,
        None,
    )
    await guest.ok(say="x" * 1000)
    await host.until(lambda: len(host.view["chat"]) == 2)
    assert len(host.view["chat"][1]["text"]) == 300
    await guest.ok(react="👏")
    await host.until(lambda: len(host.view["chat"]) == 3)
    assert host.view["chat"][2]["reaction"] == "👏"
    assert await guest.no(react="💩") == "There is no such reaction."
    assert await guest.no(say=" \n ") == "There was nothing to say."
