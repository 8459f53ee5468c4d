"""The report of an arena as a table for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table

from ..locale.spoken import t


def table(title: str, report: Mapping[str, Any]) -> RenderableType:
    """Means first, then by how much each bot beats another in the same games."""
    parts: list[RenderableType] = [_means(title, report["bots"])]
    if report["paired"]:
        parts.append(_pairs(report["paired"]))
    return Group(*parts)


def _means(title: str, rows: list[Mapping[str, Any]]) -> Table:
    found = Table(title=title, title_justify="left")
    found.add_column(t("bot"))
    for heading in (t("games"), t("mean"), t("± se"), t("CPU s a game")):
        found.add_column(heading, justify="right")
    for row in rows:
        cpu = f"{row['cpu_s_per_game']:.3g}"
        found.add_row(row["bot"], str(row["games"]), f"{row['mean']:.2f}", _error(row["se"]), cpu)
    return found


def _pairs(rows: list[Mapping[str, Any]]) -> Table:
    found = Table(title=t("paired differences"), title_justify="left")
    found.add_column("")
    for heading in (t("mean"), t("± se")):
        found.add_column(heading, justify="right")
    for row in rows:
        found.add_row(f"{row['a']} − {row['b']}", f"{row['mean']:+.2f}", _error(row["se"]))
    return found


def _error(se: float | None) -> str:
    return "–" if se is None else f"{se:.2f}"
