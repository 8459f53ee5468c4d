"""Games on paper: their cards, for whoever conducts them and for those who follow on devices of their own."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

import msgspec
from litestar import get, post, put
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import Response

from ...boards.house_rules import with_all_cards
from ...locale import msg
from ...rules.ruleset import Ruleset
from ..disk.conducts import Conducted
from ..errors import Refused
from ..shown.conducts import ConductedView, FollowView, NewConduct, dealt, events
from ..table.codes import CODE_LENGTH, read_code
from ..table.lobby import rules_of
from ..table.state import SEATS
from ..table.text import NAME_LENGTH, clean
from .addresses import is_reachable
from .limits import FOLLOWING
from .links import hashed, is_key, new_key
from .qr import qr_svg
from .request import Request
from .routes import LAN

NO_CONDUCT = msg("No cards are turned with the code {code}. Look at it again, or ask whoever turns them.")
Seen = Annotated[int | None, QueryParameter(ge=0)]


class Conducting(msgspec.Struct, forbid_unknown_fields=True):
    """A game for as many as have a name here, which may be empty."""

    board: str
    names: list[str]
    modules: list[str] = []
    all_cards: bool = False  # the house rule: every round goes through its whole deck


class Turning(msgspec.Struct, forbid_unknown_fields=True):
    key: str
    at: int
    names: list[str] | None = None
    next: str | None = None


class Turned(msgspec.Struct):
    at: int


@post("/api/conducts", limit="conducts")
async def new_conduct(request: Request, data: JSONBody[Conducting]) -> NewConduct:
    """A game with all its cards, for me to turn."""
    names = _names(data.names)
    boards, dealer = request.services.store.boards, request.services.rooms.new_dealer()
    ruleset = rules_of(await boards.to_play(data.board), data.modules)
    if data.all_cards:
        changed = await asyncio.to_thread(with_all_cards, ruleset.board)
        await boards.remember(changed)  # for who counts the sheets
        ruleset = Ruleset.of(changed, data.modules)
    conduct = await asyncio.to_thread(dealt, ruleset, len(names), dealer)
    key, known_by = new_key()
    code = await request.services.conducts.keep(conduct, known_by, names)
    return NewConduct(code, key, names, conduct)


@put("/api/conducts/{code:str}", limit="turning")
async def turn_conduct(request: Request, code: FromPath[str], data: JSONBody[Turning]) -> Turned:
    """How far I have turned the cards of my game, forwards or back."""
    conducted = await _found(request, code)
    _prove(request, conducted, data.key)
    if not 0 <= data.at < len(conducted.conduct.steps):
        raise Refused("This game has no such card.", 400)
    names = None if data.names is None else _names(data.names, len(conducted.names))
    then = None if data.next is None else read_code(data.next)
    await request.services.conducts.turn(conducted.code, data.at, names, then)
    request.services.following.changed(conducted.code)
    return Turned(data.at)


@get("/api/conducts/{code:str}")
async def follow_conduct(request: Request, code: FromPath[str], seen: Seen = None) -> FollowView:
    """What is turned now. Whoever has seen this version waits for the next, or is told after a while that
    there is none."""
    services = request.services
    known = await _known(request, code)  # before the wait, which would tell that there is such a game
    with services.limits.one_open(request.auth, FOLLOWING):
        found = await services.following.news(known, seen)
    if found is None:
        raise _nothing(code)
    conduct = found.conduct
    return FollowView(
        code=found.code,
        version=found.version,
        at=found.step,
        city=conduct.city,
        modules=conduct.modules,
        names=list(found.names),
        step=conduct.steps[found.step],
        next=found.next,
    )


@get("/api/conducts/{code:str}/events", limit="costly")
async def get_conducted(request: Request, code: FromPath[str]) -> ConductedView:
    """The events of the log that were turned so far: for who counts the sheets on another device."""
    found = await _found(request, code)
    conduct = found.conduct
    return ConductedView(
        code=found.code,
        board=conduct.city.id,
        modules=conduct.modules,
        names=list(found.names),
        events=events(conduct, found.names, found.step),
        over=conduct.steps[found.step].kind == "over",
    )


@get("/api/conducts/{code:str}/qr.svg", limit="costly", media_type="image/svg+xml")
async def get_conduct_qr(request: Request, code: FromPath[str]) -> Response[bytes]:
    """The link for those who follow as a QR code, if they can."""
    origin = request.public_origin
    if not is_reachable(origin):
        raise Refused(
            "Only this computer can reach this address. For others, start with: {command}", command=LAN
        )
    found = await _found(request, code)
    return Response(qr_svg(f"{origin}/c/{found.code}"), media_type="image/svg+xml")


def _names(wished: list[str], seats: int | None = None) -> list[str]:
    if not 1 <= len(wished) <= SEATS or (seats is not None and len(wished) != seats):
        raise Refused("A table has at most four seats.", 400)
    return [clean(name, NAME_LENGTH) for name in wished]


async def _known(request: Request, code: str) -> str:
    """A code that there is. Wrong ones are counted, by whatever way they are asked."""
    version = partial(request.services.conducts.version, read_code(code))
    if await request.services.limits.guess("codes", request.auth, version) is None:
        raise _nothing(code)
    return read_code(code)


async def _found(request: Request, code: str) -> Conducted:
    found = await request.services.conducts.find(await _known(request, code))
    if found is None:
        raise _nothing(code)
    return found


def _nothing(code: str) -> Refused:
    return Refused(NO_CONDUCT, 404, code=clean(code, CODE_LENGTH))


def _prove(request: Request, conducted: Conducted, key: str) -> None:
    """Only the conductor turns cards."""
    limits = request.services.limits
    limits.check("keys", request.auth)
    if not is_key(key) or hashed(key) != conducted.key:
        limits.spend("keys", request.auth)
        raise Refused("Only the device that began this game turns its cards.", 403)


CONDUCTS: list[HTTPRouteHandler] = [
    new_conduct,
    turn_conduct,
    follow_conduct,
    get_conducted,
    get_conduct_qr,
]
