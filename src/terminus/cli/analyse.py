"""`terminus analyse`: a log's review for people or as JSON; without a log queries in, answers out."""

from __future__ import annotations

import json as json_format
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Annotated, Any, BinaryIO

from cyclopts import Parameter

from ..bots.judge import Judge
from ..locale.spoken import t
from ..record.files import STDIN, BadFile, read_lines, title
from ..record.log import FindBoard, read
from ..review import DEPTH, Game, Settings, as_json, review
from ..review import face_up as search_face_up
from ..review.queries import LONGEST_QUERY, OpenFile, answers, read_query
from ..review.shapes import face_up_json
from ..rules.errors import BadLog, BadSetup, Sentence
from .arguments import BoardFile, Json, LogName
from .extras import extra
from .files import board_finder
from .telling import told

MOST_WAITING = 64  # queries that are read and not yet answered
SAID = ("error", "warning")
SEED = Settings().seed
# What asks for different things.
APART = (
    ("--html", "--json"),
    ("--html", "--face-up"),
    ("--face-up", "--level"),
    ("--face-up", "--play-on"),
    ("--face-up", "--depth"),
    ("--face-up", "--seed"),
    ("--jobs", "LOG"),
)


def analyse(
    log: LogName | None = None,
    /,
    *,
    game: Annotated[
        str | None, Parameter(help="the log to review; - reads standard input", allow_leading_hyphen=True)
    ] = None,
    face_up: Annotated[
        bool,
        Parameter(
            help="instead: what these very cards allowed, by a search that knows them", show_default=False
        ),
    ] = False,
    json: Json = False,
    html: Annotated[
        Path | None, Parameter(help="write the review into this file: one page to keep, in four languages")
    ] = None,
    anonymous: Annotated[
        bool, Parameter(help="with --html: seats by number, no names", show_default=False)
    ] = False,
    depth: Annotated[int, Parameter(help="how many flips it looks at: from 1 to 3")] = DEPTH,
    level: Annotated[
        str | None,
        Parameter(help="your level: tells what the next one up does better; by points lost unless told"),
    ] = None,
    play_on: Annotated[
        int, Parameter(help="at each mistake play so many games on, to tell which rules it cost points")
    ] = 0,
    seed: Annotated[int, Parameter(help="of bots that are asked, and of games played on")] = SEED,
    seats: Annotated[
        tuple[int, ...],
        Parameter(
            help="only these seats, the first being 0; all unless told",
            consume_multiple=True,
            show_default=False,
        ),
    ] = (),
    jobs: Annotated[int, Parameter(help="how many queries are answered at once")] = 1,
    board: BoardFile = None,
) -> None:
    """Review a log: what every card and reply was worth. Without a log: JSON lines in, JSON lines out."""
    name, only = log or game, list(seats) or None
    if log and game:
        raise BadSetup(t("name one log, not two"))
    if jobs < 1:
        raise BadSetup(t("{option} must be at least 1, not {given}", option="--jobs", given=jobs))
    if name is None and (face_up or json or html):
        raise BadSetup(t("name the log: terminus analyse LOG"))
    changed = {"--depth": depth != DEPTH, "--seed": seed != SEED, "--jobs": jobs != 1}
    asked_for = {"--html": html, "--json": json, "--face-up": face_up, "--level": level, "--play-on": play_on}
    _check_apart({**asked_for, **changed, "LOG": name is not None})
    if anonymous and not html:
        raise BadSetup(t("{option} needs {other}", option="--anonymous", other="--html"))
    settings = Settings(depth=depth, level=level, play_on=play_on, seed=seed)
    if name is None:
        asked = {"depth": depth, "level": level, "play_on": play_on, "seed": seed, "seats": only}
        _serve(sys.stdin.buffer, jobs, board, asked)
    elif html is not None:
        _write_page(game_in(name, board), settings, only, html, anonymous)
    elif face_up:
        _print_face_up(game_in(name, board), only, json)
    else:
        _print_review(game_in(name, board), settings, only, json)


def _check_apart(given: Mapping[str, object]) -> None:
    """Raises `BadSetup` where two options ask for different things."""
    for one, other in APART:
        if given[one] and given[other]:
            raise BadSetup(
                t("{option} and {other} do not go together: choose one of them", option=one, other=other)
            )


def game_in(log: str, board: str | None) -> Game:
    """The game of a log file; every error names the file."""
    try:
        return Game.read(read(read_lines(log)), board_finder(log, board))
    except BadLog as error:
        raise BadFile(Sentence("{file}, {fault}", file=title(log), fault=error.sentence)) from None


def _file_in(name: str, board: str | None) -> Game:
    """The same of a file that a query names; standard input is where the other queries stand."""
    return game_in(f"./{name}" if name == STDIN else name, board)


def _write_page(game: Game, settings: Settings, seats: list[int] | None, file: Path, anonymous: bool) -> None:
    with extra("pictures", t("Drawing a picture")):
        from .analyse_html import page
    text = page(game, review(game, settings, seats=seats), anonymous)
    try:
        file.write_text(text, encoding="utf-8", errors="replace")
    except OSError as error:
        raise BadFile(Sentence("{file}: {why}", file=str(file), why=error.strerror or str(error))) from None


def _print_review(game: Game, settings: Settings, seats: list[int] | None, json: bool) -> None:
    found = review(game, settings, seats=seats)
    if json:
        print(json_format.dumps(as_json(found), ensure_ascii=False))
        return
    from .analyse_table import report
    from .printing import Paper

    Paper().print(report(game, found))


def _print_face_up(game: Game, seats: list[int] | None, json: bool) -> None:
    judge = Judge(game.ruleset)
    found = [search_face_up(game, seat, judge=judge) for seat in game.chosen(seats)]
    if json:
        print(json_format.dumps(face_up_json(game, judge, found), ensure_ascii=False))
        return
    from .analyse_table import face_up_report
    from .printing import Paper

    Paper().print(face_up_report(game, found))


def _serve(lines: BinaryIO, jobs: int, board: str | None, unless_told: Mapping[str, Any]) -> None:
    """Answers until there are no more queries and all are answered."""
    write = _writer()
    answer = partial(
        _answer,
        open_file=partial(_file_in, board=board),
        find=board_finder(STDIN, board),
        unless_told=unless_told,
        write=write,
    )
    pool = ThreadPoolExecutor(jobs)
    waiting: deque[Future[None]] = deque()
    try:
        for line in _queries(lines):
            waiting.append(pool.submit(copy_context().run, answer, line))
            while len(waiting) >= MOST_WAITING:
                waiting.popleft().result()
        for future in waiting:
            future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _queries(lines: BinaryIO) -> Iterator[bytes]:
    """The lines that are not empty; of one that is too long the beginning."""
    while line := lines.readline(LONGEST_QUERY + 1):
        rest = line
        while len(rest) > LONGEST_QUERY and not rest.endswith(b"\n"):
            rest = lines.readline(LONGEST_QUERY + 1)
        if line.strip():
            yield line


def _answer(
    line: bytes,
    open_file: OpenFile,
    find: FindBoard,
    unless_told: Mapping[str, Any],
    write: Callable[[dict[str, Any]], None],
) -> None:
    for answer in answers(read_query(line), open_file, find, unless_told):
        write({key: told(value) if key in SAID else value for key, value in answer.items()})


def _writer() -> Callable[[dict[str, Any]], None]:
    lock = Lock()

    def write(answer: dict[str, Any]) -> None:
        text = json_format.dumps(answer, ensure_ascii=False)
        with lock:
            print(text, flush=True)

    return write
