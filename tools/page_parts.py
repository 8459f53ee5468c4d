"""Which of the page's files the first view may need: all that no `later(import(…))` stands before."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

WEB = Path(__file__).parents[1] / "web" / "src"
DOOR = re.compile(r"\blater\(\s*(?:\(\) => )?import\('([^']+)'\)")
EDGE = re.compile(r"""(?:\bfrom\s+|\bimport\s+|\bimport\()['"](\.[^'"]+)['"]""")
ENDINGS = ("", ".ts", ".svelte.ts")


def files() -> list[Path]:
    return sorted(path for path in WEB.rglob("*") if path.suffix in (".svelte", ".ts"))


@cache
def first_files() -> frozenset[Path]:
    """From the entry on; what is asked for through a door comes with the words of its own."""
    found, waiting = set[Path](), [WEB / "main.ts"]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _needed_by(path)
    return frozenset(found)


def _needed_by(path: Path) -> list[Path]:
    text = path.read_text("utf-8")
    doors = set(DOOR.findall(text))
    return [file for name in EDGE.findall(text) if name not in doors for file in _file(path, name)]


def _file(path: Path, name: str) -> list[Path]:
    beside = (path.parent / name).resolve()
    return [file for ending in ENDINGS if (file := beside.with_name(beside.name + ending)).is_file()][:1]
