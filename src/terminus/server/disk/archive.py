"""Backups: every row of every table in one file, the same whichever database it came from.

A zip of JSON lines, a file a table, and `backup.json`, which says what must be there. It holds all that the
database does, identities and the cards to come too, so nobody but its owner may read it.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import zipfile
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from ...record.files import BadFile
from ...rules.errors import Sentence

FORMAT = "terminus-backup/1"
HEADER = "backup.json"
OWNER_ONLY = 0o600
LARGEST_HEADER = 1 << 20
LONGEST_ROW = 64 << 20
BYTES = "base64"
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """A table in a backup."""

    name: str
    rows: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Header:
    schema: str
    parts: tuple[Part, ...]  # those that others refer to come first


class Writer:
    """A backup in the making."""

    def __init__(self, file: IO[bytes]) -> None:
        self._zip = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED)
        self._parts: list[Part] = []

    async def table(self, name: str, rows: AsyncIterator[Row]) -> None:
        count, seen = 0, hashlib.sha256()
        with self._zip.open(f"{name}.jsonl", "w", force_zip64=True) as out:
            async for row in rows:
                line = json.dumps(dict(row), default=_bytes, separators=(",", ":")).encode() + b"\n"
                seen.update(line)
                out.write(line)
                count += 1
        self._parts.append(Part(name, count, seen.hexdigest()))

    def close(self, schema: str) -> int:
        """How many games it holds."""
        tables = [{"table": part.name, "rows": part.rows, "sha256": part.sha256} for part in self._parts]
        self._zip.writestr(
            HEADER, json.dumps({"format": FORMAT, "schema": schema, "tables": tables}, indent=1)
        )
        self._zip.close()
        return sum(part.rows for part in self._parts if part.name == "games")


def _bytes(value: object) -> object:
    if isinstance(value, bytes | memoryview):
        return {BYTES: base64.b64encode(bytes(value)).decode()}
    raise TypeError(f"no backup can hold a {type(value).__name__}")


@contextmanager
def new_file(path: Path) -> Iterator[IO[bytes]]:
    """A new file, there when it is whole, and never in place of another; only its owner may read it."""
    part = path.with_name(f"{path.name}.part")
    try:
        if path.exists():
            raise FileExistsError
        descriptor = os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, OWNER_ONLY)
        try:
            with os.fdopen(descriptor, "wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            os.link(part, path)
        finally:
            part.unlink()
    except FileExistsError:
        raise BadFile(Sentence("{path} exists already, and is not overwritten", path=path)) from None
    except OSError as error:
        raise BadFile(
            Sentence("{path} cannot be written: {why}", path=path, why=error.strerror or str(error))
        ) from None


class Reader:
    """A backup that has been checked from end to end; raises `BadFile` if it is none, or damaged."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._zip = zipfile.ZipFile(path)
        except FileNotFoundError:
            raise BadFile(Sentence("there is no file {name}", name=path)) from None
        except (OSError, zipfile.BadZipFile):
            raise self._none() from None
        self.header = self._header()
        for part in self.header.parts:
            self._check(part)

    def _none(self) -> BadFile:
        return BadFile(Sentence("{file} is no backup", file=self._path))

    def _header(self) -> Header:
        try:
            with self._zip.open(HEADER) as file:
                found = json.loads(file.read(LARGEST_HEADER))
            if found["format"] != FORMAT:
                raise self._none()
            parts = [Part(str(t["table"]), int(t["rows"]), str(t["sha256"])) for t in found["tables"]]
            return Header(str(found["schema"]), tuple(parts))
        except (KeyError, TypeError, ValueError, zipfile.BadZipFile, OSError):
            raise self._none() from None

    def _check(self, part: Part) -> None:
        damaged = BadFile(
            Sentence(
                "{file} is damaged: the rows of {table} are not the ones that were written",
                file=self._path,
                table=part.name,
            )
        )
        seen, count = hashlib.sha256(), 0
        try:
            for line in self._lines(part):
                seen.update(line)
                count += 1
        except Exception:  # a damaged zip raises whatever its decompressor does
            raise damaged from None
        if (count, seen.hexdigest()) != (part.rows, part.sha256):
            raise damaged

    def _lines(self, part: Part) -> Iterable[bytes]:
        with self._zip.open(f"{part.name}.jsonl") as file:
            while line := file.readline(LONGEST_ROW):
                yield line

    def rows(self, part: Part) -> Iterator[dict[str, Any]]:
        for line in self._lines(part):
            yield {name: _read(value) for name, value in json.loads(line).items()}


def _read(value: object) -> object:
    return base64.b64decode(value[BYTES]) if isinstance(value, dict) else value
