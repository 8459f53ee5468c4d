"""`terminus train BOARD`: learns the evaluation that the bots judge a sheet of this board by."""

from __future__ import annotations

import json as json_format
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ..boards.digest import fingerprint
from ..bots.arena.progress import progress
from ..bots.evaluation import SUFFIX, own_folder
from ..bots.train import Training
from ..bots.train import train as train_board
from .arguments import BoardName, Json
from .files import find_board
from .telling import told


def train(
    board: BoardName,
    /,
    *,
    games: Annotated[int, Parameter(help="how many games to learn from")] = 1_000_000,
    refine: Annotated[int, Parameter(help="how many more games, slower ones, to refine it by")] = 200_000,
    start: Annotated[
        Path | None, Parameter(help="weights to refine, instead of learning from nothing")
    ] = None,
    seed: Annotated[int, Parameter(help="the same seed gives the same weights on the same machine")] = 1,
    output: Annotated[
        Path | None,
        Parameter(name=["--output", "-o"], help="where to write the weights, if not where bots find them"),
    ] = None,
    json: Json = False,
) -> None:
    """Train the bots' evaluation of a board by games against chance: base game and modules."""
    city = find_board(board)
    path = output or own_folder() / f"{fingerprint(city)}{SUFFIX}"
    with progress(told) as watch:
        weights, means = train_board(city, Training(games, refine, seed, start), watch)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(weights)
    if json:
        print(json_format.dumps({"weights": str(path), "means": means}))
        return
    print(f"{path}: " + ", ".join(f"{name} {mean:.1f}" for name, mean in means.items()))
