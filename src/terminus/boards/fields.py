"""Reading the fields of a board file: each asks for a type and notes a fault where it is another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..rules.errors import Sentence
from .faults import NOWHERE, Faults, Spot

MISSING = Sentence("missing")


class Fields:
    """A table of the file with its place in it, and the faults that all tables share."""

    def __init__(self, table: Mapping[str, Any], faults: Faults, where: str = "") -> None:
        self.table, self.faults, self.where = table, faults, where

    def fault(self, key: str, why: Sentence, at: Spot = NOWHERE) -> None:
        self.faults.add(f"{self.where}{key}", why, at)

    def only(self, *known: str) -> None:
        """Every other key is a fault: it was meant for something, and would do nothing."""
        for key in self.table:
            if key not in known:
                self.fault(key, Sentence("unknown key; there are {known}", known=", ".join(sorted(known))))

    def text(self, key: str, default: str | None = None) -> str:
        value = self.table.get(key, default)
        if isinstance(value, str):
            return value
        self.fault(key, MISSING if value is None else Sentence("must be text"))
        return ""

    def texts(self, key: str, default: list[str] | None = None) -> list[str]:
        return self._list(key, str, Sentence("must be a list of texts"), default)

    def numbers(self, key: str) -> list[int]:
        return self._list(key, int, Sentence("must be a list of whole numbers"), None)

    def _list(self, key: str, kind: type, otherwise: Sentence, default: list[Any] | None) -> list[Any]:
        value = self.table.get(key, default)
        if isinstance(value, list) and all(type(entry) is kind for entry in value):
            return value
        self.fault(key, MISSING if value is None else otherwise)
        return []

    def table_of(self, key: str, required: bool = False) -> Fields:
        value = self.table.get(key, {})
        if required and key not in self.table:
            self.fault(key, MISSING)
        if not isinstance(value, Mapping):
            self.fault(key, Sentence("must be a table"))
            value = {}
        return Fields(value, self.faults, f"{self.where}{key}.")

    def tables(self, key: str) -> list[Mapping[str, Any]]:
        value = self.table.get(key, [])
        if isinstance(value, list) and all(isinstance(entry, Mapping) for entry in value):
            return value
        self.fault(key, Sentence("must be written as [[{key}]] tables", key=key))
        return []
