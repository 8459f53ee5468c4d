"""The report of an arena as a table for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table

from ..locale.spoken import t


def table(title: str, report: Mapping[str, Any]) -> RenderableType:
    """Means first, then by how much each bot beats another in the same games, then how sure that is."""
    parts: list[RenderableType] = [_means(title, report["bots"])]
    if report["paired"]:
        parts.append(_pairs(report["paired"]))
    if "luck_off" in report:
        parts.append(judged_by(report["luck_off"]))
    if "sure" in report:
        parts += [_answers([row for row in report["paired"] if "sure" in row]), _saved(report["sure"])]
    return Group(*parts)


def judged_by(facts: Mapping[str, Any]) -> str:
    """What luck is taken off by."""
    return t("luck off: judged by the weights {weights}", **facts)


def _means(title: str, rows: list[Mapping[str, Any]]) -> Table:
    found = Table(title=title, title_justify="left")
    found.add_column(t("bot"))
    for heading in (t("games"), t("mean"), t("± se"), *_luck_headings(rows), t("CPU s a game")):
        found.add_column(heading, justify="right")
    for row in rows:
        cpu = f"{row['cpu_s_per_game']:.3g}"
        figures = f"{row['mean']:.2f}", _error(row["se"]), *_luck_off(row, ".2f")
        found.add_row(row["bot"], str(row["games"]), *figures, cpu)
    return found


def _pairs(rows: list[Mapping[str, Any]]) -> Table:
    found = Table(title=t("paired differences"), title_justify="left")
    found.add_column("")
    for heading in (t("mean"), t("± se"), *_luck_headings(rows)):
        found.add_column(heading, justify="right")
    for row in rows:
        figures = f"{row['mean']:+.2f}", _error(row["se"]), *_luck_off(row, "+.2f")
        found.add_row(f"{row['a']} − {row['b']}", *figures)
    return found


def _luck_headings(rows: list[Mapping[str, Any]]) -> tuple[str, ...]:
    return (t("luck off"), t("± se")) if "luck_off" in rows[0] else ()


def _luck_off(row: Mapping[str, Any], form: str) -> tuple[str, ...]:
    found = row.get("luck_off")
    return (format(found["mean"], form), _error(found["se"])) if found else ()


def _answers(rows: list[Mapping[str, Any]]) -> Table:
    found = Table(title=t("which is better"), title_justify="left")
    found.add_column("")
    found.add_column(t("the better bot"))
    for heading in (t("sure after"), t("difference within"), t("at a fixed size")):
        found.add_column(heading, justify="right")
    for row in rows:
        sure = row["sure"]
        low, high = ("∞" if end is None else f"{end:+.2f}" for end in (sure["low"], sure["high"]))
        after, fixed = ("–" if games is None else str(games) for games in (sure["after"], sure["fixed_size"]))
        found.add_row(f"{row['a']} − {row['b']}", sure["better"] or "?", after, f"{low} … {high}", fixed)
    return found


def _saved(sure: Mapping[str, Any]) -> str:
    if not sure["answered"]:
        return t("not sure after {games} games (α = {alpha})", **sure)
    return t("sure after {games} games, {saved} fewer than asked for (α = {alpha})", **sure)


def _error(se: float | None) -> str:
    return "–" if se is None else f"{se:.2f}"
