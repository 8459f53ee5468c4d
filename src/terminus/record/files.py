"""Files on disk: reading what a user names, and a log that grows by one line at a time.

Whatever is read has a largest size, for what a user names may have no end. A line is on disk before the game
goes on, an existing file is never overwritten, and a log that cannot be replayed is never added to.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from ..rules.errors import Sentence, TerminusError
from .log import LONGEST_LINE, Event, write_line

STDIN = "-"
MEGABYTE = 1 << 20
LARGEST_LOG = 32 * MEGABYTE  # a game of four has some 50 KB


class BadFile(TerminusError):
    """A file that cannot be read or written."""


def title(name: str) -> str:
    """What a file that a user names is called in a sentence."""
    return Sentence("standard input") if name == STDIN else name


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    """A file, or standard input for `-`; raises `BadFile` where the system refuses to open or read it."""
    try:
        if name != STDIN:
            with Path(name).open("rb") as file:
                yield file
        elif sys.stdin is None:
            raise BadFile(Sentence("standard input is closed"))
        else:
            yield sys.stdin.buffer
    except FileNotFoundError:
        raise BadFile(Sentence("there is no file {name}", name=name)) from None
    except IsADirectoryError:
        raise BadFile(Sentence("{name} is a directory, not a file", name=name)) from None
    except (OSError, ValueError) as error:
        raise BadFile(Sentence("{name} cannot be read: {why}", name=name, why=_why(error))) from None


def read_start(name: str, size: int) -> bytes:
    """The first bytes of a file."""
    with _opened(name) as file:
        return file.read(size)


def read_whole(name: str, largest: int) -> bytes:
    """All of a file that is no larger than this."""
    data = read_start(name, largest + 1)
    if len(data) > largest:
        raise too_large(name, largest)
    return data


def read_lines(name: str) -> Iterator[bytes]:
    """The lines of a log, one at a time; a line that is too long is handed on cut off."""
    size = 0
    with _opened(name) as file:
        if name != STDIN and os.fstat(file.fileno()).st_size > LARGEST_LOG:
            raise too_large(name, LARGEST_LOG)
        while line := file.readline(LONGEST_LINE + 1):
            size += len(line)
            if size > LARGEST_LOG:
                raise too_large(name, LARGEST_LOG)
            yield line


def too_large(name: str, largest: int) -> BadFile:
    return BadFile(
        Sentence(
            "{file} is larger than {size} MB, so it is not read", file=title(name), size=largest // MEGABYTE
        )
    )


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
            raise BadFile(
                Sentence("{path} exists already, and a log is never overwritten", path=path)
            ) from None
        except (OSError, ValueError) as error:
            raise BadFile(Sentence("{path} cannot be written: {why}", path=path, why=_why(error))) from None

    @classmethod
    def reopen(cls, path: Path) -> LogFile:
        """Go on with a log; its last line is closed if it was left open."""
        try:
            log = cls(path, os.open(path, os.O_RDWR | os.O_APPEND))
            last = os.pread(log._descriptor, 1, max(os.fstat(log._descriptor).st_size - 1, 0))
        except OSError as error:
            raise BadFile(Sentence("{path} cannot be written: {why}", path=path, why=_why(error))) from None
        if last not in (b"", b"\n"):
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
            raise BadFile(
                Sentence("{path} cannot be written: {why}", path=self.path, why=_why(error))
            ) from None

    def close(self) -> None:
        os.close(self._descriptor)

    def discard(self) -> None:
        """Remove a log that holds nothing worth keeping."""
        self.close()
        self.path.unlink(missing_ok=True)
