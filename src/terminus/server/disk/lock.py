"""One process has a SQLite database: two would each hold tables in memory that the other changes, and never
hear of it. (On PostgreSQL they do: see `wire.py`.)

Whoever opens it takes a lock first, before anything is read or migrated, and keeps it until the end. The
system lets go of it when a process dies, however that happens, so there is never one to be cleared away.
"""

from __future__ import annotations

import fcntl
import os
import socket
from datetime import datetime
from pathlib import Path

from ...rules.errors import Sentence
from ..errors import Trouble

STARTING = Sentence("it has just been started")


def whoami() -> str:
    return f"process {os.getpid()} on {socket.gethostname()[:40]}"


def _taken(shown: str, holder: str) -> Trouble:
    return Trouble(
        Sentence(
            "another Terminus has the database {database} open: {holder}; stop that one, or choose another "
            "database with --database",
            database=shown,
            holder=holder,
        )
    )


class FileLock:
    """A locked file beside the database, which says who has it. It stays there, unlocked."""

    def __init__(self, database: Path) -> None:
        self.path = database.with_name(f"{database.name}-lock")
        self._file: int | None = None

    def take(self, shown: str) -> None:
        file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(file, 200).decode(errors="replace").strip()
            os.close(file)
            raise _taken(shown, holder or STARTING) from None
        since = datetime.now().astimezone().strftime("%Y-%m-%d %H:%M")
        os.ftruncate(file, 0)
        os.write(file, f"{whoami()}, since {since}\n".encode())
        self._file = file

    def release(self) -> None:
        if self._file is not None:
            os.ftruncate(self._file, 0)
            os.close(self._file)
            self._file = None
