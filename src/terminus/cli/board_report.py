"""`terminus board report BOARD`: what one should know of a board before one plays it."""

from __future__ import annotations

import json as json_format
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ..bots.arena.progress import progress
from ..bots.report import Budget, as_json
from ..bots.report import report as report_of
from ..bots.report.budget import GAMES, SECONDS
from ..locale.spoken import t
from ..record.files import BadFile
from ..rules.board import Board
from ..rules.errors import BadSetup, Sentence
from .arguments import BoardName, Json
from .extras import extra
from .files import find_board
from .printing import Paper
from .report_table import tables
from .telling import told

PIXELS = 1600
Games = Annotated[int, Parameter(help="games of random and of greedy players; stronger ones play fewer")]
Seconds = Annotated[float, Parameter(help="seconds of the processor that the games may take")]
Seed = Annotated[int, Parameter(help="the same seed says the same again")]
Output = Annotated[
    Path | None, Parameter(name=["--output", "-o"], help="a picture of where lines go: .svg or .png")
]


def report(
    board: BoardName,
    /,
    *,
    games: Games = GAMES,
    seconds: Seconds = SECONDS,
    seed: Seed = 1,
    output: Output = None,
    json: Json = False,
) -> None:
    """Say what one should know of a board before one plays it."""
    budget = Budget(games, seconds)
    budget.check()
    if output is not None and output.suffix.lower() not in (".svg", ".png"):
        raise BadSetup(t("{file}: a picture is written as .svg or .png", file=output.name))
    city = find_board(board)
    with progress(told) as watch:
        found = report_of(city, budget, seed, watch)
    if output is not None:
        _draw(output, city, found.heat)
    if json:
        print(json_format.dumps(as_json(found), ensure_ascii=False))
        return
    paper = Paper()
    for part in tables(city, found):
        paper.print(part)


def _draw(output: Path, board: Board, heat: Mapping[str, float]) -> None:
    with extra("pictures", t("Drawing a picture")):
        from ..drawing import heat_picture, png
    svg = heat_picture(board, heat, t("Where lines go in {city}", city=t(board.name)))
    content = svg.encode() if output.suffix.lower() == ".svg" else png(svg, PIXELS)
    try:
        output.write_bytes(content)
    except OSError as error:
        raise BadFile(Sentence("{file}: {why}", file=str(output), why=error.strerror or str(error))) from None
