"""Hashes of the code that plays, so that results of one build are not taken for another's."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path

PLAYING = ("rules", "boards", "record", "kernel", "bots")  # what decides how a game goes


@cache
def source_hash() -> str:
    """A hash of the sources and data of this installation; the same on machines of another kind."""
    root = Path(__file__).parents[2]
    files = [path for part in PLAYING for path in (root / part).rglob("*") if _counts(path)]
    return _hash(sorted(files))


@cache
def build_hash() -> str:
    """The same, with the native kernel as it was built here."""
    spec = find_spec("terminus_kernel")
    folders = spec.submodule_search_locations if spec else None
    native = [path for folder in folders or () for path in Path(folder).glob("*") if path.is_file()]
    return source_hash() + _hash(sorted(native))


def _counts(path: Path) -> bool:
    return path.is_file() and path.suffix != ".pyc"


def _hash(files: list[Path]) -> str:
    found = hashlib.sha256()
    for path in files:
        found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:12]
