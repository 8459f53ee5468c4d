"""SQLite's file, looked at before each commit: one that was deleted or replaced would take what it is given,
and be gone when we are. A deleted one is put back from what we still hold; a replaced one is left alone."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

INFO = "file"  # under which a connection keeps the file that it was opened on
Identity = tuple[int, int]


class SqliteFile:
    def __init__(self, path: Path) -> None:
        self.path = path
        self._ours = self._identity()

    def _identity(self) -> Identity | None:
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def opened(self, _: object, record: Any) -> None:
        """A new connection: it is good for the file that is there now."""
        record.info[INFO] = self._identity()

    def check(self, connection: Connection) -> None:
        if not self._identity() == self._ours == connection.info.get(INFO):
            self.complain()

    def look(self) -> None:
        if self._identity() != self._ours:
            self.complain()

    def complain(self) -> None:
        raise FileNotFoundError(
            f"{self.path} was deleted or replaced while the server was running; put it back, or start the "
            "server anew"
        )

    @property
    def deleted(self) -> bool:
        return self._identity() is None and self.path.parent.is_dir()

    async def put_back(self, engine: AsyncEngine) -> None:
        """What our connection still reads, as the file again; one that is there by then is left alone."""
        copy = self._beside("-rescued")
        copy.unlink(missing_ok=True)
        async with engine.connect() as connection:
            await connection.exec_driver_sql("VACUUM INTO ?", (str(copy),))
        await engine.dispose()
        for ending in ("-wal", "-shm"):  # of the file that is gone: they would spoil the new one
            self._beside(ending).unlink(missing_ok=True)
        _to_disk(copy)
        os.link(copy, self.path)
        copy.unlink()
        _to_disk(self.path.parent)
        self._ours = self._identity()

    def _beside(self, ending: str) -> Path:
        return self.path.with_name(f"{self.path.name}{ending}")


def _to_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
