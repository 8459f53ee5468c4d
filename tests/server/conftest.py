"""A throw-away PostgreSQL: its own folder, its own port, gone when the tests end. And a server to play on."""

import asyncio
import os
import shutil
import tempfile
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from bench.trials.postgres import NoPostgres, Postgres, throw_away
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.server.live import Live, Player, serving

from terminus.server.complaints import faults
from terminus.server.disk.database import open_database


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with ExitStack() as stack:
        try:
            running = stack.enter_context(throw_away())
        except NoPostgres as why:
            pytest.skip(str(why))
        yield running


@pytest.fixture
def postgres_url(postgres: Postgres) -> str:
    """The address of an empty database that no other test has seen."""
    return postgres.new_database()


@pytest.fixture
def sqlite_file() -> Iterator[Path]:
    """In memory where the machine offers that: a real disk takes some milliseconds for each command."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as folder:
        yield Path(folder) / "games.sqlite3"


@pytest.fixture
def sqlite_url(sqlite_file: Path) -> str:
    return f"sqlite:///{sqlite_file}"


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """An empty database of each kind."""
    return str(request.getfixturevalue(f"{request.param}_url"))


@pytest.fixture
async def engine(url: str) -> AsyncIterator[AsyncEngine]:
    database = await open_database(url)
    yield database.engine
    await database.close()


@pytest.fixture(scope="session")
def up_to_date() -> Iterator[Path]:
    """An empty SQLite file that was brought up to date: that takes longer than many a test."""

    async def bring_up(file: Path) -> None:
        await (await open_database(f"sqlite:///{file}")).close()

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.sqlite3"
        asyncio.run(bring_up(file))
        yield file


@pytest.fixture
async def live(sqlite_file: Path, sqlite_url: str, up_to_date: Path) -> AsyncIterator[Live]:
    """A server on SQLite whose dealers shuffle in a known way."""
    shutil.copy(up_to_date, sqlite_file)
    async with serving(sqlite_url) as server:
        yield server


@pytest.fixture
async def seat(live: Live) -> AsyncIterator[Callable[[], Player]]:
    """Call it for another player at that server."""
    players: list[Player] = []

    def another() -> Player:
        players.append(live.player())
        return players[-1]

    yield another
    for player in players:
        await player.close()


@pytest.fixture(autouse=True)
def nothing_told_yet() -> None:
    faults.forget()


@pytest.fixture
def let_go() -> Iterator[threading.Event]:
    """Set when the test is over: threads that were made to wait for it end."""
    event = threading.Event()
    yield event
    event.set()
