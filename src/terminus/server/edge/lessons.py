"""Lessons over HTTP: which there are and how far one has come, and the table of a new one."""

from __future__ import annotations

import msgspec
from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from ..errors import Refused
from ..lessons import Lesson, Part, lessons
from ..table.lobby import new_table
from ..table.state import Seat
from ..table.teaching import begin_lesson
from .request import Request
from .routes import GameId, name_at_table


class LessonInfo(msgspec.Struct):
    """A lesson as it may be known beforehand: nothing of its cards."""

    id: str
    part: Part
    board: str
    modules: list[str]
    name: str
    about: str
    game: str | None  # where it goes on


@get("/api/lessons", limit="costly")
async def get_lessons(request: Request) -> list[LessonInfo]:
    """Every lesson there is, with the game in which I am in the middle of it."""
    begun = await request.services.listing.lessons(request.user)
    return [_info(name, lesson, *begun.get(name, (None, 0))) for name, lesson in lessons().items()]


@post("/api/lessons/{lesson:str}", limit="games")
async def start_lesson(request: Request, lesson: FromPath[str]) -> GameId:
    """A table of my own where this lesson begins."""
    if lesson not in lessons():
        raise Refused("There is no lesson {lesson}.", 404, lesson=lesson[:40])
    taught, rooms = lessons()[lesson], request.services.rooms
    seat = Seat("person", name_at_table(await request.about_me()), person=request.user)
    table = new_table(taught.board, taught.modules, None, [seat])
    deal = f"lesson {table.game.id}"
    await rooms.deals.keep(deal, taught.ruleset, taught.deal(rooms.new_dealer().shuffle))
    async with rooms.created(table.with_game(lesson=lesson, deal=deal)) as room:
        await room.change(lambda state: begin_lesson(state, room.dealer))
        return GameId(room.state.game.id)


def _info(name: str, lesson: Lesson, game: str | None, number: int) -> LessonInfo:
    rules = (lesson.board, list(lesson.modules))
    unfinished = game if number < lesson.length else None
    return LessonInfo(name, lesson.part, *rules, lesson.name, lesson.about, unfinished)


LESSONS: list[HTTPRouteHandler] = [get_lessons, start_lesson]
