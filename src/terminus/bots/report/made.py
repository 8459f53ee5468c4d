"""The report, put together from the ground and the games. The same seed says the same, if time suffices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from statistics import stdev
from typing import Any

from ...boards.digest import fingerprint
from ...rules.board import Board
from ...rules.ruleset import Ruleset
from ..arena.statistics import estimate
from ..evaluation import weights_of
from ..levels import BOTS
from .bands import earned, quantile, suggested
from .budget import Budget, Clock
from .games import Outcome, Table
from .ground import ground_of
from .shapes import BoardReport, LevelReport, Mean, RatingReport, RoundLengths

Watch = Callable[[int, int], None]  # games played, of so many
QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)
FEWEST = 2  # games, for a mean to have an error
AIMLESS = "easy"


def report(
    board: Board,
    budget: Budget | None = None,
    seed: int = 1,
    watch: Watch = lambda done, total: None,
    modules: Sequence[str] = (),
) -> BoardReport:
    """All there is to say of a board, played with these modules; never takes much longer than the budget's
    seconds."""
    budget = budget or Budget()
    budget.check()
    ruleset = Ruleset.of(board, modules)
    table = Table(ruleset, seed)
    played = _played(table, budget, watch)
    players = tuple(_player(board, level, budget.games_of(level), found) for level, found in played.items())
    return BoardReport(
        board=board.id,
        name=board.name,
        board_print=fingerprint(board),
        modules=ruleset.modules,
        seed=seed,
        by="kernel" if table.native else "engine",
        weights=weights_of(board) if table.native else None,
        ground=ground_of(board),
        rounds=_rounds(played),
        players=players,
        ratings=None if modules else _ratings(board, played),
        heat=_heat(board, played),
        complete=len(players) == len(table.levels) and all(p.games == p.asked for p in players),
    )


def as_json(found: BoardReport) -> dict[str, Any]:
    """As plain data, figures to a thousandth."""
    shown: dict[str, Any] = _rounded(asdict(found))
    return shown


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 3)
    if isinstance(value, Mapping):
        return {key: _rounded(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(inner) for inner in value]
    return value


def _played(table: Table, budget: Budget, watch: Watch) -> dict[str, list[Outcome]]:
    """By level; one that had no time for two games is left out."""
    clock, found = Clock(budget), dict[str, list[Outcome]]()
    asked = {level: budget.games_of(level) for level in table.levels}
    before, total = 0, sum(asked.values())
    for level, games in asked.items():
        outcomes = []
        for outcome in table.outcomes(level, games, partial(clock.is_up, level)):
            outcomes.append(outcome)
            watch(before + len(outcomes), total)
        before += games
        watch(before, total)
        if len(outcomes) >= FEWEST:
            found[level] = outcomes
    return found


def _player(board: Board, level: str, asked: int, found: Sequence[Outcome]) -> LevelReport:
    totals = sorted(outcome.total for outcome in found)
    drawn = sum(outcome.sections.total() for outcome in found)
    turns = sum(sum(outcome.turns) for outcome in found)
    overall = _figure(totals)
    return LevelReport(
        level=level,
        bot=BOTS[level],
        games=len(found),
        asked=asked,
        mean=overall.mean,
        se=overall.se,
        sd=stdev(totals),
        least=totals[0],
        most=totals[-1],
        quantiles=tuple(quantile(totals, share) for share in QUANTILES),
        lines={line: _figure([outcome.lines[line] for outcome in found]) for line in board.lines},
        rules={
            rule: _figure([outcome.rules[rule] for outcome in found])
            for rule in dict.fromkeys(rule for outcome in found for rule in outcome.rules)
        },
        sections=drawn / len(found) / len(board.lines),
        idle=max(0.0, 1 - drawn / turns),
    )


def _figure(values: Sequence[int]) -> Mean:
    found = estimate(values)
    return Mean(found.mean, found.se or 0.0)


def _rounds(played: Mapping[str, Sequence[Outcome]]) -> RoundLengths | None:
    """All levels are dealt the same, so the one with the most games knows best."""
    turns = [count for outcome in max(played.values(), key=len, default=()) for count in outcome.turns]
    return RoundLengths(sum(turns) / len(turns), min(turns), max(turns)) if turns else None


def _ratings(board: Board, played: Mapping[str, Sequence[Outcome]]) -> RatingReport | None:
    totals = {level: sorted(outcome.total for outcome in found) for level, found in played.items()}
    random, greedy = totals.get(AIMLESS), totals.get("medium")
    if random is None or greedy is None:
        return None
    new = suggested(random, greedy)
    return RatingReport(
        own=board.ratings,
        suggested=new,
        earned_own={level: earned(found, board.ratings) for level, found in totals.items()},
        earned_suggested={level: earned(found, new) for level, found in totals.items()},
    )


def _heat(board: Board, played: Mapping[str, Sequence[Outcome]]) -> dict[str, float]:
    """By the name of a section, its first cell first; nothing if nobody plays who looks where to go."""
    drawn, games = Counter[int](), 0
    for level, found in played.items():
        if level != AIMLESS:
            games += len(found)
            for outcome in found:
                drawn.update(outcome.sections)
    return {section.name_from(section.a): drawn[section.id] / games for section in board.sections if games}
