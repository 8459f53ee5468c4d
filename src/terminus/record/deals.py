"""Deals: everything that chance decides in a game, settled before it is played.

A deal can be kept, named and given to many tables, which then meet the same cards. It never enters a table
or a view: a `SettledDealer` holds it and turns up one thing after another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..rules.board import Board
from ..rules.cards import Card
from ..rules.errors import BadSetup, Sentence
from ..rules.mechanics import MODULES, Mechanic
from ..rules.packs import Dealt, Pack, Shuffle
from ..rules.ruleset import Ruleset, build
from ..rules.table import ROUNDS, Opened, Table, pencils_of, start

KEYS = ("pencils", "decks", "dealt", "opened")


@dataclass(frozen=True, slots=True)
class Deal:
    pencils: tuple[str, ...]  # round the circle, the first seat's first one first
    decks: tuple[tuple[Card, ...], ...]  # by round, the first to be turned first
    dealt: Dealt  # for the game, by mechanic
    opened: Opened  # what opens the rounds, by mechanic

    def table(self, ruleset: Ruleset, seats: Sequence[str]) -> Table:
        """The table before its first card."""
        return start(ruleset, self.dealt, seats, pencils_of(ruleset.board.lines, self.pencils, len(seats)))


def settle(ruleset: Ruleset, shuffle: Shuffle[Any]) -> Deal:
    """A deal of these rules. Pencils and decks are the same whatever else is in play, so what modules turn
    up round by round is shuffled first, in play or not."""
    board = ruleset.board
    pencils, decks = shuffle(board.lines), [shuffle(board.deck.cards) for _ in range(ROUNDS)]
    opened = {m.name: _rounds(m, board, shuffle) for m in _modules(board) if m.opening}
    return Deal(
        tuple(pencils),
        tuple(map(tuple, decks)),
        dealt_from(ruleset, shuffle),
        {module: opened[module] for module in ruleset.modules if module in opened},
    )


def dealt_from(ruleset: Ruleset, shuffle: Shuffle[Any]) -> dict[str, Any]:
    """What the mechanics deal for the whole game."""
    packs = {mechanic.name: mechanic.deal(ruleset.board) for mechanic in ruleset.mechanics}
    return {name: pack.deal(shuffle) for name, pack in packs.items() if pack}


def _modules(board: Board) -> list[Mechanic]:
    return [build(module, board.modules[module]) for module in MODULES if module in board.modules]


def _rounds(mechanic: Mechanic, board: Board, shuffle: Shuffle[Any]) -> tuple[Mapping[str, str], ...]:
    packs = {key: shuffle(pack) for key, pack in mechanic.deal_round(board).items()}
    return tuple({key: pack[number] for key, pack in packs.items()} for number in range(ROUNDS))


def beginning(deal: Deal, decks: Sequence[Sequence[Card]], opened: Opened) -> Deal:
    """The deal with these cards on top of its decks, and its rounds opened by these things first; whatever is
    not named stays in its order."""
    return replace(
        deal,
        decks=tuple(map(_first, decks, deal.decks)),
        opened={name: _opened_by(opened.get(name, ()), rows) for name, rows in deal.opened.items()},
    )


def _first(things: Sequence[str], pack: Sequence[str]) -> tuple[str, ...]:
    return (*things, *(thing for thing in pack if thing not in things))


def _opened_by(
    first: Sequence[Mapping[str, str]], rows: Sequence[Mapping[str, str]]
) -> tuple[Mapping[str, str], ...]:
    packs = {key: _first([row[key] for row in first], [row[key] for row in rows]) for key in rows[0]}
    return tuple({key: pack[number] for key, pack in packs.items()} for number in range(len(rows)))


def deal_file(deal: Deal) -> dict[str, Any]:
    """A deal as plain data, to be kept as JSON."""
    opened = {name: [dict(turned_up) for turned_up in rounds] for name, rounds in deal.opened.items()}
    return {
        "pencils": list(deal.pencils),
        "decks": [list(deck) for deck in deal.decks],
        "dealt": dict(deal.dealt),
        "opened": opened,
    }


def read_deal(ruleset: Ruleset, data: object) -> Deal:
    """The deal that was kept; raises `BadSetup` if these rules cannot have dealt it."""
    if not isinstance(data, Mapping) or not set(KEYS) <= set(data):
        raise BadSetup(Sentence("this is no deal; a deal has {keys}", keys=", ".join(KEYS)))
    board = ruleset.board
    if not _is_list(data["pencils"]) or sorted(map(str, data["pencils"])) != sorted(board.lines):
        lines = ", ".join(board.lines)
        raise BadSetup(Sentence("the deal's pencils must be {lines} in some order (R2.2)", lines=lines))
    if not _is_list(data["decks"]) or len(data["decks"]) != ROUNDS:
        raise BadSetup(Sentence("a deal has {rounds} decks, one for each round (R2.1)", rounds=ROUNDS))
    for number, deck in enumerate(data["decks"], 1):
        if not _is_list(deck) or sorted(map(str, deck)) != sorted(board.deck.cards):
            raise BadSetup(
                Sentence(
                    "the deal's deck of round {round} is not every card of the deck once (R2.4)", round=number
                )
            )
    deal = Deal(
        tuple(data["pencils"]),
        tuple(tuple(deck) for deck in data["decks"]),
        _mapping(data["dealt"], "dealt"),
        _opened(ruleset, _mapping(data["opened"], "opened")),
    )
    deal.table(ruleset, ["A"])  # refuses what cannot have been dealt for the game
    return deal


def _is_list(value: object) -> bool:
    return isinstance(value, list | tuple)


def _mapping(value: object, key: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadSetup(Sentence("the deal's {key} must be by module", key=key))
    return value


def _opened(ruleset: Ruleset, data: Mapping[str, Any]) -> Opened:
    opening = [mechanic for mechanic in ruleset.mechanics if mechanic.opening]
    if set(data) != {mechanic.name for mechanic in opening}:
        modules = ", ".join(data) or Sentence("no module")
        raise BadSetup(
            Sentence("the deal opens rounds for {modules}, not for those in play", modules=modules)
        )
    for mechanic in opening:
        packs, rows = mechanic.deal_round(ruleset.board), data[mechanic.name]
        whole = _is_list(rows) and all(isinstance(row, Mapping) and set(row) == set(packs) for row in rows)
        for key, pack in packs.items():
            if not whole or Pack(pack, ROUNDS).fault([row[key] for row in rows]):
                raise BadSetup(
                    Sentence(
                        "the deal's {name} must turn up a different {key} of {pack} in each round ({rule})",
                        name=mechanic.name,
                        key=key,
                        pack=", ".join(pack),
                        rule=mechanic.rule,
                    )
                )
    return {name: tuple(rounds) for name, rounds in data.items()}
