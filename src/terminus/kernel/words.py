"""The kernel's numbers for what the rules call by name; the same as the enumerations in kernel/src."""

from __future__ import annotations

from collections.abc import Mapping

from ..rules.errors import TerminusError


class Unfit(TerminusError):
    """A game that the native kernel cannot play; the reference engine can."""


def _numbered(*names: str) -> Mapping[str, int]:
    return {name: number for number, name in enumerate(names)}


POWER_CODES = _numbered("double-section", "joker", "switch", "double-station")
EFFECT_CODES = _numbered("switch", "joker", "extension", "double-station")
BONUS_CODES = _numbered("switch", "double-visit", "double-district", "double-station")
PROMPT_CODES = _numbered("card", "second", "guided", "extension", "visit", "circle")
PHASES = ("special", "flip", "answer", "over")

# Actions: a section, then a station to circle, a power, skip and done.
CIRCLE = 192
USE = CIRCLE + 64
SKIP_CODE = USE + 4
DONE_CODE = SKIP_CODE + 1
ACTIONS = DONE_CODE + 1
