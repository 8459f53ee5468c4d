"""With the deck face up: what is found can be played, and is never less than anybody scored."""

from __future__ import annotations

from importlib import import_module
from random import Random

import pytest
from tests.review.games import log
from tests.strategies import MODULE_SETS, ruleset

from terminus.boards import BOARDS
from terminus.bots import make_bot
from terminus.bots.games import game_of
from terminus.bots.logs import log_of
from terminus.kernel import installed
from terminus.record.log import Event
from terminus.review import FaceUp, Game, face_up
from terminus.rules.ruleset import Ruleset
from terminus.rules.score import score, total

pytestmark = pytest.mark.skipif(not installed(), reason="NO NATIVE KERNEL: there is no search without it")

RULESETS = [ruleset(city, modules) for city in (*BOARDS, "toy") for modules in MODULE_SETS]
NARROW = 3


def replayed(game: Game, found: FaceUp) -> int:
    """The score of the log with what was found in the place of what the seat did."""
    left = list(found.turns)

    def mended(event: Event) -> Event:
        mine = event["event"] == "turn" and event["seat"] == found.seat
        return {**event, "do": list(left.pop(0))} if mine else event

    events = [mended(event) for event in game.events if event["event"] != "end"]
    assert not left
    return total(score(Game.of(events, lambda _: game.ruleset.board).table.positions[found.seat]))


@pytest.mark.parametrize("rules", RULESETS, ids=lambda r: "-".join((r.board.id, *r.modules)))
def test_it_replays_to_its_score_and_is_never_below_a_bots(rules: Ruleset) -> None:
    for bot in ("greedy", "lookahead:1"):
        game = Game.of(log(rules, bot, "random"), lambda _: rules.board)
        for seat in game.seats:
            found = face_up(game, seat, NARROW)
            assert replayed(game, found) == found.best
            assert found.best >= total(score(game.table.positions[seat]))


def test_who_watches_hears_how_far_it_is_and_may_end_it() -> None:
    game, heard = Game.of(log(ruleset("london", ()), "random")), list[tuple[int, int]]()
    face_up(game, 0, NARROW, lambda done, total: heard.append((done, total)))
    assert heard == [(done, len(heard)) for done in range(len(heard))]
    assert len(heard) > 1

    def unwanted(done: int, total: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        face_up(game, 0, NARROW, unwanted)


@pytest.mark.parametrize("rules", RULESETS, ids=lambda r: "-".join((r.board.id, *r.modules)))
def test_what_a_careless_players_cards_allowed_is_no_less_than_any_bot_scored_on_them(rules: Ruleset) -> None:
    """The log is of somebody who draws at random: what bots scored is not in it."""
    game = Game.of(log(rules, "random"), lambda _: rules.board)
    found = face_up(game, 0, NARROW)
    assert replayed(game, found) == found.best
    for bot in ("greedy", "lookahead:1", "mcts:300"):
        theirs = Game.of(log(rules, bot), lambda _: rules.board)
        assert [e["cards"] for e in theirs.events if e["event"] == "flip"] == [
            e["cards"] for e in game.events if e["event"] == "flip"
        ]
        assert found.best >= total(score(theirs.table.positions[0])), bot


@pytest.mark.parametrize("rules", RULESETS, ids=lambda r: "-".join((r.board.id, *r.modules)))
def test_where_the_search_finds_less_the_game_of_a_bot_is_told(
    rules: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    def passing(game: Game, seat: int, turns: int, *how: object) -> FaceUp:
        return FaceUp(seat, 0, ((),) * turns)

    monkeypatch.setattr(import_module("terminus.review.face_up"), "_searched", passing)
    game = Game.of(log(rules, "random"), lambda _: rules.board)
    found = face_up(game, 0)
    assert replayed(game, found) == found.best
    dealt = game_of(rules, 1, 11, 0)
    for bot in ("greedy", "points:1", "lookahead:1", "mcts:300"):
        theirs = Game.of(log_of(dealt, [make_bot(bot, Random(bot))]), lambda _: rules.board)
        assert found.best >= total(score(theirs.table.positions[0])), bot


def test_a_log_that_stops() -> None:
    whole = log(ruleset("london", ("specials",)), "greedy")
    for stop in (1, 2, 3, 40, 60):
        game = Game.of(whole[:stop])
        found = face_up(game, 0, NARROW)
        assert len(found.turns) == len(list(game.steps(0)))
        assert (
            replayed(Game.of([event for event in whole[:stop] if event["event"] != "end"]), found)
            == found.best
        )


def test_wider_finds_more() -> None:
    games = [Game.of(log(ruleset("london"), "random", number=number)) for number in range(4)]
    assert sum(face_up(game, 0, 40).best for game in games) > sum(face_up(game, 0, 1).best for game in games)
