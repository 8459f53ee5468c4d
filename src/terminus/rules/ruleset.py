"""A ruleset: a board and an ordered tuple of mechanics, the board's own first, then its modules'."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from .board import Board
from .errors import BadModules, Sentence
from .mechanics import EXCLUSIVE, KNOWN, MODULES, Mechanic
from .packs import Token
from .position import Position

M = TypeVar("M", bound=Mechanic)


def build(name: str, figures: Mapping[str, Any]) -> Mechanic:
    """A mechanic with its figures, as a board file writes them."""
    frozen = {key: tuple(value) if isinstance(value, list) else value for key, value in figures.items()}
    return KNOWN[name](**frozen)


def _with_own(mechanics: tuple[Mechanic, ...], hook: str) -> tuple[Mechanic, ...]:
    return tuple(m for m in mechanics if getattr(type(m), hook) is not getattr(Mechanic, hook))


@dataclass(frozen=True, eq=False)
class Ruleset:
    board: Board
    modules: tuple[str, ...]
    mechanics: tuple[Mechanic, ...]
    reaching: tuple[Mechanic, ...] = field(init=False)
    offering: tuple[Mechanic, ...] = field(init=False)
    following: tuple[Mechanic, ...] = field(init=False)
    scoring: tuple[Mechanic, ...] = field(init=False)
    opening: tuple[Mechanic, ...] = field(init=False)
    _by_kind: Mapping[type[Mechanic], Mechanic] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        hooks = {"reaching": "reach", "offering": "offers", "following": "on_draw", "scoring": "points"}
        for name, hook in hooks.items():
            object.__setattr__(self, name, _with_own(self.mechanics, hook))
        object.__setattr__(self, "opening", tuple(m for m in self.mechanics if m.opening))
        object.__setattr__(self, "_by_kind", {type(m): m for m in reversed(self.mechanics)})

    @classmethod
    def of(cls, board: Board, modules: Iterable[str] = ()) -> Ruleset:
        """The rules of a board with these modules, listed in any order."""
        named = tuple(modules)
        chosen = tuple(module for module in MODULES if module in named)
        known = ", ".join(MODULES)
        for module in named:
            if module not in MODULES:
                text = Sentence(
                    "there is no module «{module}»; the modules are {known}", module=module, known=known
                )
                raise BadModules("unknown", module, text)
            if module not in board.modules:
                text = Sentence(
                    "the board {board} does not play the module {module}", board=board.id, module=module
                )
                raise BadModules("absent", module, text)
            if named.count(module) > 1:
                text = Sentence("the module {module} is named twice", module=module)
                raise BadModules("twice", module, text)
        *others, last = [module for module in chosen if module in EXCLUSIVE] or [""]
        if others:
            one = ", ".join(others)
            text = Sentence(
                "{one} and {other} exclude each other: at most one in a game (R7.2)", one=one, other=last
            )
            raise BadModules("exclusive", f"{one}, {last}", text)
        own = [build(name, figures) for name, figures in board.mechanics]
        added = [build(module, board.modules[module]) for module in chosen]
        return cls(board, chosen, (*own, *added))

    def tokens(self, position: Position) -> tuple[Token, ...]:
        """All that its mechanics have dealt, as this seat sees it."""
        return tuple(token for mechanic in self.mechanics for token in mechanic.show(position))

    def find(self, kind: type[M]) -> M | None:
        """Its mechanic of exactly this kind, if it has one."""
        return cast("M | None", self._by_kind.get(kind))
