"""Questions over the socket, and a section drawn in place of another: nothing else changes by either."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.server.live import Player
from tests.server.test_commands import begun, solo

from terminus.boards import board

Seat = Callable[[], Player]
Json = dict[str, Any]
LONDON = board("london")


async def why(player: Player, about: str) -> Json | None:
    """The reason that a question is answered with."""
    told = len(player.frames)
    await player.send({"type": "why", "about": about})
    await player.until(lambda: any(frame["type"] == "why" for frame in player.frames[told:]))
    (answer,) = [frame for frame in player.frames[told:] if frame["type"] == "why"]
    assert answer["about"] == about[:40]
    reason: Json | None = answer["reason"]
    return reason


def targets(player: Player) -> set[str]:
    return {option["target"] for option in player.options if option["section"]}


async def test_exactly_what_cannot_be_drawn_has_a_reason_and_asking_changes_nothing(seat: Seat) -> None:
    player = seat()
    await solo(player)
    before = player.view
    for station in LONDON.stations:
        reason = await why(player, station.cell)
        assert (reason is None) == (station.cell in targets(player)), station.cell
    lit = {option["section"] for option in player.options if option["section"]}
    for section in LONDON.sections[::5]:
        name = "-".join(section.ends)
        assert (await why(player, name) is None) == (name in lit)
    assert await player.get(f"/api/games/{player.game}") == before
    assert player.frames[-1]["type"] == "why"


async def test_a_reason_names_its_rule_and_what_is_in_the_way(seat: Seat) -> None:
    player = seat()
    await solo(player)
    departure = player.view["seats"][0]["pencil"]
    here = LONDON.stations[LONDON.departures[LONDON.lines.index(departure)]].cell
    reason = {"rule": "R3.2", "why": "departure", "values": {}, "sections": [], "stations": [here]}
    assert await why(player, here) == reason


async def test_once_all_is_drawn_it_is_about_the_section_in_place_of_the_last(seat: Seat) -> None:
    player = seat()
    await solo(player)
    before = {s.cell: await why(player, s.cell) for s in LONDON.stations}
    drawn = player.options[0]
    await player.ok(draft=drawn["do"])
    for cell, reason in before.items():
        now = await why(player, cell)
        assert now == reason or (reason is None and now is not None and now["why"] == "no-more")
    assert (await why(player, drawn["target"]) or {})["why"] == "no-more"


async def test_who_watches_and_who_has_confirmed_are_told_so_and_no_more(seat: Seat) -> None:
    host, guest, game = await begun(seat)
    stranger = seat()
    await stranger.sit(game)
    free = host.options[0]["target"]
    watching: Json = {"rule": None, "why": "watching", "values": {}, "sections": [], "stations": []}
    assert [await why(stranger, about) for about in (free, "a0", "zz")] == [watching] * 3
    await guest.ok(commit=True)
    assert [await why(guest, about) for about in (free, "a0")] == [{**watching, "why": "confirmed"}] * 2
    assert await why(host, free) is None


async def test_a_question_is_about_ones_own_draft(seat: Seat) -> None:
    host, guest, _ = await begun(seat)
    cells = [station.cell for station in LONDON.stations[:12]]
    before = [await why(guest, cell) for cell in cells]
    told = len(guest.frames)
    await host.ok(draft=host.options[0]["do"])
    assert [await why(guest, cell) for cell in cells] == before
    assert {frame["type"] for frame in guest.frames[told:]} <= {"why"}


async def test_before_and_after_the_game_nothing_is_asked(seat: Seat) -> None:
    host, guest = seat(), seat()
    game = str((await host.post("/api/games", {"board": "london", "open": 1}))["game"])
    await host.sit(game)
    assert (await why(host, "a0") or {})["why"] == "not-asked"
    await guest.sit(game)
    assert (await why(guest, "a0") or {})["why"] == "watching"


@pytest.mark.parametrize(
    "about", ["zz", "", "d0", "f33", "d2-zz", "d2-f4-g5", "circle", "fly", "💥", "a" * 3000]
)
async def test_what_the_board_does_not_have_is_no_place(seat: Seat, about: str) -> None:
    player = seat()
    await solo(player)
    reason = await why(player, about)
    assert reason is not None
    assert reason["why"] in ("no-station", "no-section")
    await player.ok(draft=player.options[0]["do"])


async def test_actions_can_be_asked_about(seat: Seat) -> None:
    player = seat()
    await solo(player)
    for about, word in {"circle a0": "no-circle", "use joker": "not-in-play", "skip": "no-skip"}.items():
        assert (await why(player, about) or {})["why"] == word
    assert await why(player, "done") is None


@pytest.mark.parametrize("about", [7, ["a0"], None, {"cell": "a0"}, "x" * 5000])
async def test_a_question_that_is_none_is_refused_as_any_frame(seat: Seat, about: object) -> None:
    player = seat()
    await solo(player)
    await player.send({"type": "why", "about": about})
    await player.until(lambda: player.frames[-1]["type"] == "refused")
    assert player.frames[-1]["key"] is None


# -- in place of the last section ------------------------------------------------------------------


async def test_another_section_replaces_the_last_in_one_step(seat: Seat) -> None:
    player = seat()
    await solo(player)
    offered = [option for option in player.options if option["section"]]
    first, second = offered[0], offered[-1]
    await player.ok(draft=first["do"])
    assert player.view["answer"]["instead"] == offered[1:]
    version = player.view["draft"]
    await player.ok(instead=second["do"])
    answer = player.view["answer"]
    assert (answer["actions"], player.view["draft"]) == ([second["do"]], version + 1)
    assert answer["score"]["total"] == second["total"]
    assert answer["instead"] == offered[:-1]
    await player.ok(undo=True)
    assert player.view["answer"]["actions"] == player.view["answer"]["instead"] == []


async def test_what_cannot_replace_it_leaves_the_draft_as_it_is(seat: Seat) -> None:
    player = seat()
    await solo(player)
    first = player.options[0]["do"]
    await player.ok(draft=first)
    kept = player.view["answer"]
    for wrong in ("a0-j9", first[::-1], "nonsense", "done", ""):
        await player.no(instead=wrong)
        assert (await player.get(f"/api/games/{player.game}"))["answer"] == kept


async def test_without_a_section_to_replace_it_is_one_step_more(seat: Seat) -> None:
    player = seat()
    await solo(player)
    first = player.options[0]["do"]
    await player.ok(instead=first)
    assert player.view["answer"]["actions"] == [first]


async def test_only_a_section_is_replaced_and_what_stands_before_it_stays(seat: Seat) -> None:
    """Played on until a power can be used: it stays while its section is moved."""
    player = seat()
    await solo(player, "tokyo", modules=["powers"])
    while not (uses := [o["do"] for o in player.options if o["do"].startswith("use ")]):
        await player.ok(commit=True)
    await player.ok(draft=uses[0])
    offered = [option["do"] for option in player.options if option["section"]]
    assert player.view["answer"]["instead"] == []
    await player.ok(draft=offered[0])
    await player.ok(instead=offered[-1])
    assert player.view["answer"]["actions"] == [uses[0], offered[-1]]


async def test_two_tabs_may_both_replace(seat: Seat) -> None:
    one = seat()
    game = await solo(one)
    other = seat()
    other.http.cookies = one.http.cookies
    await other.sit(game)
    offered = [option["do"] for option in one.options if option["section"]]
    await one.ok(draft=offered[0])
    await other.until(lambda: bool(other.view["answer"]["actions"]))
    await one.ok(undo=True)
    await other.ok(instead=offered[-1])  # made before it saw the undo, or after: the wish stands
    await one.until(lambda: one.view["answer"]["actions"] == [offered[-1]])
