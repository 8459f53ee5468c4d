"""Dealing by sealed shuffles. The dealer keeps nothing but its secrets: after a restart, or in another
process, the same cards come."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from ..rules.board import Board
from ..rules.cards import Card
from ..rules.errors import BadSetup, Sentence
from ..rules.mechanics import Mechanic
from ..rules.ruleset import Ruleset, build
from ..rules.table import Table
from .dealer import Dealer, not_dealt, start_event
from .seals import DEAL, Shuffle, seal_of

Contributions = Mapping[int, Mapping[int, str]]  # by round and seat


class SealedDealer(Dealer):
    """Deals what follows from the secrets of a game and from what was contributed to its shuffles."""

    def __init__(self, game: str, secrets: Sequence[str], contributions: Contributions | None = None) -> None:
        super().__init__()
        self.game, self._secrets, self._contributions = game, tuple(secrets), contributions or {}

    def hearing(self, contributions: Contributions) -> SealedDealer:
        return SealedDealer(self.game, self._secrets, contributions)

    @property
    def seals(self) -> tuple[str, ...]:
        return tuple(seal_of(self.game, number, secret) for number, secret in enumerate(self._secrets))

    def after_start(self) -> list[dict[str, Any]]:
        """What follows the start event: all seals, and what was contributed to the deal."""
        return [*(seal_event(*seal) for seal in enumerate(self.seals)), *self._contributed(DEAL)]

    def after_round(self, number: int) -> list[dict[str, Any]]:
        """What follows the end of a round: its opening, and what was contributed to the next one."""
        opening = opening_event(number, self._secrets[number], self._shuffle(number).key)
        return [opening, *self._contributed(number + 1)]

    def _contributed(self, number: int) -> list[dict[str, Any]]:
        given = sorted(self._contributions.get(number, {}).items())
        return [contribution_event(number, seat, value) for seat, value in given]

    def start(self, ruleset: Ruleset, seats: Sequence[str]) -> dict[str, Any]:
        shuffle = self._shuffle(DEAL)
        event = start_event(ruleset, seats, pencils(shuffle, ruleset.board), dealt(shuffle, ruleset))
        return {**event, "game": self.game}

    def _left(self, table: Table) -> Sequence[Card]:
        deck, turned = deck_of(self._shuffle(table.round), table.ruleset.board), len(table.turned)
        if deck[:turned] != list(table.turned):
            raise not_dealt(table.round)
        return deck[turned:]

    def _turned_up(self, table: Table, mechanic: Mechanic) -> Mapping[str, str]:
        return turned_up(self._shuffle(table.round), table, mechanic)

    def _shuffle(self, number: int) -> Shuffle:
        if not 0 <= number < len(self._secrets):
            raise BadSetup(Sentence("the secret of round {round} is missing", round=number))
        return Shuffle(self.game, number, self._secrets[number], self._contributions.get(number, {}))


def packs(board: Board) -> dict[str, list[str]]:
    """Whatever can be shuffled on a board, with all that it can be played with, by its label; sorted."""
    found: dict[str, Iterable[str]] = {"pencils": board.lines, "deck": board.deck.cards}
    for module, figures in board.modules.items():
        mechanic = build(module, figures)
        found |= {f"{mechanic.opening} {key}": pack for key, pack in mechanic.deal_round(board).items()}
        if dealt_pack := mechanic.deal(board):
            found[module] = dealt_pack.things
    return {label: sorted(things) for label, things in found.items()}


def pencils(shuffle: Shuffle, board: Board) -> list[str]:
    """Round the circle, the first seat's first one first."""
    return shuffle.order("pencils", board.lines)


def dealt(shuffle: Shuffle, ruleset: Ruleset) -> dict[str, Any]:
    """What the mechanics deal for the whole game; places are served in the order of their names."""
    packs = {m.name: pack for m in ruleset.mechanics if (pack := m.deal(ruleset.board))}
    return {
        name: replace(pack, places=tuple(sorted(pack.places))).deal(partial(shuffle.order, name))
        for name, pack in packs.items()
    }


def turned_up(shuffle: Shuffle, table: Table, mechanic: Mechanic) -> dict[str, str]:
    """What opens a round: of each pack the first of those that no earlier round has turned up."""
    earlier = table.opened.get(mechanic.name, ())[: table.round - 1]
    return {
        key: shuffle.order(f"{mechanic.opening} {key}", set(pack) - {seen[key] for seen in earlier})[0]
        for key, pack in mechanic.deal_round(table.ruleset.board).items()
    }


def deck_of(shuffle: Shuffle, board: Board) -> list[Card]:
    """A round's deck, the first card to be turned first."""
    return shuffle.order("deck", board.deck.cards)


def seal_event(number: int, seal: str) -> dict[str, Any]:
    return {"event": "seal", "round": number, "seal": seal}


def contribution_event(number: int, seat: int, value: str) -> dict[str, Any]:
    return {"event": "contribution", "round": number, "seat": seat, "value": value}


def opening_event(number: int, secret: str, key: str) -> dict[str, Any]:
    return {"event": "opening", "round": number, "secret": secret, "key": key}
