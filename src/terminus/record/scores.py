"""The score file: what `terminus score --json` prints and what a log's end event repeats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from ..rules.score import Item, extras, line_score, rating, total
from ..rules.table import Table, scores, winning_seats

PENALTY_PER_MODULE = 10  # solo (R7.8)


def seat_score(items: Sequence[Item], lines: Sequence[str]) -> dict[str, Any]:
    return {
        "total": total(items),
        "lines": {line: asdict(line_score(items, line)) for line in lines},
        "extras": extras(items),
    }


def solo_score(table: Table, points: int) -> dict[str, int]:
    """The total less 10 a module, and the rating it earns."""
    reduced = points - PENALTY_PER_MODULE * len(table.ruleset.modules)
    return {"score": reduced, "rating": rating(table.ruleset.board.ratings, reduced)}


def score_file(table: Table) -> dict[str, Any]:
    """The whole score of a table as far as it has gone."""
    won = winning_seats(table)
    seats = [seat_score(items, table.ruleset.board.lines) for items in scores(table)]
    found: dict[str, Any] = {"seats": seats, "winners": None if won is None else list(won)}
    if len(seats) == 1:
        found["solo"] = solo_score(table, seats[0]["total"])
    return found
