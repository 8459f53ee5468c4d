"""Checking what a board file says about its mechanics, its modules and their figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields as dataclass_fields
from typing import Any

from ..rules.board import Board
from ..rules.mechanics import KNOWN, MODULES
from ..rules.ruleset import build
from .fields import Fields

RATINGS = 5  # of six, the last has no upper bound


def check_mechanics(board: Board, file: Fields) -> None:
    """Notes a fault for each rule that is unknown or whose figures this board cannot be played with."""
    if len(board.ratings) != RATINGS or list(board.ratings) != sorted(set(board.ratings)):
        file.fault("solo.ratings", "must be five rising totals")
    rules = [(name, figures.get("tag")) for name, figures in board.mechanics]
    if "route" not in [name for name, _ in rules]:
        file.fault("mechanics", "a board needs the rule route: it scores the lines")
    for name, tag in rules:
        if rules.count((name, tag)) > 1:
            file.fault("mechanics", f"{name} is there twice")
    for name, figures in board.mechanics:
        if name in MODULES or name not in KNOWN:
            known = ", ".join(rule for rule in KNOWN if rule not in MODULES)
            file.fault("mechanics", f"there is no rule «{name}»; the rules are {known}")
        else:
            _check(board, file, "mechanics", name, figures)
    for name, figures in board.modules.items():
        if name not in MODULES:
            file.fault("modules", f"there is no module «{name}»; the modules are {', '.join(MODULES)}")
        else:
            _check(board, file, "modules", name, figures)


def _check(board: Board, file: Fields, where: str, name: str, figures: Any) -> None:
    if not isinstance(figures, Mapping):
        file.fault(where, f"{name} must be a table")
        return
    wanted = {f.name: str(f.type) for f in dataclass_fields(KNOWN[name])}  # type: ignore[arg-type]
    before = len(file.faults)
    for key, value in figures.items():
        if key not in wanted:
            file.fault(where, f"{name} has no figure «{key}»")
        elif not FITS[wanted[key]](value):
            file.fault(where, f"{name}.{key} has the wrong type")
    if len(file.faults) == before:
        file.faults.extend(f"{where}: {why}" for why in build(name, figures).check(board))


def _number(value: object) -> bool:
    return type(value) is int


def _text(value: object) -> bool:
    return isinstance(value, str)


def _list_of(entry: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and all(map(entry, value))


def _table_of(entry: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, Mapping) and all(map(entry, value.values()))


FITS: Mapping[str, Callable[[object], bool]] = {  # the type of a mechanic's field -> does a file's value fit
    "int": _number,
    "str": _text,
    "tuple[int, ...]": _list_of(_number),
    "tuple[str, ...]": _list_of(_text),
    "Mapping[str, int]": _table_of(_number),
    "Mapping[str, Mapping[str, Any]]": _table_of(lambda value: isinstance(value, Mapping)),
}
