"""What a server has found out about boards: reports, and the training of bots for one."""

from __future__ import annotations

from importlib.metadata import version

from ...boards.digest import fingerprint
from ...bots.evaluation import weights_of
from ...rules.board import Board
from ..errors import Refused
from .desk import Desk, key_of
from .jobs import Job
from .kinds import REPORT, REPORT_BUDGET, TRAIN, TRAINING_S, carried


class Reports:
    """One for each board and set of modules, and a new one once bots have learned something new about it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def look(self, board: Board, modules: tuple[str, ...] = ()) -> Job | None:
        return await self._desk.look(report_key(board, modules))

    async def ask(self, board: Board, modules: tuple[str, ...] = ()) -> Job:
        return await self._desk.ask(REPORT, report_key(board, modules), carried(board, modules=modules))


def report_key(board: Board, modules: tuple[str, ...] = ()) -> str:
    # The name is in the report too, and two boards that play alike may have different ones.
    basis = board.id, modules, fingerprint(board), weights_of(board), REPORT_BUDGET, version("terminus")
    return key_of(REPORT, *basis)


class Trainings:
    """One for each board, whoever asks: by its fingerprint, as weights are."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def look(self, board: Board) -> Job | None:
        return await self._desk.look(training_key(board))

    async def ask(self, board: Board, person: str) -> Job:
        """Under way or done, or begun now for this person."""
        return await self._desk.ask(TRAIN, training_key(board), carried(board, person))

    async def withdraw(self, board: Board, person: str) -> None:
        """What is not finished is given up, if it was this person who wanted it."""
        job = await self.look(board)
        if job is None or job.finished:
            return
        if job.payload["person"] != person:
            raise Refused("Somebody else has these bots trained.", 403)
        await self._desk.jobs.withdraw(job.id)


def training_key(board: Board) -> str:
    return key_of(TRAIN, fingerprint(board), TRAINING_S, version("terminus"))
