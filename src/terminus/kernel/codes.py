"""The kernel's numbers for what the rules call by name. They are the native module's own and read from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .native import load


class Codes(Mapping[str, int]):
    """The numbers of one kind by name, in their order; looked up when they are asked for."""

    def __init__(self, kind: str) -> None:
        self._kind = kind

    @property
    def _codes(self) -> Mapping[str, int]:
        codes: Mapping[str, int] = load().codes[self._kind]
        return codes

    def __getitem__(self, name: str) -> int:
        return self._codes[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._codes)

    def __len__(self) -> int:
        return len(self._codes)

    def name(self, code: int) -> str:
        """The name of a number."""
        return list(self)[code]


RULE_CODES = Codes("rules")
PROMPT_CODES = Codes("prompts")
PHASE_CODES = Codes("phases")
# Sections are their own numbers; then come stations to circle, what a module lets one use, skip and done.
ACTION_CODES = Codes("actions")
