"""`terminus arena BOARD BOT…`: bots play the same games and are compared.

What is finished is kept as it comes, with --out in a file of the user's and without in the cache folder
until the run is over; the same command goes on where a run was cut off.
"""

from __future__ import annotations

import hashlib
import json as json_format
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from platformdirs import user_cache_path

from ..bots.arena import pool as on_cores
from ..bots.arena.cluster import connected
from ..bots.arena.code import build_hash
from ..bots.arena.contest import Contest
from ..bots.arena.luck import LuckJudge
from ..bots.arena.plot import plot as draw
from ..bots.arena.progress import progress
from ..bots.arena.question import Question, with_answers
from ..bots.arena.results import BadResults, Results
from ..bots.arena.run import Play, run
from ..bots.arena.sequential import ALPHA
from ..bots.arena.statistics import report
from ..bots.registry import player
from ..locale.spoken import t, tn
from ..record.files import BadFile
from ..rules.errors import BadSetup, Sentence, TerminusError
from .arena_table import judged_by, table
from .arguments import BoardName, Json, Words, words
from .files import find_board
from .telling import told


class Stopped(TerminusError):
    """A run that was cut off; says where its results are."""


def arena(
    board: BoardName,
    /,
    *bots: Annotated[
        str, Parameter(help="random, greedy, points:1, lookahead:2, mcts:5000, mcts:0.1s, learned, hard…")
    ],
    games: Annotated[int, Parameter(help="how many games every bot plays")] = 1000,
    seed: Annotated[int, Parameter(help="the games: the same seed deals the same cards")] = 1,
    modules: Annotated[
        Words, Parameter(help="modules to play with, a word each; any other word lists them")
    ] = (),
    players: Annotated[int, Parameter(help="seats of a table, all taken by the bot; its mean counts")] = 1,
    json: Json = False,
    plot: Annotated[Path | None, Parameter(help="draw the distributions into this SVG file")] = None,
    out: Annotated[Path | None, Parameter(help="keep the results in this file, and go on with it")] = None,
    jobs: Annotated[int | None, Parameter(help="worker processes; all cores unless told")] = None,
    cluster: Annotated[str | None, Parameter(help="play on the Dask cluster of this scheduler")] = None,
    luck_off: Annotated[bool, Parameter(help="also scores with the luck of the cards taken off")] = False,
    until_sure: Annotated[
        bool, Parameter(help="stop when it is sure which of every two bots is better, after --games at most")
    ] = False,
    alpha: Annotated[
        float | None, Parameter(help="the risk that --until-sure is wrong; 0.05 unless told")
    ] = None,
) -> None:
    """Let bots play the same games and compare them."""
    contest = Contest.of(find_board(board), words(modules), players, seed)
    _check(contest, bots, games, jobs)
    if plot is not None:
        check_writable(plot)
    judge = LuckJudge(contest.ruleset) if luck_off else None
    weights = judge.weights if judge else None
    question = _question(bots, games, until_sure, alpha)
    if judge:  # named before anything is played, so that nobody can choose them by the result
        print(judged_by(judge.facts()), file=sys.stderr)
    with (
        _player(jobs, cluster) as play,
        _results(contest, bots, games, out, weights) as results,
        progress(told) as watch,
    ):
        played = run(contest, bots, games, results, play, watch, weights=weights, question=question)
    found = report(bots, played) | ({"luck_off": judge.facts()} if judge else {})
    found = with_answers(found, question) if question else found
    title = _title(contest, question.games if question else games)
    if json:
        print(json_format.dumps(found, ensure_ascii=False))
    else:
        _print_table(title, found)
    if plot is not None:
        plot.write_text(draw(title, bots, played), encoding="utf-8")


def _check(contest: Contest, bots: Sequence[str], games: int, jobs: int | None) -> None:
    if not bots:
        raise BadSetup(t("name at least one bot: terminus arena BOARD BOT…"))
    if games < 1:
        raise BadSetup(t("{option} must be at least 1, not {given}", option="--games", given=games))
    if jobs is not None and jobs < 1:
        raise BadSetup(t("{option} must be at least 1, not {given}", option="--jobs", given=jobs))
    for bot in bots:
        player(bot, contest.ruleset)


