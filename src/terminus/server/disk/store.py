"""Games on disk. `save` writes the difference between two states in one transaction, or nothing of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from secrets import randbelow

from sqlalchemy import ColumnElement, delete, exists, insert, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from ..errors import Refused, no_such_game
from ..table.codes import new_code
from ..table.keys import Key
from ..table.state import State
from .boards import Boards
from .clearing import remove
from .health import Health
from .news import Wrote
from .reading import moment, read_state
from .rows import game_row
from .schema import commands, games, links, seats
from .secrets import write_secrets
from .together import Conflict, Together, Write
from .writing import Statement, perform, told, written, written_rest

CODE_TRIES = 20
LINK_LASTS = 15 * 60.0  # seconds
APART = 60.0  # seconds that the clocks of two servers may be
LOBBY_LASTS = 7 * 24 * 3600.0  # seconds that a table waits for people without being touched


@dataclass(frozen=True, slots=True)
class Saved:
    """All that is stored of a game; `keys` are those of the commands that were taken (see keys.py)."""

    state: State
    keys: dict[Key, int]


class Store:
    def __init__(self, engine: AsyncEngine, health: Health | None = None) -> None:
        self.engine = engine
        self.health = health or Health(engine)
        self.boards = Boards(engine)
        self._together = Together(engine)
        self.number = randbelow(2**31)  # of this server, among those on one database

    async def create(self, state: State, secrets: Sequence[str] = ()) -> State:
        """Write a new game with the secrets of its shuffles; its code is changed if another game has it.
        `Conflict` if there is this very game already."""
        for _ in range(CODE_TRIES):
            try:
                async with self.engine.begin() as connection:
                    row = {**game_row(state.game), "at": time.time(), "version": state.version}
                    await connection.execute(insert(games).values(row))
                    await perform(connection, written_rest(State(state.game, ()), state))
                    await write_secrets(connection, state.game.id, secrets)
                return state
            except IntegrityError:
                await self._refuse_known(state.game.id)
                state = state.with_game(code=new_code())
        raise Refused("The game could not be saved. Please try again.", 503)

    async def _refuse_known(self, game: str) -> None:
        async with self.engine.connect() as connection:
            if await connection.scalar(select(games.c.id).where(games.c.id == game)) is not None:
                raise Conflict

    async def save(
        self, before: State, after: State, taken: Key | None = None, surplus: Sequence[Key] = ()
    ) -> State:
        """Write what changed, and the key of the command that changed it; the new state as it is now on disk.
        The `surplus` are keys to be dropped.

        Raises `Conflict`, and writes nothing, if what is on disk is not `before`.
        """
        write = Write(before.game.id, before.version, self._written(before, after, taken, surplus))
        await self._together.write(write)
        return replace(after, version=before.version + 1)

    async def redo(self, held: State, change: Callable[[State], State], taken: Key | None = None) -> State:
        """Make the change to the game as it is on disk, with all others kept out; `Conflict` if the command
        was taken before. So whoever came second once does not come second for ever."""
        try:
            async with self.engine.begin() as connection:
                here = select(games.c.id).where(games.c.id == held.game.id).with_for_update()
                if await connection.scalar(here) is None:
                    raise no_such_game()
                before = await read_state(connection, held.game.id, held) or held
                after = change(before)
                await perform(connection, self._written(before, after, taken))
        except IntegrityError:
            raise Conflict from None
        return replace(after, version=before.version + 1)

    def _written(
        self, before: State, after: State, taken: Key | None, surplus: Sequence[Key] = ()
    ) -> list[Statement]:
        """And what other servers are told of it, as part of it; there are no others on SQLite."""
        statements = written(before, after, taken, surplus)
        if self.engine.dialect.name == "postgresql":
            statements.append(told(Wrote(self.number, after.game.id, before.version + 1)))
        return statements

    async def load(self, game: str) -> Saved | None:
        async with moment(self.engine) as connection:
            state = await read_state(connection, game)
            if state is None:
                return None
            taken = await connection.execute(
                select(commands).where(commands.c.game == game).order_by(commands.c.number)
            )
            return Saved(state, {(row.person, row.key): row.number for row in taken})

    async def newest(self, held: State) -> State:
        """The game as it is now; what we hold, if that is how it is."""
        async with moment(self.engine) as connection:
            return await read_state(connection, held.game.id, held) or held

    async def was_taken(self, game: str, key: Key) -> bool:
        """Whether the command that somebody gave with this key has been taken, by whichever server."""
        here = (commands.c.game == game) & (commands.c.person == key[0]) & (commands.c.key == key[1])
        async with self.engine.connect() as connection:
            return await connection.scalar(select(commands.c.key).where(here)) is not None

    async def discard(self, game: str) -> None:
        """Nothing of it stays."""
        async with self.engine.begin() as connection:
            await remove(connection, [game])

    async def by_code(self, code: str, person: str) -> str | None:
        """The game that waits for people with this code, or that this person sits at."""
        waits = (games.c.phase == "lobby") & (games.c.at > time.time() - LOBBY_LASTS)
        sits = exists().where(seats.c.game == games.c.id, seats.c.person == person)
        async with self.engine.connect() as connection:
            found = await connection.scalar(select(games.c.id).where(games.c.code == code, waits | sits))
        return None if found is None else str(found)

    async def add_link(self, key: str, game: str, person: str) -> bool:
        """A link to a person's seat, if they have it at this moment: no other server can move it meanwhile.
        Those that have lapsed are forgotten."""
        here = select(games.c.id).where(games.c.id == game).with_for_update()
        sits = select(seats.c.seat).where(seats.c.game == game, seats.c.person == person)
        async with self.engine.begin() as connection:
            await connection.execute(here)
            if await connection.scalar(sits) is None:
                return False
            await connection.execute(delete(links).where(_lapsed()))
            await connection.execute(insert(links).values(key=key, game=game, person=person, at=time.time()))
        return True

    async def link(self, key: str) -> tuple[str, str] | None:
        """The game of a link that has not lapsed, and whose seat it moves."""
        async with self.engine.connect() as connection:
            found = await connection.execute(select(links).where(links.c.key == key, ~_lapsed()))
            row = found.mappings().first()
        return None if row is None else (row["game"], row["person"])

    async def use_link(self, key: str) -> bool:
        """It opens nothing from now on; whether it was there."""
        async with self.engine.begin() as connection:
            return bool((await connection.execute(delete(links).where(links.c.key == key))).rowcount)


def _lapsed() -> ColumnElement[bool]:
    """Or made later than now: then the clock was put back, and nobody knows how old it is."""
    now = time.time()
    return or_(links.c.at <= now - LINK_LASTS, links.c.at > now + APART)
