"""The review of a game over HTTP, and what its cards allowed: asked for, looked at while it is made, and then
there for whoever may see the replay."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec
from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from ...kernel import Unfit, installed, kernel_of
from ...record.log import is_counted
from ...review import Game as Played
from ...rules.position import Position
from ...rules.ruleset import Ruleset
from ..errors import Refused
from ..shown.reviews import FaceUpStage, FaceUpView, ReviewStage, ReviewView
from ..shown.sheets import score_view, sheet_view
from ..table.state import State
from ..work.jobs import Job
from ..work.reviews import Wanted, face_up_of, review_of
from .reports import stage_of
from .request import Request


@post("/api/games/{game:str}/review", status_code=200, limit="costly")
async def ask_review(request: Request, game: FromPath[str]) -> ReviewStage:
    """Have the game reviewed; asked twice, it is done once."""
    return _stage(await request.services.reviews.ask(await _over(request, game)))


@get("/api/games/{game:str}/review", limit="costly")
async def get_review(request: Request, game: FromPath[str]) -> ReviewStage:
    """The review, or how far it has come."""
    return _stage(await request.services.reviews.look(await _over(request, game)))


@post("/api/games/{game:str}/face-up/{seat:int}", status_code=200, limit="searching")
async def ask_face_up(request: Request, game: FromPath[str], seat: FromPath[int]) -> FaceUpStage:
    """Have it found out what the cards of this game allowed a seat; asked twice, it is done once."""
    state = await _finished(request, game)
    job = await request.services.reviews.ask(_seat_of(state, seat))
    return await _allowed(request, state, seat, job)


@get("/api/games/{game:str}/face-up/{seat:int}", limit="costly")
async def get_face_up(request: Request, game: FromPath[str], seat: FromPath[int]) -> FaceUpStage:
    """What they allowed, or how far it has come."""
    state = await _finished(request, game)
    job = await request.services.reviews.look(_seat_of(state, seat))
    return await _allowed(request, state, seat, job)


async def _over(request: Request, game: str) -> Wanted:
    return review_of(game, (await _finished(request, game)).city)


def _seat_of(state: State, seat: int) -> Wanted:
    if not 0 <= seat < len(state.seats):
        raise Refused("This table has no such seat.", 400)
    return face_up_of(state.game.id, state.city, seat)


async def _finished(request: Request, game: str) -> State:
    if not installed():
        raise Refused("This server cannot review games: the native kernel is not installed.", 501)
    async with request.services.rooms.held(game) as room:
        state = room.state
    if state.game.phase != "over":
        raise Refused("The review opens when the game is over.", 403)
    if is_counted(state.events):
        raise Refused("This game was counted from paper: there are no cards to review.")
    if not await asyncio.to_thread(_fits, state):
        raise Refused("This game cannot be reviewed: the native kernel cannot play this city.")
    return state


def _fits(state: State) -> bool:
    """Whether the kernel, which judges, can play this board with these modules."""
    try:
        kernel_of(Ruleset.of(state.city, state.game.modules))
    except Unfit:
        return False
    return True


def _stage(job: Job | None) -> ReviewStage:
    state, done = stage_of(job)
    answer = job.answer if job is not None and state == "done" else None
    return ReviewStage(state, done, None if answer is None else msgspec.convert(answer, ReviewView))


async def _allowed(request: Request, state: State, seat: int, job: Job | None) -> FaceUpStage:
    stage, _ = stage_of(job)
    if job is None or stage != "done":
        return FaceUpStage(stage, None)
    best, turns = job.answer["best"], job.answer["turns"]
    async with request.services.replaying:
        position = await asyncio.to_thread(sheet_of, state, seat, turns)
    scored = state.game.totals[seat]
    return FaceUpStage(stage, FaceUpView(best, scored, turns, sheet_view(position), score_view(position)))


def sheet_of(state: State, seat: int, turns: Sequence[Sequence[str]]) -> Position:
    """How a seat's sheet would look with these turns."""
    return Played.of(state.events).replied(seat, turns)


REVIEWS: list[HTTPRouteHandler] = [ask_review, get_review, ask_face_up, get_face_up]
