"""`terminus export` and `terminus import`: all games of a database as a folder or a zip of logs, and back."""

from __future__ import annotations

import shutil
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ...record.files import LARGEST_LOG, BadFile, read_lines, too_large
from ...record.log import LONGEST_LINE, write_line
from ...rules.errors import BadLog, Sentence
from ..table.state import State
from .archive import new_file
from .database import upgrade
from .logs import keep, played, read_log, stored
from .opening import check_newest, reading, writing

LOG, ZIP = ".jsonl", ".zip"
Write = Callable[[str, bytes], object]


async def export_to(given: str | None, to: Path) -> int:
    """Every game that has begun, as far as it has come, into a new folder or zip; how many they are."""
    written: set[str] = set()
    async with reading(given) as (connection, shown):
        await connection.run_sync(check_newest, shown)
        with _into_zip(to) if to.suffix == ZIP else _into_folder(to) as write:
            async for board, log in stored(connection):
                name = f"{board}-{played(log)[:16]}{LOG}"
                if name not in written:
                    write(name, "".join(map(write_line, log)).encode())
                    written.add(name)
    return len(written)


@contextmanager
def _into_zip(file: Path) -> Iterator[Write]:
    with new_file(file) as out, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        yield archive.writestr


@contextmanager
def _into_folder(folder: Path) -> Iterator[Write]:
    """There when it is whole."""
    part = folder.with_name(f"{folder.name}.part")
    try:
        if folder.exists():
            raise FileExistsError
        part.mkdir()
        try:
            yield lambda name, data: (part / name).write_bytes(data)
            part.rename(folder)
        finally:
            shutil.rmtree(part, ignore_errors=True)
    except FileExistsError:
        raise BadFile(Sentence("{path} exists already, and is not overwritten", path=folder)) from None
    except OSError as error:
        why = error.strerror or str(error)
        raise BadFile(Sentence("{path} cannot be written: {why}", path=folder, why=why)) from None


@dataclass(frozen=True, slots=True)
class Imported:
    new: Sequence[tuple[str, str]]  # the log's name, and the game that it has become
    known: int
    unfinished: int


async def import_from(given: str | None, named: Sequence[Path]) -> Imported:
    """All finished games of these logs, or none of them if one log is wrong; `BadFile` says which."""
    found = [(name, _state(name, lines)) for path in named for name, lines in _logs(path)]
    over = [(name, state) for name, state in found if state is not None]
    async with writing(given) as (connection, shown):
        await connection.run_sync(upgrade, shown)
        kept = await keep(connection, [state for _, state in over])
    new = [(name, state.game.id) for (name, _), state in zip(over, kept, strict=True) if state is not None]
    return Imported(new, len(over) - len(new), len(found) - len(over))


def _state(name: str, lines: Iterator[bytes]) -> State | None:
    try:
        return read_log(lines)
    except BadLog as error:
        raise BadFile(Sentence("{file}, {fault}", file=name, fault=error.sentence)) from None


def _logs(path: Path) -> Iterator[tuple[str, Iterator[bytes]]]:
    """The logs that a path names, one after the other."""
    if path.is_dir():
        for file in sorted(path.glob(f"*{LOG}")):
            yield str(file), read_lines(str(file))
    elif path.suffix == ZIP and path.is_file():
        yield from _in_zip(path)
    else:
        yield str(path), read_lines(str(path))


def _in_zip(path: Path) -> Iterator[tuple[str, Iterator[bytes]]]:
    try:
        with zipfile.ZipFile(path) as archive:
            for name in sorted(archive.namelist()):
                if name.endswith(LOG):
                    yield f"{path}: {name}", _lines(archive, path, name)
    except zipfile.BadZipFile:
        raise _damaged(path) from None


def _lines(archive: zipfile.ZipFile, path: Path, name: str) -> Iterator[bytes]:
    if archive.getinfo(name).file_size > LARGEST_LOG:
        raise too_large(f"{path}: {name}", LARGEST_LOG)
    try:
        with archive.open(name) as file:
            while line := file.readline(LONGEST_LINE + 1):
                yield line
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError):
        raise _damaged(path) from None


def _damaged(path: Path) -> BadFile:
    return BadFile(Sentence("{file} is no zip, or a damaged one", file=path))
