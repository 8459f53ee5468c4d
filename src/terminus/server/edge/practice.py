"""Practice over HTTP. An exercise is asked with the answer so far, so nothing of it is kept between two
questions; whose it is, is looked up each time."""

from __future__ import annotations

import time
from itertools import groupby

import msgspec
from litestar import get, post, put
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from ...kernel import installed
from ...review.exercise import Weighed
from ...review.positions import Posed, positions
from ..errors import Refused
from ..shown.frames import Why
from ..shown.practice import (
    BesideView,
    ExerciseView,
    LookingOver,
    PositionsView,
    PositionView,
    PracticeView,
    SolutionView,
    VerdictView,
    When,
)
from ..shown.shapes import View
from ..shown.views import view
from ..shown.why import why
from ..table.boxes import WAITS
from ..table.commands import Command
from ..table.practice import stepped
from ..work.practice import Judged, name_of
from .request import Request


class Answering(msgspec.Struct, forbid_unknown_fields=True):
    actions: list[str]  # so far, in notation


class Stepping(Answering, forbid_unknown_fields=True):
    do: Command


class Wondering(Answering, forbid_unknown_fields=True):
    about: str


class Putting(msgspec.Struct, forbid_unknown_fields=True):
    when: When


@get("/api/practise", limit="costly")
async def get_practice(request: Request) -> PracticeView:
    """What I have to practise; my latest games are looked over meanwhile."""
    return await _mine(request)


async def _mine(request: Request) -> PracticeView:
    _able()
    practice = request.services.practice
    looking = await practice.look_over(request.user)
    mine = await practice.exercises.of(request.user)
    return PracticeView(
        now=mine.now,
        later=mine.later,
        done=mine.done,
        back_in=None if mine.back is None else max(0.0, mine.back - time.time()),
        next=name_of(mine.next) if mine.next else None,
        looking=LookingOver(*looking) if looking else None,
    )


@get("/api/practise/positions", limit="costly")
async def get_positions(request: Request) -> list[PositionsView]:
    """The positions made by us, and which of them I have solved."""
    solved = await request.services.practice.exercises.solved(request.user)
    alike = groupby(positions().values(), lambda one: (one.board, one.modules))

    def shown(one: Posed) -> PositionView:
        return PositionView(one.id, one.level, one.id in solved)

    return [PositionsView(board, list(modules), list(map(shown, some))) for (board, modules), some in alike]


@get("/api/practise/{exercise:str}", limit="practising")
async def get_exercise(request: Request, exercise: FromPath[str]) -> ExerciseView:
    """The table of an exercise of mine, or of a position made by us."""
    _able()
    practice = request.services.practice
    asked = await practice.open(request.user, exercise)
    seen = view(await practice.table(asked, request.user), request.user)
    mine = asked.mine
    return ExerciseView(
        id=asked.id,
        view=seen,
        game=mine.game if mine else None,
        level=asked.posed.level if asked.posed else None,
        lost=mine.lost if mine else None,
        counts=mine is not None and mine.due is not None and mine.due <= time.time(),
        box=mine.box if mine else 0,
        boxes=len(WAITS),
    )


@post("/api/practise/{exercise:str}/step", status_code=200, limit="practising")
async def step_exercise(request: Request, exercise: FromPath[str], data: JSONBody[Stepping]) -> View:
    """The table after one step more of an answer."""
    practice = request.services.practice
    asked = await practice.open(request.user, exercise)
    state = await practice.table(asked, request.user, data.actions)
    return view(stepped(state, data.do), request.user)


@post("/api/practise/{exercise:str}/why", status_code=200, limit="practising")
async def why_exercise(request: Request, exercise: FromPath[str], data: JSONBody[Wondering]) -> Why:
    """Why something cannot be drawn there."""
    practice = request.services.practice
    asked = await practice.open(request.user, exercise)
    return why(await practice.table(asked, request.user, data.actions), request.user, data.about)


@post("/api/practise/{exercise:str}/answer", status_code=200, limit="practising")
async def answer_exercise(
    request: Request, exercise: FromPath[str], data: JSONBody[Answering]
) -> VerdictView:
    """Whether this answer is near enough to the best; then also why."""
    practice = request.services.practice
    asked = await practice.open(request.user, exercise)
    judged = await practice.answer(asked, request.user, data.actions)
    return _verdict(judged, judged.found)


@post("/api/practise/{exercise:str}/show", status_code=200, limit="practising")
async def show_exercise(request: Request, exercise: FromPath[str]) -> VerdictView:
    """What would have been found; it counts as missed."""
    practice = request.services.practice
    asked = await practice.open(request.user, exercise)
    return _verdict(await practice.answer(asked, request.user, None), True)


@put("/api/practise/{exercise:str}", limit="practising")
async def put_exercise(request: Request, exercise: FromPath[str], data: JSONBody[Putting]) -> PracticeView:
    """Not now, or not any more; and back again."""
    practice = request.services.practice
    await practice.put(await practice.open(request.user, exercise), data.when)
    return await _mine(request)


def _able() -> None:
    if not installed():
        raise Refused("This server cannot judge moves: the native kernel is not installed.", 501)


def _verdict(judged: Judged, told: bool) -> VerdictView:
    return VerdictView(
        found=judged.found,
        as_good=judged.as_good,
        lost=round(judged.answer.lost, 1) if judged.answer else 0.0,
        same=judged.same,
        counted=judged.counted,
        waits=judged.waits,
        solution=_solution(judged) if told else None,
    )


def _solution(judged: Judged) -> SolutionView:
    return SolutionView(list(judged.best.do), _beside(judged.answer), _beside(judged.then), judged.mistaken)


def _beside(one: Weighed | None) -> BesideView | None:
    return None if one is None else BesideView(list(one.reply.do), one.lost, one.difference)


PRACTICE: list[HTTPRouteHandler] = [
    get_practice,
    get_positions,
    get_exercise,
    step_exercise,
    why_exercise,
    answer_exercise,
    show_exercise,
    put_exercise,
]
