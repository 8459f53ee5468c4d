"""Checking what a board file says about its mechanics, its modules and their figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import fields as dataclass_fields
from typing import Any

from ..rules.board import Board
from ..rules.errors import Sentence
from ..rules.mechanics import KNOWN, MODULES
from ..rules.ruleset import build
from .faults import Spot
from .fields import Fields

Rules = tuple[tuple[str, Mapping[str, Any]], ...]


def read_mechanics(file: Fields) -> Rules:
    """Each rule with its figures."""
    tables = file.tables("mechanics")
    return tuple((str(t.get("rule")), {k: v for k, v in t.items() if k != "rule"}) for t in tables)


def check_mechanics(board: Board, file: Fields) -> None:
    """Notes a fault for each rule that is unknown or whose figures this board cannot be played with."""
    names = [name for name, _ in board.mechanics]
    if "route" not in names and "mechanics" not in file.faults.tables:
        file.fault(
            "mechanics",
            Sentence("a board needs the rule {rule}: it scores the lines", rule="route"),
            Spot(figures=("route",)),
        )
    times = Counter((name, str(figures.get("tag"))) for name, figures in board.mechanics)
    for name, _ in (rule for rule, count in times.items() if count > 1):
        file.fault("mechanics", Sentence("{name} is there twice", name=name), Spot(figures=(name,)))
    for name, figures in board.mechanics:
        if name in MODULES or name not in KNOWN:
            known = ", ".join(rule for rule in KNOWN if rule not in MODULES)
            file.fault(
                "mechanics",
                Sentence("there is no rule «{name}»; the rules are {known}", name=name, known=known),
            )
        else:
            _check(board, file, "mechanics", name, figures)
    for name, figures in board.modules.items():
        if name not in MODULES:
            text = Sentence(
                "there is no module «{name}»; the modules are {known}", name=name, known=", ".join(MODULES)
            )
            file.fault("modules", text)
        else:
            _check(board, file, "modules", name, figures)


def _check(board: Board, file: Fields, where: str, name: str, figures: Any) -> None:
    if not isinstance(figures, Mapping):
        file.fault(where, Sentence("{name} must be a table", name=name))
        return
    wanted = {f.name: str(f.type) for f in dataclass_fields(KNOWN[name])}  # type: ignore[arg-type]
    for key in sorted(figures.keys() - wanted.keys()):
        file.fault(where, Sentence("{name} has no figure «{key}»", name=name, key=key))
    known = {key: value for key, value in figures.items() if key in wanted}
    wrong = [key for key, value in known.items() if not FITS.get(wanted[key], _nothing)(value)]
    for key in wrong:
        file.fault(
            where,
            Sentence("{figure} has the wrong type", figure=f"{name}.{key}"),
            Spot(figures=(f"{name}.{key}",)),
        )
    for why in () if wrong else build(name, known).check(board):
        file.fault(where, why, Spot(figures=(name,)))


def _number(value: object) -> bool:
    return type(value) is int


def _truth(value: object) -> bool:
    return type(value) is bool


def _text(value: object) -> bool:
    return isinstance(value, str)


def _nothing(value: object) -> bool:
    """A field of a type that no file can write."""
    return False


def _list_of(entry: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and all(map(entry, value))


def _table_of(entry: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, Mapping) and all(map(entry, value.values()))


FITS: Mapping[str, Callable[[object], bool]] = {  # the type of a mechanic's field -> does a file's value fit
    "int": _number,
    "bool": _truth,
    "str": _text,
    "tuple[int, ...]": _list_of(_number),
    "tuple[str, ...]": _list_of(_text),
    "Mapping[str, int]": _table_of(_number),
    "Mapping[str, Mapping[str, Any]]": _table_of(lambda value: isinstance(value, Mapping)),
}
