"""Lessons at a live server: left and gone on with, played in any legal way, and counting for nothing."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from tests.server.live import Live, Player, chance, serving
from tests.server.test_secrets import Known, check_all

from terminus.server.lessons import lessons

Seat = Callable[[], Player]
NAMES = list(lessons())


async def begin(player: Player, lesson: str = "first") -> str:
    game = str((await player.post(f"/api/lessons/{lesson}"))["game"])
    await player.sit(game)
    return game


async def as_suggested(player: Player) -> None:
    """One turn as the lesson suggests it."""
    while (do := player.view["lesson"]["do"]) is not None:
        await player.ok(draft=do)
    await player.ok(commit=True)


async def game_of(player: Player, lesson: str) -> str | None:
    found: str | None = next(one["game"] for one in await player.get("/api/lessons") if one["id"] == lesson)
    return found


def said(player: Player) -> list[str]:
    return [sentence["text"] for sentence in player.view["lesson"]["says"]]


@pytest.mark.parametrize("name", NAMES)
async def test_a_lesson_is_played_as_it_suggests(seat: Seat, name: str) -> None:
    lesson, player = lessons()[name], seat()
    await begin(player, name)
    for step, turn in enumerate(lesson.turns[lesson.first :]):
        shown = player.view["lesson"]
        assert (shown["id"], shown["step"], shown["over"]) == (name, step, False)
        assert shown["steps"] == len(lesson.turns) - lesson.first + 1
        assert said(player) == [sentence.text for sentence in turn.says]
        for sentence, told in zip(turn.says, shown["says"], strict=True):
            assert told["cells"] or told["sections"] or not sentence.at, "it points at something"
        assert list(turn.cards) == player.view["turned"][-1]
        await as_suggested(player)
    assert player.view["lesson"]["over"]
    assert said(player) == [sentence.text for sentence in lesson.ends]


async def test_the_first_line_is_counted_with_its_own_figures(seat: Seat) -> None:
    player = seat()
    await begin(player)
    while not player.view["lesson"]["over"]:
        await as_suggested(player)
    line, best, river, _ = player.view["lesson"]["says"]
    assert line["values"] == {"districts": 4, "stations": 3, "points": 12, "bonus": 6, "total": 18}
    assert set(line["cells"]) == {"c5", "e5", "c7", "e6", "h3", "e4"}
    assert set(best["cells"]) == {"e5", "e6", "e4"}
    assert len(river["sections"]) == 3
    assert player.view["round"] == 2


async def test_what_is_drafted_is_answered(seat: Seat) -> None:
    player = seat()
    await begin(player)
    assert player.view["lesson"]["do"] == "c5-e5"
    assert player.view["lesson"]["says"][-1]["cells"] == ["e5"]
    await player.ok(draft="c5-a7")
    assert said(player) == ["That is allowed too. Confirm it, or take the ringed station instead."]
    assert player.view["lesson"]["says"][0]["cells"] == ["e5"]
    await player.ok(undo=True)
    await player.ok(draft="c5-e5")
    assert said(player) == ["One card, one section. Confirm it, and the next card is turned."]


async def test_whoever_goes_another_way_is_told_what_holds_all_the_same(seat: Seat) -> None:
    player = seat()
    await begin(player)
    await player.ok(draft="c5-a7")
    await player.ok(commit=True)
    assert said(player) == [lessons()["first"].turns[1].anyway]
    assert player.view["lesson"]["do"] is None


async def test_a_card_that_leaves_nothing_to_do_waits_for_the_learner_but_not_after_the_lesson(
    seat: Seat,
) -> None:
    player = seat()
    await begin(player)
    for _ in range(3):
        await as_suggested(player)
    assert [option["do"] for option in player.options] == ["done"]
    assert player.view["notices"] == []
    await player.play_out(lambda options: options[0])
    log = [
        json.loads(line)
        for line in (await player.http.get(f"/api/games/{player.game}/log")).text.splitlines()
    ]
    length = lessons()["first"].length
    assert not [event for event in log[:length] if "auto" in event]
    assert [event for event in log[length:] if event.get("auto") == "nothing"], "the seed has such a card"


@pytest.mark.parametrize("seed", range(2))
async def test_lessons_cope_with_any_legal_move_and_tell_no_card_to_come(seat: Seat, seed: int) -> None:
    choose = chance(random.Random(seed))
    for name, lesson in lessons().items():
        player, moments = seat(), 0
        game = await begin(player, name)
        while player.view["lesson"] is not None:
            assert player.view["lesson"]["says"]
            moments += 1
            await player.turn(choose)
            await player.asked()
            await player.get(f"/api/games/{game}")
        assert moments == len(lesson.turns) - lesson.first + 1
        told = [text for text in player.received if '"turned"' in text or '"change"' in text]
        known = Known((await player.http.get(f"/api/games/{game}/log")).text)
        assert check_all(told, known) == len(told) > moments


async def test_what_is_known_of_lessons_beforehand_names_no_card(seat: Seat) -> None:
    player = seat()
    listed = await player.get("/api/lessons")
    assert [one["id"] for one in listed] == NAMES
    assert set(listed[0]) == {"id", "part", "board", "modules", "name", "about", "game"}
    assert not any(word in player.received[-1] for word in ("street", "underground"))
    for path in ("/lessons/1-first.toml", "/api/lessons/first", "/server/lessons/1-first.toml"):
        answer = await player.http.get(path)
        assert "underground" not in answer.text


async def test_a_lesson_counts_for_nothing_and_is_in_no_list(seat: Seat) -> None:
    player = seat()
    await begin(player)
    assert (await player.get("/api/me"))["games"] == []
    await player.play_out(lambda options: options[0])
    assert player.view["phase"] == "over"
    assert player.view["lesson"] is None
    assert (await player.get("/api/me"))["games"] == []
    assert all(board["bests"] == {} for board in await player.get("/api/boards"))
    assert await game_of(player, "first") is None


async def test_a_lesson_is_found_again_until_it_is_done(seat: Seat) -> None:
    player, other = seat(), seat()
    assert await game_of(player, "gates") is None
    game = await begin(player, "gates")
    assert await game_of(player, "gates") == game
    assert await game_of(player, "first") is None
    assert await game_of(other, "gates") is None
    await as_suggested(player)
    assert player.view["lesson"]["over"]
    assert await game_of(player, "gates") is None


async def test_two_tabs_see_the_same_lesson_and_a_stranger_none(seat: Seat, live: Live) -> None:
    player, stranger = seat(), seat()
    game = await begin(player)
    tab = live.player()
    tab.http.cookies = player.http.cookies
    await tab.sit(game)
    await stranger.sit(game)
    await as_suggested(player)
    await tab.until(lambda: tab.view["number"] == player.view["number"])
    assert tab.view["lesson"] == player.view["lesson"]
    assert stranger.view["lesson"] is None
    await tab.close()


async def test_after_a_restart_the_lesson_goes_on_with_its_cards(sqlite_url: str) -> None:
    cookies: Any = None
    game = ""
    for step, turn in enumerate(lessons()["first"].turns):
        async with serving(sqlite_url) as live:  # another server for every turn
            player = live.player()
            if cookies is None:
                game = await begin(player)
                cookies = player.http.cookies
            else:
                player.http.cookies = cookies
                await player.sit(game)
            assert player.view["lesson"]["step"] == step
            assert player.view["turned"][-1] == list(turn.cards)
            await as_suggested(player)
            await player.close()
    assert player.view["lesson"]["over"]


async def test_the_rest_of_the_game_is_shuffled(seat: Seat) -> None:
    orders = set()
    for _ in range(2):
        player = seat()
        game = await begin(player)
        await player.play_out(lambda options: options[-1])
        log = (await player.http.get(f"/api/games/{game}/log")).text
        cards = [json.loads(line).get("cards") for line in log.splitlines()]
        orders.add(str([one for one in cards if one]))
    assert len(orders) == 2


async def test_an_unknown_lesson_is_refused_in_a_sentence(seat: Seat) -> None:
    message = await seat().refused("/api/lessons/harbours", status=404)
    assert message == "There is no lesson {lesson}."
