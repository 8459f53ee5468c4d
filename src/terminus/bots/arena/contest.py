"""A contest: the games that bots are compared in. Game i is the same for every bot, every day."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ...boards.digest import fingerprint
from ...rules.board import Board
from ...rules.errors import BadSetup, Sentence
from ...rules.ruleset import Ruleset
from ...rules.table import PLACES
from ..games import Game, game_of


@dataclass(frozen=True, slots=True)
class Contest:
    """Two contests are equal if their games are. The same bot sits in all seats of a game."""

    ruleset: Ruleset = field(compare=False, repr=False)
    players: int
    seed: int
    board: str
    fingerprint: str  # tells boards of one name apart
    modules: tuple[str, ...]

    @classmethod
    def of(cls, board: Board, modules: Iterable[str] = (), players: int = 1, seed: int = 0) -> Contest:
        if players not in PLACES:
            raise BadSetup(Sentence("one to four can play, not {players} (R2.1)", players=players))
        ruleset = Ruleset.of(board, tuple(modules))
        return cls(ruleset, players, seed, board.id, fingerprint(board), ruleset.modules)

    def game(self, number: int) -> Game:
        return game_of(self.ruleset, self.players, self.seed, number)

    def facts(self) -> dict[str, Any]:
        """What tells its games from those of another contest, in JSON."""
        return {
            "board": self.board,
            "board_print": self.fingerprint,
            "modules": list(self.modules),
            "players": self.players,
            "seed": self.seed,
        }
