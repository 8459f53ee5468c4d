"""Before the cards: what the host may change, who is there without a seat, and names told apart."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tests.server.live import Player
from tests.server.test_commands import begun, pair

from terminus.record.log import replay
from terminus.server.errors import Refused
from terminus.server.table.lobby import bot_seat, join, new_table, set_board
from terminus.server.table.names import distinct
from terminus.server.table.state import OPEN, State
from terminus.server.table.state import Seat as TableSeat
from terminus.server.table.text import NAME_LENGTH, graphemes

Seat = Callable[[], Player]


async def test_the_host_changes_city_modules_and_clock_and_the_guest_sees_it(seat: Seat) -> None:
    host, guest, game = await pair(seat, modules=["powers"])
    await host.ok(board="paris")
    await host.ok(modules=["objectives", "gates"])
    await host.ok(clock=60)
    await guest.until(lambda: guest.view["clock"] is not None)
    shown = guest.view
    assert (shown["board"], shown["modules"], shown["me"]) == ("paris", ["objectives", "gates"], 1)
    assert [one["name"] for one in shown["seats"]] == ["Host", "Guest"], "everybody keeps their seat"
    await host.ok(start=True)
    table = replay((await host.http.get(f"/api/games/{game}/log")).text)
    assert (table.ruleset.board.id, table.ruleset.modules) == ("paris", ("objectives", "gates"))


async def test_a_city_keeps_the_modules_that_it_has(seat: Seat) -> None:
    host, _, _ = await pair(seat, modules=["powers"])
    await host.ok(board="tokyo")
    await host.until(lambda: host.view["board"] == "tokyo")
    assert host.view["modules"] == ["powers"]


BAD: list[tuple[dict[str, Any], str]] = [
    ({"board": "atlantis"}, "There is no board {board}."),
    ({"board": ""}, "There is no board {board}."),
    ({"modules": ["trams"]}, "There is no module {modules}."),
    ({"modules": ["powers", "powers"]}, "The module {modules} is named twice."),
    ({"modules": ["powers", "gates"]}, "These modules cannot be played together: {modules}."),
    ({"clock": 7}, "The clock can be off, or give 30 or 60 seconds a turn."),
]


@pytest.mark.parametrize(("wish", "said"), BAD)
async def test_what_cannot_be_played_is_refused(seat: Seat, wish: dict[str, Any], said: str) -> None:
    host, _, game = await pair(seat)
    before = await host.get(f"/api/games/{game}")
    assert await host.no(**wish) == said
    assert await host.get(f"/api/games/{game}") == before


WISHES: list[dict[str, Any]] = [{"board": "paris"}, {"modules": ["powers"]}]


@pytest.mark.parametrize("wish", WISHES)
async def test_only_the_host_and_only_in_the_lobby(seat: Seat, wish: dict[str, Any]) -> None:
    host, guest, game = await begun(seat)
    stranger = await seat().sit(game)
    before = host.view
    assert await host.no(**wish) == "The game has begun already."
    assert await guest.no(**wish) == "Only the host of the table can do this."
    assert await stranger.no(**wish) == "You do not sit at this table."
    seen = {"watching": None, "version": None}  # somebody who watches is news, too
    assert host.view | seen == before | seen


@pytest.mark.parametrize("wrong", [{"board": 3}, {"modules": "powers"}, {"modules": [1]}, {"modules": None}])
async def test_what_is_no_city_and_no_module_is_no_command(seat: Seat, wrong: dict[str, Any]) -> None:
    host, _, game = await pair(seat)
    before = await host.get(f"/api/games/{game}")
    await host.send({"type": "command", "key": "k", "number": 0, "do": wrong})
    await host.until(lambda: host.frames[-1]["type"] == "refused")
    await host.leave_socket()
    await host.sit(game)
    assert host.view["board"] == before["board"]


def test_a_settled_deal_keeps_its_city() -> None:
    state = new_table("london", [], None, [TableSeat("person", "Ann", person="ann")])
    settled = replace(state, game=replace(state.game, deal="lesson"))
    with pytest.raises(Refused, match="settled"):
        set_board(settled, "paris")


# -- who is there without a seat -----------------------------------------------------------------


async def test_who_has_not_sat_down_is_seen_by_those_who_have(seat: Seat) -> None:
    host, guest, game = await pair(seat, open=2)
    ada, nameless = seat(), seat()
    await ada.put("/api/me", {"name": "Ada"})
    await ada.sit(game)
    await nameless.sit(game)
    await host.until(lambda: host.view["watching"] == {"count": 2, "names": ["Ada"]})
    assert ada.view["watching"] == {"count": 0, "names": []}, "that is for those who sit"
    tab = ada.tab()
    await tab.sit(game)
    await nameless.leave_socket()
    await host.until(lambda: host.view["watching"] == {"count": 1, "names": ["Ada"]})
    await guest.ok(say="Ada, sit down")
    assert guest.view["watching"]["count"] == 1, "two tabs are one person"
    await ada.post(f"/api/games/{game}/join", {"name": "Ada"})
    await host.until(lambda: host.view["watching"]["count"] == 0)
    await tab.close()


async def test_who_looks_on_is_counted_during_the_game(seat: Seat) -> None:
    host, _, game = await begun(seat)
    looking = await seat().sit(game)
    await host.until(lambda: host.view["watching"]["count"] == 1)
    told = len(looking.frames)
    await seat().sit(game)
    await host.until(lambda: host.view["watching"]["count"] == 2)
    assert len(looking.frames) == told, "nobody who only looks on is told of the others"


# -- names ---------------------------------------------------------------------------------------

ALIKE = ["Ada", "ada", "A da", " ADA.", "Аda", "Ａｄａ", "adа", "A‑d‑a", "Ada\ufe0f", "A\u034fda"]


@pytest.mark.parametrize("name", ALIKE)
def test_names_that_look_alike_are_numbered(name: str) -> None:
    assert distinct(name, ["Ada", "Ben"]) == f"{name.strip()} 2"


def test_the_next_number_is_free() -> None:
    assert distinct("Ada", []) == "Ada"
    assert distinct("Ada", ["Ada", "ada 2"]) == "Ada 3"
    assert distinct("Ada 2", ["Ada 2"]) == "Ada 3"
    assert distinct("!!!", ["???"]) == "!!!"


async def test_who_has_no_name_is_told_apart_in_every_language(seat: Seat) -> None:
    host, guest, third = seat(), seat(), seat()
    game = (await host.post("/api/games", {"board": "london", "open": 2}))["game"]
    await guest.post(f"/api/games/{game}/join", {"name": "Joueur 1"})
    await third.post(f"/api/games/{game}/join", {})
    names = [one["name"] for one in (await host.get(f"/api/games/{game}"))["seats"]]
    assert names == ["", "Joueur 2", ""], "the first is Joueur 1 to a French reader"
    await guest.post(f"/api/games/{game}/join", {"name": "Spieler 3"})
    await third.post(f"/api/games/{game}/join", {})
    names = [one["name"] for one in (await host.get(f"/api/games/{game}"))["seats"]]
    assert names == ["", "Spieler 2", ""]


async def test_a_log_has_a_text_for_who_has_no_name(seat: Seat) -> None:
    player = seat()
    wish = {"board": "london", "bots": ["easy"], "start": True}
    game = (await player.post("/api/games", wish))["game"]
    log = (await player.http.get(f"/api/games/{game}/log")).text
    assert json.loads(log.splitlines()[0])["seats"] == ["Player 1", "Ada"]
    assert distinct("Adam", ["Ada"]) == "Adam"


def test_a_numbered_name_is_no_longer_than_a_name() -> None:
    long = distinct("W" * NAME_LENGTH, ["W" * NAME_LENGTH])
    assert (len(graphemes(long)), long[-2:]) == (NAME_LENGTH, " 2")


def table_of(*names: str) -> State:
    people = [TableSeat("person", name, person=name) for name in names]
    return new_table("london", [], None, [*people, OPEN])


def test_bots_and_people_do_not_share_a_name() -> None:
    assert bot_seat("easy", table_of("ADA", "Blaise").seats).name == "Grace"
    assert join(table_of("Ada"), "eve", "ada").seats[1].name == "ada 2"


def test_whoever_is_renamed_is_not_in_their_own_way() -> None:
    state = join(table_of("Ada"), "eve", "Ada")
    assert join(state, "eve", "Ada").seats[1].name == "Ada 2"
    assert join(state, "Ada", "ADA").seats[0].name == "ADA"


async def test_the_log_tells_them_apart_too(seat: Seat) -> None:
    host, guest = seat(), seat()
    await host.put("/api/me", {"name": "Ada"})
    game = (await host.post("/api/games", {"board": "london", "open": 1}))["game"]
    await guest.post(f"/api/games/{game}/join", {"name": "ada "})
    await host.sit(game)
    await host.ok(start=True)
    assert replay((await host.http.get(f"/api/games/{game}/log")).text).seats == ("Ada", "ada 2")