def _question(bots: Sequence[str], games: int, until_sure: bool, alpha: float | None) -> Question | None:
    if not until_sure:
        if alpha is not None:
            raise BadSetup(t("--alpha is the risk of --until-sure: name both, or leave it out"))
        return None
    alpha = ALPHA if alpha is None else alpha
    if len(set(bots)) < 2:
        raise BadSetup(t("{option} compares bots: name two of them at least", option="--until-sure"))
    if not 0 < alpha < 1:
        raise BadSetup(
            t("{option} must lie between 0 and 1, not {given}", option="--alpha", given=f"{alpha:g}")
        )
    return Question(bots, games, alpha)


def _player(jobs: int | None, cluster: str | None) -> AbstractContextManager[Play]:
    if cluster is None:
        return nullcontext(partial(on_cores.play, jobs=jobs or cores()))
    if jobs is not None:
        raise BadSetup(t("--jobs is for this machine and --cluster for another; leave one out"))
    return connected(cluster)


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check_writable(path: Path) -> None:
    """Raises `BadFile` if this file could not be written at the end of a long run."""
    folder = path.parent
    if path.is_dir():
        raise BadFile(t("{path} is a folder, not a file", path=path))
    if not folder.is_dir():
        raise BadFile(t("{path} cannot be written: there is no folder {folder}", path=path, folder=folder))
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise BadFile(t("{path} cannot be written: permission denied", path=path))


@contextmanager
def _results(
    contest: Contest, bots: Sequence[str], games: int, out: Path | None, weights: str | None
) -> Iterator[Results]:
    """The results so far. If the run is cut off they are kept, and it is said where."""
    results = Results(contest, out, build_hash()) if out else _cached(contest, bots, games, weights)
    try:
        if out and results.code != build_hash():
            _say(
                t(
                    "{path} was begun by another build of Terminus; its results are taken as they are",
                    path=out,
                )
            )
        yield results
    except KeyboardInterrupt:
        _say(_kept(results, bots, games, weights))
        raise
    except TerminusError as error:
        raise Stopped(
            Sentence("{fault}; {kept}", fault=error.sentence, kept=_kept(results, bots, games, weights))
        ) from None
    finally:
        results.close()
    if out is None and results.path is not None:
        results.path.unlink(missing_ok=True)


def _cached(contest: Contest, bots: Sequence[str], games: int, weights: str | None) -> Results:
    """What is left of this very run, by this very build, if it was cut off before."""
    asked = json_format.dumps([contest.facts(), sorted(set(bots)), games, weights, build_hash()])
    name = hashlib.sha256(asked.encode()).hexdigest()[:16]
    path = user_cache_path("terminus") / "arena" / f"{name}.jsonl"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return Results(contest, path, build_hash())
    except (OSError, BadResults):
        _say(t("the results are not kept on the way: the cache folder cannot be used; --out keeps them"))
        return Results(contest)


def _kept(results: Results, bots: Sequence[str], games: int, weights: str | None) -> str:
    missing = sum(len(gap) for bot in set(bots) for gap in results.missing(bot, games, weights))
    done = len(set(bots)) * games - missing
    if results.path is None:
        return tn("{count} game was played and is lost", "{count} games were played and are lost", done)
    return t(
        "{done} of {count} games are played and kept in {path}: the same command goes on",
        done=done,
        count=done + missing,
        path=results.path,
    )


def _say(text: str) -> None:
    print("terminus:", text, file=sys.stderr)


def _title(contest: Contest, games: int) -> str:
    parts = [", ".join((contest.board, *contest.modules)), tn("{count} game", "{count} games", games)]
    parts.append(t("seed {seed}", seed=contest.seed))
    if contest.players > 1:
        parts.insert(1, t("{count} players", count=contest.players))
    return " · ".join(parts)


def _print_table(title: str, found: dict[str, object]) -> None:
    from rich.console import Console

    Console().print(table(title, found))
