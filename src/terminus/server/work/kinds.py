"""The kinds of jobs there are. What a job comes to follows from its payload and what is in the database.

Each kind is a queue: the oldest in it comes next, and no more than so many may wait. A review takes less than
a second, so it never stands behind what is slow: that has a place of its own, beside the reviews'. All but
what is urgent gives way to everybody. A kind that takes long tells how far it is with `Task.report`, which
also ends it when nobody wants it any more.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, TypeVar

import msgspec

from ...boards import board as shipped_board
from ...boards.digest import fingerprint
from ...boards.own import named_board
from ...bots.evaluation import weights_of
from ...bots.judge import Judge
from ...bots.report import Budget, report
from ...bots.report import as_json as as_shown
from ...bots.train import Training, train
from ...record.log import Event
from ...review import DEPTH, FaceUp, Game, Settings, as_json, face_up, review
from ...rules.board import Board
from ...rules.table import Table
from ..table import thinking

T = TypeVar("T")


class Withdrawn(Exception):
    """Nobody wants it any more, at least not of us."""


class Task(Protocol):
    """A job in the hands of who does it."""

    @property
    def payload(self) -> Any: ...

    async def table(self, game: str, number: int) -> Table:
        """A game's table after so many events."""

    async def log(self, game: str) -> list[Event]:
        """All that has happened in a game."""

    async def run(self, work: Callable[[], T]) -> T:
        """In a thread of its own."""

    async def keep_weights(self, board_print: str, data: bytes) -> str:
        """For all bots that play this board from now on; what they are called."""

    def report(self, part: float, said: str) -> None:
        """How much is done, of 1, and in words. To be called in that thread; raises `Withdrawn`."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Somebody's turn waits for what is urgent: it goes before the others, and must not take long. What is
    slow takes seconds or minutes: each such kind has a place of its own in each worker. No more than `most`
    may wait, and `again` is the seconds until one has surely been done."""

    work: Callable[[Task], Awaitable[Any]]
    urgent: bool = False
    slow: bool = False
    most: int | None = None
    again: int = 15


class Thought(msgspec.Struct, frozen=True):
    """A bot's answer to the card that is turned by this event of a game."""

    game: str
    number: int
    seat: int
    level: str
    seed: int


async def think(task: Task) -> list[str]:
    asked = msgspec.convert(task.payload, Thought)
    table = await task.table(asked.game, asked.number)
    return await task.run(partial(thinking.think, table, asked.seat, asked.level, asked.seed))


PLAY_ON = 100  # games from each mistake, to tell why: a third of what a review costs, or two thirds


class LookingBack(msgspec.Struct, frozen=True):
    """The review of a game that is over."""

    game: str
    depth: int = DEPTH
    play_on: int = PLAY_ON


async def look_back(task: Task) -> Any:
    asked = msgspec.convert(task.payload, LookingBack)
    log = await task.log(asked.game)

    settings = Settings(depth=asked.depth, play_on=asked.play_on)

    def watch(done: int, total: int) -> None:
        task.report(done / total, "")

    def reviewed() -> Any:
        game = Game.of(log)
        return as_json(review(game, settings, watch, judge=judge_of(game, settings.depth)))

    return await task.run(reviewed)


class Unread(Exception):
    """What was learned for a board is known by name and cannot be had just now."""


def judge_of(game: Game, depth: int = DEPTH) -> Judge:
    """Who judges by what was learned for the board, if there is something: what was found out is kept under
    its name."""
    judge = Judge(game.ruleset, depth)
    if judge.weights is None and (name := weights_of(game.ruleset.board)) is not None:
        raise Unread(f"the weights {name} of the board {game.ruleset.board.id} cannot be read")
    return judge


class Allowing(msgspec.Struct, frozen=True):
    """What the very cards of a game allowed one of its seats."""

    game: str
    seat: int


async def deck_face_up(task: Task) -> Any:
    asked = msgspec.convert(task.payload, Allowing)
    log = await task.log(asked.game)

    def watch(done: int, total: int) -> None:
        task.report(done / total, "")

    def allowed() -> FaceUp:
        game = Game.of(log)
        return face_up(game, asked.seat, watch=watch, judge=judge_of(game))

    found = await task.run(allowed)
    return {"best": found.best, "turns": found.turns}


class Carried(msgspec.Struct, frozen=True):
    """A board: one that ships, or one that somebody made and that comes with the job."""

    board: str
    city: dict[str, Any] | None = None
    person: str = ""  # who asked, where only they may stop it
    modules: tuple[str, ...] = ()  # that it is played with

    def found(self) -> Board:
        return shipped_board(self.board) if self.city is None else named_board(self.board, self.city)


def carried(board: Board, person: str = "", modules: tuple[str, ...] = ()) -> Any:
    city = None if board.city is None else dict(board.city)
    return msgspec.to_builtins(Carried(board.id, city, person, modules))


async def look_at_board(task: Task) -> Any:
    """The report on a board."""
    asked = msgspec.convert(task.payload, Carried)
    board = asked.found()

    def watch(done: int, total: int) -> None:
        task.report(done / total, "")

    return await task.run(lambda: as_shown(report(board, REPORT_BUDGET, watch=watch, modules=asked.modules)))


async def train_bots(task: Task) -> Any:
    """Weights for a board; the answer is what they are called, and the mean of the last base games."""
    board = msgspec.convert(task.payload, Carried).found()

    def watch(done: int, total: int) -> None:
        task.report(done / total, "")

    weights, means = await task.run(lambda: train(board, Training.within(TRAINING_S), watch))
    return {"weights": await task.keep_weights(fingerprint(board), weights), "mean": round(means["base"], 1)}


REPORT_BUDGET = Budget(games=400, seconds=30)
TRAINING_S = 180.0  # of the processor
THINK, REVIEW, FACE_UP, REPORT, TRAIN = "think", "review", "face-up", "report", "train"
KINDS: dict[str, Kind] = {
    THINK: Kind(think, urgent=True),
    REVIEW: Kind(look_back, most=200),
    FACE_UP: Kind(deck_face_up, slow=True, most=60),
    REPORT: Kind(look_at_board, slow=True, most=12, again=60),
    TRAIN: Kind(train_bots, slow=True, most=12, again=300),
}
