"""A throw-away PostgreSQL: its own folder, its own port, gone when nobody needs it any more."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from .server import free_port

USER = "terminus"
PROGRAMS = ("initdb", "pg_ctl", "createdb")
NAMES = (f"test{n}" for n in count(1))


class NoPostgres(Exception):
    """Why there is none."""


@dataclass(frozen=True)
class Postgres:
    """A cluster below `folder`, run as `owner`: PostgreSQL refuses to be run by root."""

    binaries: Path
    folder: Path
    owner: pwd.struct_passwd
    port: int
    durable: bool = False  # whether it waits for the disk, as it does everywhere else

    def start(self) -> None:
        os.chown(self.folder, self.owner.pw_uid, self.owner.pw_gid)
        self._run("initdb", "--no-sync", "--auth=trust", "--encoding=UTF8", f"--username={USER}", "data")
        self.go_on()

    def go_on(self) -> None:
        settings = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories="
        settings += "" if self.durable else " -c fsync=off"
        self._run("pg_ctl", "start", "--wait", "--pgdata=data", "--log=log", f"--options={settings}")

    def stop(self) -> None:
        self._run("pg_ctl", "stop", "--wait", "--mode=immediate", "--pgdata=data")

    def freeze(self) -> None:
        """All of it stands still, and says nothing to anybody; the first process starts no more others."""
        os.kill(self._first, signal.SIGSTOP)
        for pid in self._children:
            os.kill(pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """The first process comes last: until then none of the others is gone for good."""
        for pid in [*self._children, self._first]:
            os.kill(pid, signal.SIGCONT)

    @property
    def _first(self) -> int:
        return int((self.folder / "data" / "postmaster.pid").read_text().split()[0])

    @property
    def _children(self) -> list[int]:
        children = Path(f"/proc/{self._first}/task/{self._first}/children").read_text().split()
        return list(map(int, children))

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
            if done.returncode:
                raise RuntimeError(f"{program}: {output.read()}")


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


@contextmanager
def throw_away(durable: bool = False) -> Iterator[Postgres]:
    """A cluster that runs; raises `NoPostgres` where there can be none."""
    binaries, owner = _binaries(), _owner()
    if binaries is None:
        raise NoPostgres("NO POSTGRESQL on this machine: the server was tested with SQLite only")
    if owner is None:
        raise NoPostgres("NO USER postgres, and PostgreSQL will not run as root: tested with SQLite only")
    # Not a folder that only its own user may enter, as pytest's are.
    with tempfile.TemporaryDirectory(prefix="terminus-postgres-", dir="/tmp") as folder:
        cluster = Postgres(binaries, Path(folder), owner, free_port(), durable)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()
