"""Reading the fields of a board file: each asks for a type and notes a fault where it is another."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

TOP_LEVEL = {
    "name", "note", "lines", "stations", "districts", "central_district", "secondary_districts", "sections",
    "departures", "tourist_sites", "river", "loop", "aerial_crossings", "deck", "solo",
    "mechanics", "modules",
}  # fmt: skip
SUB_TABLES = {
    "tourist_sites": ("stations",),
    "river": ("name", "course", "crossed_by"),
    "loop": ("colour", "stations", "path"),
    "deck": ("cards", "round_ends"),
    "solo": ("ratings",),
}


def has_control_characters(value: Any) -> bool:
    """Whether a text anywhere in a value would steer a terminal; grids and notes may have ends of lines."""
    if isinstance(value, Mapping):
        return any(map(has_control_characters, (*value, *value.values())))
    if isinstance(value, list):
        return any(map(has_control_characters, value))
    return isinstance(value, str) and any(
        unicodedata.category(sign) == "Cc" and sign not in "\n\t" for sign in value
    )


class Fields:
    """A table of the file with its place in it, and the list of faults that all tables share."""

    def __init__(self, table: Mapping[str, Any], faults: list[str], where: str = "") -> None:
        self.table, self.faults, self.where = table, faults, where

    def fault(self, key: str, why: str) -> None:
        self.faults.append(f"{self.where}{key}: {why}")

    def only(self, *known: str) -> None:
        """Every other key is a fault: it was meant for something, and would do nothing."""
        for key in self.table:
            if key not in known:
                self.fault(key, f"unknown key; there are {', '.join(sorted(known))}")

    def text(self, key: str, default: str | None = None) -> str:
        value = self.table.get(key, default)
        if isinstance(value, str):
            return value
        self.fault(key, "missing" if value is None else "must be text")
        return ""

    def texts(self, key: str, default: list[str] | None = None) -> list[str]:
        return self._list(key, str, "a list of texts", default)

    def numbers(self, key: str) -> list[int]:
        return self._list(key, int, "a list of whole numbers", None)

    def _list(self, key: str, kind: type, what: str, default: list[Any] | None) -> list[Any]:
        value = self.table.get(key, default)
        if isinstance(value, list) and all(type(entry) is kind for entry in value):
            return value
        self.fault(key, "missing" if value is None else f"must be {what}")
        return []

    def table_of(self, key: str, required: bool = False) -> Fields:
        value = self.table.get(key, {})
        if required and key not in self.table:
            self.fault(key, "missing")
        if not isinstance(value, Mapping):
            self.fault(key, "must be a table")
            value = {}
        return Fields(value, self.faults, f"{self.where}{key}.")

    def tables(self, key: str) -> list[Mapping[str, Any]]:
        value = self.table.get(key, [])
        if isinstance(value, list) and all(isinstance(entry, Mapping) for entry in value):
            return value
        self.fault(key, f"must be written as [[{key}]] tables")
        return []

    def grid(self, key: str) -> list[list[str]]:
        """A grid of one-character cells; ragged rows are a fault."""
        rows = [row.split() for row in self.text(key).splitlines() if row.strip()]
        for number, row in enumerate(rows):
            if len(row) != len(rows[0]):
                self.fault(key, f"row {number} has {len(row)} cells, row 0 has {len(rows[0])}")
            for column, letter in enumerate(row):
                if len(letter) != 1:
                    self.fault(key, f"row {number}, column {column}: «{letter}» is not one character")
        return rows
