"""Unfinished games: how far each has come, and that they can be put away without being lost."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from tests.server.live import Json, Player, best
from tests.server.test_commands import begun, solo

Seat = Callable[[], Player]


async def listed(player: Player) -> Json:
    return dict((await player.get("/api/me"))["games"][0])


async def shelve(player: Player, game: str, away: Any = True, status: int = 200) -> Any:
    return await player.put(f"/api/me/put-away/{game}", {"put_away": away}, status)


async def test_a_game_that_is_on_shows_round_and_points(seat: Seat) -> None:
    player = seat()
    await solo(player)
    assert ((await listed(player))["round"], (await listed(player))["points"]) == (1, 0)
    while player.view["round"] < 2:
        await player.turn(best)
        await player.asked()
    found = await listed(player)
    assert (found["round"], found["points"]) == (2, player.view["seats"][0]["score"]["total"])
    assert found["points"] > 0
    await player.play_out(best)
    found = await listed(player)
    assert (found["round"], found["points"]) == (None, None), "then it has a total"


async def test_what_is_put_away_comes_back_and_stays_at_its_address(seat: Seat) -> None:
    player = seat()
    game = await solo(player)
    before = await listed(player)
    answer = await shelve(player, game)
    assert [one["put_away"] for one in answer["games"]] == [True]
    await shelve(player, game)
    assert (await listed(player)) == before | {"put_away": True}, "and is not the newest by that"
    assert (await player.get(f"/api/games/{game}"))["phase"] == "playing"
    await player.turn(best)
    await shelve(player, game, False)
    assert not (await listed(player))["put_away"]


async def test_it_is_put_away_for_oneself_alone(seat: Seat) -> None:
    host, guest, game = await begun(seat)
    await shelve(host, game)
    assert (await listed(host))["put_away"]
    assert not (await listed(guest))["put_away"]


async def test_a_game_that_is_over_is_in_the_list_again(seat: Seat) -> None:
    player = seat()
    game = await solo(player)
    await shelve(player, game)
    await player.play_out(best)
    assert not (await listed(player))["put_away"]
    refusal = await shelve(player, game, status=409)
    assert refusal["error"]["message"] == "Only games that are not over can be put away."


async def test_bad_input_puts_nothing_away(seat: Seat) -> None:
    player, stranger = seat(), seat()
    game = await solo(player)
    await shelve(stranger, game, status=403)
    await shelve(player, "nowhere", status=404)
    for wrong in ("yes", 7, None):
        await shelve(player, game, wrong, status=400)
    assert not (await listed(player))["put_away"]


async def test_two_tabs_put_it_away_at_once(seat: Seat) -> None:
    player = seat()
    game = await solo(player)
    await asyncio.gather(*(shelve(player, game, n % 2 == 0) for n in range(20)))
    await shelve(player, game)
    assert (await listed(player))["put_away"]


async def test_a_game_that_was_given_up_counts_nowhere_and_can_go_on(seat: Seat) -> None:
    player = seat()
    game = await solo(player, bots=["easy"])
    await shelve(player, game)
    assert all(not city["bests"] for city in await player.get("/api/boards"))
    await player.turn(best)


@pytest.mark.parametrize("key", ["nonsense", "a" * 31, "a" * 33, "ä" * 32, "a.b" * 11])
async def test_what_is_no_link_to_a_seat_is_not_called_used(seat: Seat, key: str) -> None:
    said = await seat().refused(f"/api/seat/{key}", status=404)
    assert said == "This is no link to a seat. Perhaps a part of it is missing."
