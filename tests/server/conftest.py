"""A throw-away PostgreSQL: its own folder, its own port, gone when the tests end. And a server to play on."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.server.live import Live, Player, serving

from terminus.server.disk.database import open_database

USER = "terminus"
PROGRAMS = ("initdb", "pg_ctl", "createdb")
NAMES = (f"test{n}" for n in count(1))


@dataclass(frozen=True)
class Postgres:
    """A cluster below `folder`, run as `owner`: PostgreSQL refuses to be run by root."""

    binaries: Path
    folder: Path
    owner: pwd.struct_passwd
    port: int

    def start(self) -> None:
        os.chown(self.folder, self.owner.pw_uid, self.owner.pw_gid)
        self._run("initdb", "--no-sync", "--auth=trust", "--encoding=UTF8", f"--username={USER}", "data")
        settings = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
        self._run("pg_ctl", "start", "--wait", "--pgdata=data", "--log=log", f"--options={settings}")

    def stop(self) -> None:
        self._run("pg_ctl", "stop", "--wait", "--mode=immediate", "--pgdata=data")

    def new_database(self) -> str:
        name = next(NAMES)
        self._run("createdb", "--host=127.0.0.1", f"--port={self.port}", f"--username={USER}", name)
        return f"postgresql+asyncpg://{USER}@127.0.0.1:{self.port}/{name}"

    def _run(self, program: str, *arguments: str) -> None:
        # Output goes to a file: the server that pg_ctl leaves behind would hold a pipe open.
        as_root = os.geteuid() == 0
        with (self.folder / "output").open("w+") as output:
            done = subprocess.run(
                [self.binaries / program, *arguments],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                user=self.owner.pw_uid if as_root else None,
                group=self.owner.pw_gid if as_root else None,
                extra_groups=[] if as_root else None,
                timeout=60,
            )
            output.seek(0)
            assert done.returncode == 0, f"{program}: {output.read()}"


def _binaries() -> Path | None:
    """The folder of PostgreSQL's programs: where Debian keeps them, the newest first, or on the PATH."""
    packaged = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    on_path = shutil.which("initdb")
    folders = [*reversed(packaged), *([Path(on_path).parent] if on_path else [])]
    return next((folder for folder in folders if all((folder / name).exists() for name in PROGRAMS)), None)


def _owner() -> pwd.struct_passwd | None:
    if os.geteuid() != 0:
        return pwd.getpwuid(os.geteuid())
    return next((entry for entry in pwd.getpwall() if entry.pw_name == "postgres"), None)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    binaries, owner = _binaries(), _owner()
    if binaries is None:
        pytest.skip("NO POSTGRESQL on this machine: the server was tested with SQLite only")
    if owner is None:
        pytest.skip("NO USER postgres, and PostgreSQL will not run as root: tested with SQLite only")
    # Not pytest's tmp_path: only its own user may enter that.
    with tempfile.TemporaryDirectory(prefix="terminus-postgres-", dir="/tmp") as folder:
        cluster = Postgres(binaries, Path(folder), owner, _free_port())
        cluster.start()
        yield cluster
        cluster.stop()


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


@pytest.fixture
async def live(sqlite_url: str) -> AsyncIterator[Live]:
    """A server on SQLite whose dealers shuffle in a known way."""
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


@pytest.fixture
def let_go() -> Iterator[threading.Event]:
    """Set when the test is over: threads that were made to wait for it end."""
    event = threading.Event()
    yield event
    event.set()
