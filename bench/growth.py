"""A picture of how waits grow with the number of tables, and commits with them, as SVG."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

WIDTH, HEIGHT, EDGE = 720, 420, 60
COLOURS = ("#1f6feb", "#c0392b", "#2e8b57", "#8e44ad", "#d4a017", "#555555")
MARKS = (1, 3, 10, 30, 100, 300, 1000, 3000, 10_000)  # milliseconds
AIM = 150.0  # milliseconds
LETTERS = 'font-family="sans-serif" font-size="12"'
TITLE = "From the last confirm to everybody's next card, p99 in ms, by tables of four; and commits a second"
Run = Mapping[str, float | str]


def drawn(runs: Sequence[Run]) -> str:
    """A turn's p99 by tables: a line for each pace, database and number of processes."""
    most = max(float(run["tables"]) for run in runs)
    kinds = sorted({_kind(run) for run in runs})
    lines = [
        _line(kind, number, [run for run in runs if _kind(run) == kind], most)
        for number, kind in enumerate(kinds)
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" {LETTERS}>',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
            f'<text x="{EDGE}" y="24">{TITLE}</text>',
            *(_mark(value) for value in MARKS),
            f'<path d="M{EDGE} {_y(AIM):.0f}H{WIDTH - EDGE}" stroke="#c0392b" stroke-dasharray="4 4"/>',
            *lines,
            *(_tables(tables, most) for tables in sorted({float(run["tables"]) for run in runs})),
            "</svg>",
            "",
        ]
    )


def _kind(run: Run) -> str:
    return f"{run['pace']}, {run['database']}, {run['processes']} process(es)"


def _x(tables: float, most: float) -> float:
    return EDGE + (WIDTH - 2 * EDGE) * tables / most


def _y(milliseconds: float) -> float:
    low, high = math.log(MARKS[0]), math.log(MARKS[-1])
    share = (math.log(max(milliseconds, MARKS[0])) - low) / (high - low)
    return HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * min(1.0, share)


def _mark(value: float) -> str:
    y = _y(value)
    return (
        f'<path d="M{EDGE} {y:.0f}H{WIDTH - EDGE}" stroke="#dddddd"/>'
        f'<text x="{EDGE - 6}" y="{y + 4:.0f}" text-anchor="end">{value:g}</text>'
    )


def _tables(tables: float, most: float) -> str:
    return f'<text x="{_x(tables, most):.0f}" y="{HEIGHT - EDGE + 18}" text-anchor="middle">{tables:g}</text>'


def _line(kind: str, number: int, runs: Sequence[Run], most: float) -> str:
    colour = COLOURS[number % len(COLOURS)]
    points = sorted((float(r["tables"]), float(r["turn_p99"]), float(r["commits"])) for r in runs)
    places = [(_x(tables, most), _y(wait), commits) for tables, wait, commits in points]
    way = " ".join(f"{x:.0f},{y:.0f}" for x, y, _ in places)
    dots = "".join(
        f'<circle cx="{x:.0f}" cy="{y:.0f}" r="3" fill="{colour}"/>'
        f'<text x="{x + 5:.0f}" y="{y - 5:.0f}" fill="{colour}">{commits:.0f}/s</text>'
        for x, y, commits in places
    )
    named = f'<text x="{EDGE + 8}" y="{52 + 16 * number}" fill="{colour}">{kind}</text>'
    return f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2"/>{dots}{named}'
