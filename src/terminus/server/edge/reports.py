"""What is good about a board, over HTTP: its report, and the training of bots for it. Asked for, looked at
while it is made, and then there for whoever may see the board."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import delete, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, QueryParameter

from ...bots.evaluation import weights_of
from ...bots.report import BoardReport
from ...kernel import Unfit, installed, kernel_of
from ...rules.board import Board
from ...rules.ruleset import Ruleset
from ..errors import Refused
from ..shown.reports import ReportStage, TrainingStage
from ..shown.reviews import Stage
from ..table.lobby import rules_of
from ..work.jobs import Job
from .request import Request

Modules = Annotated[str, QueryParameter(max_length=80)]  # that it is played with; commas between them


@post("/api/boards/{board:str}/report", status_code=200, limit="reporting")
async def ask_report(request: Request, board: FromPath[str], modules: Modules = "") -> ReportStage:
    """Have a board reported on, played with these modules; asked twice, it is done once."""
    city = await request.board(board)
    return _report(await request.services.reports.ask(city, _modules(city, modules)))


@get("/api/boards/{board:str}/report", limit="costly")
async def get_report(request: Request, board: FromPath[str], modules: Modules = "") -> ReportStage:
    """The report, or how far it has come."""
    city = await request.board(board)
    return _report(await request.services.reports.look(city, _modules(city, modules)))


@post("/api/boards/{board:str}/training", status_code=200, limit="training")
async def ask_training(request: Request, board: FromPath[str]) -> TrainingStage:
    """Have bots trained for a board; asked twice, or by two, it is done once."""
    city = await request.board(board)
    if not _trainable(city):
        raise Refused("Bots cannot be trained for this board.", 403)
    return _training(request, city, await request.services.trainings.ask(city, request.user))


@get("/api/boards/{board:str}/training", limit="costly")
async def get_training(request: Request, board: FromPath[str]) -> TrainingStage:
    """How far the training has come."""
    city = await request.board(board)
    return _training(request, city, await request.services.trainings.look(city))


@delete("/api/boards/{board:str}/training", status_code=200, limit="costly")
async def withdraw_training(request: Request, board: FromPath[str]) -> TrainingStage:
    """Stop it before it is finished: whoever asked for it may."""
    city = await request.board(board)
    await request.services.trainings.withdraw(city, request.user)
    return _training(request, city, await request.services.trainings.look(city))


def _modules(board: Board, named: str) -> tuple[str, ...]:
    return rules_of(board, named.split(",")).modules if named else ()


def _trainable(board: Board) -> bool:
    """Whether bots can learn something here that they do not know from the package."""
    if board.city is None or not installed():
        return False
    try:
        kernel_of(Ruleset.of(board))
    except Unfit:
        return False
    return True


def _report(job: Job | None) -> ReportStage:
    state, done = stage_of(job)
    answer = job.answer if job is not None and state == "done" else None
    return ReportStage(state, done, None if answer is None else msgspec.convert(answer, BoardReport))


def _training(request: Request, board: Board, job: Job | None) -> TrainingStage:
    state, done = stage_of(job)
    mean = job.answer["mean"] if job is not None and state == "done" else None
    mine = job is not None and job.payload["person"] == request.user
    return TrainingStage(state, done, _trainable(board), mine, weights_of(board), mean)


def stage_of(job: Job | None) -> tuple[Stage, float]:
    """How far a job has come, of 1."""
    if job is None:
        return "none", 0.0
    if job.failure is not None:
        return "failed", 0.0
    if job.finished:
        return "done", 1.0
    return "running" if job.tries else "waiting", job.progress[0] if job.progress else 0.0


REPORTS: list[HTTPRouteHandler] = [ask_report, get_report, ask_training, get_training, withdraw_training]
