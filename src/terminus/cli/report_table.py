"""The report on a board for a terminal: what the ground is like, and what bots made of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table

from ..bots.report import BoardReport
from ..bots.report.shapes import LevelReport, Mean
from ..locale.spoken import t, tn, word
from ..rules.board import Board
from ..terminal.look import visible
from .analyse_table import rule_name
from .board import facts

FEW = 12  # places that are named; of more the rest is counted


def tables(board: Board, found: BoardReport) -> Iterator[RenderableType]:
    yield escape(visible(f"{t(board.name)}: {facts(board)}"))
    yield from map(escape, _ground(found))
    if found.players:
        yield _players(found)
        yield _departures(found)
        yield _rules(found.players)
    yield from map(escape, _ending(found))


def _ground(found: BoardReport) -> Iterator[str]:
    ground = found.ground
    yield tn(
        "{count} pair of sections that exclude each other",
        "{count} pairs of sections that exclude each other",
        ground.clashes,
    )
    if not ground.unreached:
        far = max(ground.sections_to.values(), default=0)
        yield tn(
            "Every station can be reached, the farthest with {count} section.",
            "Every station can be reached, the farthest with {count} sections.",
            far,
        )
    for said, cells in (
        (t("No line can ever reach: {cells}"), ground.unreached),
        (t("Too far for the longest round: {cells}"), ground.too_far),
        (t("Only a joker leads to: {cells}"), ground.jokers_only),
        (t("Dead ends: {cells}"), ground.dead_ends),
    ):
        if cells:
            yield said.format(cells=_few(cells))
    stations = ", ".join(
        f"{word('face', name) if name != 'every' else t('every symbol')} {n}"
        for name, n in ground.symbols.items()
    )
    yield t("Symbols: {counts}", counts=stations)
    by_district = ", ".join(f"{part.name} {part.stations}" for part in ground.districts)
    yield t("Stations by district: {counts}", counts=visible(by_district))


def _few(cells: Sequence[str]) -> str:
    more = len(cells) - FEW
    return ", ".join(cells[:FEW]) + (f" … (+{more})" if more > 0 else "")


def _players(found: BoardReport) -> Table:
    made = Table(title=t("What bots score"), title_justify="left")
    made.add_column(t("bot"))
    for heading in (
        t("games"),
        t("mean"),
        t("± se"),
        t("8 of 10 games"),
        t("sections a line"),
        t("idle turns"),
    ):
        made.add_column(heading, justify="right")
    for player in found.players:
        low, high = round(player.quantiles[0]), round(player.quantiles[-1])
        made.add_row(
            word("level", player.level),
            str(player.games),
            f"{player.mean:.1f}",
            f"{player.se:.1f}",
            f"{low} – {high}",
            f"{player.sections:.1f}",
            f"{player.idle:.0%}",
        )
    return made


def _departures(found: BoardReport) -> Table:
    made = Table(title=t("What a line is worth, by its departure"), title_justify="left")
    made.add_column(t("line"))
    made.add_column(t("from"), justify="right")
    for player in found.players:
        made.add_column(word("level", player.level), justify="right")
    for departure in found.ground.departures:
        worth = [_figure(player.lines[departure.line]) for player in found.players]
        name = escape(visible(word("line", departure.line)))
        made.add_row(name, departure.cell, *worth)
    return made


def _rules(players: Sequence[LevelReport]) -> Table:
    made = Table(title=t("What each rule pays"), title_justify="left")
    made.add_column("")
    for player in players:
        made.add_column(word("level", player.level), justify="right")
    for rule in dict.fromkeys(rule for player in players for rule in player.rules):
        figures = [player.rules.get(rule, Mean(0.0, 0.0)) for player in players]
        made.add_row(escape(visible(rule_name(rule))), *map(_figure, figures))
    return made


def _figure(figure: Mean) -> str:
    return f"{figure.mean:.1f} ± {figure.se:.1f}"


def _ending(found: BoardReport) -> Iterator[str]:
    if found.rounds:
        rounds = found.rounds
        yield t(
            "A round has {fewest} to {most} turns, {mean} on average.",
            fewest=rounds.fewest,
            most=rounds.most,
            mean=f"{rounds.mean:.1f}",
        )
    if found.ratings:
        yield t("Ratings of the board: {ratings}", ratings=_totals(found.ratings.own))
        yield t("Ratings that these games suggest: {ratings}", ratings=_totals(found.ratings.suggested))
    if found.by == "engine":
        yield t("Played on the reference engine, where only easy and medium bots play.")
    if not found.complete:
        yield t("Time ran out before all games were played: --seconds gives more.")


def _totals(ratings: Sequence[int]) -> str:
    return ", ".join(map(str, ratings))
