"""Files on disk: reading what a user names, and a log that grows by one line at a time.

A line is on disk before the game goes on, an existing file is never overwritten, and a log that cannot be
replayed is never added to.
"""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

from ..rules.errors import TerminusError
from .log import Event, write_line

STDIN = "-"


class BadFile(TerminusError):
    """A file that cannot be read or written."""


def read_bytes(name: str) -> bytes:
    """The whole file, or standard input for `-`; raises `BadFile` where the system refuses."""
    try:
        if name != STDIN:
            return Path(name).read_bytes()
        if sys.stdin is None:
            raise BadFile("standard input is closed")
        return sys.stdin.buffer.read()
    except FileNotFoundError:
        raise BadFile(f"there is no file {name}") from None
    except IsADirectoryError:
        raise BadFile(f"{name} is a directory, not a file") from None
    except (OSError, ValueError) as error:
        raise BadFile(f"{name} cannot be read: {_why(error)}") from None


def _why(error: OSError | ValueError) -> str:
    return getattr(error, "strerror", None) or str(error)


class LogFile:
    """A log that is being written. `create` refuses an existing file, `reopen` goes on with one."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path, self._descriptor = path, descriptor

    @classmethod
    def create(cls, path: Path) -> LogFile:
        try:
            return cls(path, os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_APPEND, 0o666))
        except FileExistsError:
            raise BadFile(f"{path} exists already, and a log is never overwritten") from None
        except (OSError, ValueError) as error:
            raise BadFile(f"{path} cannot be written: {_why(error)}") from None

    @classmethod
    def reopen(cls, path: Path, data: bytes) -> LogFile:
        """Go on with a log that holds `data`; its last line is closed if it was left open."""
        try:
            log = cls(path, os.open(path, os.O_WRONLY | os.O_APPEND))
        except OSError as error:
            raise BadFile(f"{path} cannot be written: {_why(error)}") from None
        if data and not data.endswith(b"\n"):
            log._write(b"\n")
        return log

    def append(self, event: Event) -> None:
        """Write one event; it is on disk when this returns."""
        self._write(write_line(event).encode("utf-8"))

    def _write(self, data: bytes) -> None:
        """All of it or nothing: half a line would make the whole log unreadable."""
        try:
            before = os.fstat(self._descriptor).st_size
            try:
                if os.write(self._descriptor, data) < len(data):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                os.fsync(self._descriptor)
            except OSError:
                os.ftruncate(self._descriptor, before)
                raise
        except OSError as error:
            raise BadFile(f"{self.path} cannot be written: {_why(error)}") from None

    def close(self) -> None:
        os.close(self._descriptor)

    def discard(self) -> None:
        """Remove a log that holds nothing worth keeping."""
        self.close()
        self.path.unlink(missing_ok=True)
