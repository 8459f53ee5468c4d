"""The whole review: every seat's turns put together, and the sum that must come out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import fsum
from random import Random

from ..bots import View, make_bot, play
from ..bots.judge import Judge
from ..rules.ruleset import Ruleset
from .figures import level_above, level_of, noise_is_measured, noise_of
from .game import Game, Step
from .later import later
from .settings import Settings
from .turns import NextUp, TurnReview, by_rule, judge_of, option_of, turns

Watch = Callable[[int, int], None]  # how much is done, and of how much; what it raises ends the review


def unwatched(done: int, total: int) -> None:
    """Nobody wants to know how far it is."""


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
    watch: Watch = unwatched,
    seats: Collection[int] | None = None,
    judge: Judge | None = None,
) -> Review:
    """The review of these seats, or of all, by one judge. It tells `watch` how far it is after every turn
    and again after every mistake that it has looked at more closely: each turn counts for two."""
    settings = settings or Settings()
    judge, chosen = judge or judge_of(game, settings), game.chosen(seats)
    total = 2 * sum(event["event"] == "turn" and event["seat"] in chosen for event in game.events)
    found: list[SeatReview] = []
    done = 0
    for seat in chosen:
        judged: list[TurnReview] = []
        for turn in turns(game, seat, settings, judge=judge):
            judged.append(turn)
            watch(done + len(judged), total)
        done += len(judged)
        found.append(seat_review(game, seat, judged, settings, judge, partial(_from, done, total, watch)))
        done += len(judged)
    return made(game, settings, judge, found)


def _from(done: int, total: int, watch: Watch, more: int) -> None:
    watch(done + more, total)


def made(game: Game, settings: Settings, judge: Judge, seats: Iterable[SeatReview]) -> Review:
    """Seats that were reviewed, with what they were judged by."""
    ruleset = game.ruleset
    return Review(
        ruleset=ruleset,
        by=judge.by,
        weights=judge.weights,
        depth=settings.depth,
        seed=settings.seed,
        noise=noise_of(ruleset, settings.depth),
        noise_measured=noise_is_measured(ruleset, settings.depth),
        over=game.table.over,
        seats=tuple(seats),
    )


def seat_review(
    game: Game,
    seat: int,
    judged: Sequence[TurnReview],
    settings: Settings,
    judge: Judge,
    watch: Callable[[int], None] = lambda turns: None,
) -> SeatReview:
    """A seat put together from all of its turns, which this judge has judged. `watch` is told after every
    mistake up to which turn they are marked."""
    points = sum(by_rule(game.table.positions[seat]).values())
    if judged:
        par, after = judged[0].worth, judged[-1].after
    else:
        par = after = judge.worth(game.beginning(seat))
    whole = SeatReview(seat, game.table.seats[seat], points, par, after - points, tuple(judged), None, None)
    level = settings.level
    if level is None and whole.decisions:
        level = level_of(game.ruleset, whole.lost_a_decision)
    above = level_above(level)
    mark, marked = marking(game, seat, judge, settings, above), list[TurnReview]()
    for turn in judged:
        marked.append(mark(turn))
        if not turn.as_good:
            watch(len(marked))
    return replace(whole, turns=tuple(marked), level=level, next_level=above)


def marking(
    game: Game, seat: int, judge: Judge, settings: Settings, level: str | None
) -> Callable[[TurnReview], TurnReview]:
    """Adds to a seat's mistakes what this level does better there, and which rules they cost points."""
    steps = {step.place: step for step in game.steps(seat)}

    def mark(turn: TurnReview) -> TurnReview:
        if turn.as_good:
            return turn
        step = steps[turn.round, turn.turn]
        up = _next_up(judge, step, turn, level, settings.seed) if level else None
        return replace(turn, next_up=up, later=later(judge, step, turn, settings))

    return mark


def _next_up(judge: Judge, step: Step, turn: TurnReview, level: str, seed: int) -> NextUp | None:
    bot = make_bot(level, Random(f"{seed} {turn.round} {turn.turn}"))
    theirs = option_of(step.turned.positions[0], play(bot, View.of(step.turned, 0)), 0.0)
    better = judge.value(step.turned, 0, theirs.position) - turn.played.value
    return NextUp(level, theirs.do, better) if better > turn.noise else None
