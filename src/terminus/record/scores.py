"""The score file: what `terminus score --json` prints and what a log's end event repeats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from ..rules.score import Item, SoloScore, extras, line_score, solo_score, total
from ..rules.table import Table, scores, winning_seats


def seat_score(items: Sequence[Item], lines: Sequence[str]) -> dict[str, Any]:
    return {
        "total": total(items),
        "lines": {line: asdict(line_score(items, line)) for line in lines},
        "extras": extras(items),
    }


def solo(table: Table, points: int) -> SoloScore:
    """What a total is worth to somebody who plays alone."""
    return solo_score(points, len(table.ruleset.modules), table.ruleset.board.ratings)


def score_file(table: Table) -> dict[str, Any]:
    """The whole score of a table as far as it has gone."""
    won = winning_seats(table)
    seats = [seat_score(items, table.ruleset.board.lines) for items in scores(table)]
    found: dict[str, Any] = {"seats": seats, "winners": None if won is None else list(won)}
    if len(seats) == 1:
        alone = solo(table, seats[0]["total"])
        found["solo"] = {"score": alone.score, "rating": alone.rating}
    return found
