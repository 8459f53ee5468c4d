"""`terminus play`: a game in the terminal, full screen or in lines."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import Annotated, TextIO

from cyclopts import Parameter

from ..boards import BOARDS
from ..locale.spoken import t
from ..rules.errors import BadSetup, TerminusError
from ..rules.ruleset import Ruleset
from ..terminal.look import visible
from ..terminal.session import Session
from .arguments import Words, words
from .extras import extra
from .files import board_finder, find_own_board


class NoTerminal(TerminusError):
    """The full-screen game needs a terminal."""


def play(
    city: Annotated[
        str | None,
        Parameter(name="BOARD", help="a board that ships with Terminus, or a board file; else the first"),
    ] = None,
    /,
    *,
    players: Annotated[int, Parameter(help="how many people play at this keyboard")] = 1,
    names: Annotated[Words, Parameter(help="what they are called")] = (),
    bots: Annotated[Words, Parameter(help="bots to play against, a word each: easy, medium, hard…")] = (),
    modules: Annotated[
        Words, Parameter(help="modules to play with, a word each; any other word lists them")
    ] = (),
    seed: Annotated[int | None, Parameter(help="shuffle so that the game can be repeated")] = None,
    log: Annotated[Path | None, Parameter(help="where the log is kept; never an existing file")] = None,
    resume: Annotated[Path | None, Parameter(help="go on with the game in this log")] = None,
    board: Annotated[str | None, Parameter(help="with --resume: the board file, if it is not found")] = None,
    plain: Annotated[
        bool, Parameter(help="in lines of words, for pipes and screen readers", show_default=False)
    ] = False,
) -> None:
    """Play in the terminal: alone, at one keyboard, or against bots."""
    if not plain and not (_is_terminal(sys.stdin) and _is_terminal(sys.stdout)):
        raise NoTerminal(t("there is no terminal to play in; use --plain to play in lines of text"))
    if sys.stdin is None:
        raise NoTerminal(t("standard input is closed, so nobody can play"))
    if resume is not None:
        if city is not None or log is not None or players != 1 or names or bots or modules:
            raise BadSetup(t("--resume goes on with a game as it was set up; leave out the rest"))
        session = Session.resume(resume, board_finder(str(resume), board), seed)
    else:
        if board is not None:
            raise BadSetup(t("--board belongs to --resume; name the board or board file itself"))
        chosen = city or BOARDS[0]
        ruleset = Ruleset.of(find_own_board(chosen), words(modules))
        people = _people(players, tuple(map(visible, words(names))), alone=players == 1 and not bots)
        session = Session.new(ruleset, people, words(bots), log or _fresh_log(chosen), seed)
    try:
        if plain:
            _play_in_lines(session)
        else:
            _play_full_screen(session)
    finally:
        session.close()
    if not plain and session.kept:
        print(t("The game is kept in {path}.", path=session.log.path))


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def _play_in_lines(session: Session) -> None:
    from ..terminal.plain import PlainGame

    PlainGame(session, sys.stdin, sys.stdout).run()


def _play_full_screen(session: Session) -> None:
    with extra("terminal", t("the full-screen game (--plain plays without)")):
        from ..terminal.app import GameApp

    if (failure := GameApp(session).run()) is not None:
        raise failure


def _people(players: int, names: tuple[str, ...], alone: bool) -> tuple[str, ...]:
    if names and players in (1, len(names)):
        return names
    if names:
        raise BadSetup(t("there are {players} players but {names} names", players=players, names=len(names)))
    if not 1 <= players <= 4:
        raise BadSetup(t("one to four can play, not {players} (R2.1)", players=players))
    return (t("You"),) if alone else tuple(t("Player {number}", number=n) for n in range(1, players + 1))


def _fresh_log(city: str) -> Path:
    """A name in this folder that no file has yet."""
    stem = f"terminus-{Path(city).stem}-{datetime.now().astimezone():%Y%m%d-%H%M}"
    path, number = Path(f"{stem}.jsonl"), 1
    while path.exists():
        number += 1
        path = Path(f"{stem}-{number}.jsonl")
    return path
