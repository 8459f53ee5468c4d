"""The whole review: every seat's turns put together, and the sum that must come out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from math import fsum
from random import Random

from ..bots import View, make_bot, play
from ..bots.evaluation import weights_of
from ..bots.judge import Judge
from ..rules.ruleset import Ruleset
from .figures import level_above, level_of, noise_is_measured, noise_of
from .game import Game, Step
from .later import later
from .settings import Settings
from .turns import NextUp, TurnReview, by_rule, option_of, turns

Watch = Callable[[int, int], None]  # turns judged, turns to judge; what it raises ends the review


@dataclass(frozen=True, slots=True)
class SeatReview:
    """One seat: par + luck − lost + drift = score + to_come, and nothing is to come once the game is over."""

    seat: int
    name: str
    score: int
    par: float
    to_come: float
    turns: tuple[TurnReview, ...]
    level: str | None  # told, or the one that loses the most alike a decision; None without a decision
    next_level: str | None

    @property
    def luck(self) -> float:
        return fsum(turn.luck for turn in self.turns)

    @property
    def lost(self) -> float:
        return fsum(turn.lost for turn in self.turns)

    @property
    def drift(self) -> float:
        return fsum(turn.drift for turn in self.turns)

    @property
    def decisions(self) -> int:
        return sum(turn.choice for turn in self.turns)

    @property
    def lost_a_decision(self) -> float:
        return self.lost / self.decisions if self.decisions else 0.0

    @property
    def mistakes(self) -> tuple[TurnReview, ...]:
        """The turns that surely lost something, the most first."""
        return tuple(sorted((t for t in self.turns if not t.as_good), key=lambda turn: -turn.lost))


@dataclass(frozen=True, slots=True)
class Review:
    ruleset: Ruleset
    by: str  # learned, or score where nothing was learned for the board
    weights: str | None
    depth: int
    seed: int  # of bots asked what the next level does, and of games played on
    noise: float
    noise_measured: bool  # or assumed
    over: bool
    seats: tuple[SeatReview, ...]


def review(
    game: Game,
    settings: Settings | None = None,
    watch: Watch | None = None,
    seats: Collection[int] | None = None,
) -> Review:
    """The review of these seats, or of all. It is told to `watch` after every turn how far it is."""
    settings = settings or Settings()
    chosen = game.chosen(seats)
    total = sum(event["event"] == "turn" and event["seat"] in chosen for event in game.events)
    found: list[SeatReview] = []
    done = 0
    for seat in chosen:
        judged: list[TurnReview] = []
        for turn in turns(game, seat, settings):
            judged.append(turn)
            done += 1
            if watch is not None:
                watch(done, total)
        found.append(seat_review(game, seat, judged, settings))
    return made(game, settings, found)


def made(game: Game, settings: Settings, seats: Iterable[SeatReview]) -> Review:
    """Seats that were reviewed, with what they were judged by."""
    ruleset = game.ruleset
    return Review(
        ruleset=ruleset,
        by=Judge(ruleset).by,
        weights=weights_of(ruleset.board),
        depth=settings.depth,
        seed=settings.seed,
        noise=noise_of(ruleset, settings.depth),
        noise_measured=noise_is_measured(ruleset, settings.depth),
        over=game.table.over,
        seats=tuple(seats),
    )


def seat_review(game: Game, seat: int, judged: Sequence[TurnReview], settings: Settings) -> SeatReview:
    """A seat put together from all of its turns."""
    points = sum(by_rule(game.table.positions[seat]).values())
    if judged:
        par, after = judged[0].worth, judged[-1].after
    else:
        par = after = Judge(game.ruleset, settings.depth).worth(game.beginning(seat))
    whole = SeatReview(seat, game.table.seats[seat], points, par, after - points, tuple(judged), None, None)
    level = settings.level
    if level is None and whole.decisions:
        level = level_of(game.ruleset, whole.lost_a_decision)
    above = level_above(level)
    marked = _marked(game, seat, judged, above, settings)
    return replace(whole, turns=marked, level=level, next_level=above)


def _marked(
    game: Game, seat: int, judged: Sequence[TurnReview], level: str | None, settings: Settings
) -> tuple[TurnReview, ...]:
    """The turns, and at mistakes what the level does better and which rules it cost points."""
    judge = Judge(game.ruleset, settings.depth)
    steps = {step.place: step for step in game.steps(seat)}

    def mark(turn: TurnReview) -> TurnReview:
        step = steps[turn.round, turn.turn]
        up = _next_up(judge, step, turn, level, settings.seed) if level else None
        return replace(turn, next_up=up, later=later(judge, step, turn, settings))

    return tuple(turn if turn.as_good else mark(turn) for turn in judged)


def _next_up(judge: Judge, step: Step, turn: TurnReview, level: str, seed: int) -> NextUp | None:
    bot = make_bot(level, Random(f"{seed} {turn.round} {turn.turn}"))
    theirs = option_of(step.turned.positions[0], play(bot, View.of(step.turned, 0)), 0.0)
    better = judge.value(step.turned, 0, theirs.position) - turn.played.value
    return NextUp(level, theirs.do, better) if better > turn.noise else None
