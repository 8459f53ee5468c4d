"""What servers on one PostgreSQL tell each other. News of a write is part of it: told when it is there to be
read, and never if it is not."""

from __future__ import annotations

import msgspec
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

CHANNEL = "terminus"
WORK = "terminus-work"  # the workers', who hear that there is something to do
NAMED = 12  # people in a message, which may have 8,000 bytes
NOTIFY = text("select pg_notify(:channel, :said)")


class News(msgspec.Struct, frozen=True, array_like=True):
    """`by` is the number of the server that tells it."""

    by: int
    game: str


class Wrote(News, tag="wrote", frozen=True, array_like=True):
    """The game has another version."""

    version: int


class Came(News, tag="came", frozen=True, array_like=True):
    """These people are connected there: their ids and what they call themselves."""

    people: list[tuple[str, str]]


class Went(News, tag="went", frozen=True, array_like=True):
    person: str


class Asks(News, tag="asks", frozen=True, array_like=True):
    """Whoever has the game open says who is there, and how far its clock has come."""


class Told(News, tag="told", frozen=True, array_like=True):
    """Who of those that sit there count as there, and when the clock of this turn runs out."""

    there: list[str]
    turn: str
    ends_in: float | None


class Worked(News, tag="worked", frozen=True, array_like=True):
    """A job has come further or to its end; `game` is the job's id."""


Said = Wrote | Came | Went | Asks | Told | Worked
_decoder = msgspec.json.Decoder(Said)


def write(news: Said) -> str:
    return msgspec.json.encode(news).decode()


def read(said: str) -> Said | None:
    """None for what we do not understand: a newer server's."""
    try:
        news: Said = _decoder.decode(said)
    except msgspec.MsgspecError:
        return None
    return news


async def tell(connection: AsyncConnection, news: Worked) -> None:
    """Told to all servers if and when the transaction is committed; there are no others on SQLite."""
    await notify(connection, CHANNEL, write(news))


async def notify(connection: AsyncConnection, channel: str, said: str) -> None:
    if connection.dialect.name == "postgresql":
        await connection.execute(NOTIFY, {"channel": channel, "said": said})
