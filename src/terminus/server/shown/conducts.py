"""A conducted game for the page: all of it for whoever turns its cards, and for those who follow no more than
what was turned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import msgspec

from ...record.conduct import Kind, Moment, moments
from ...record.dealer import Dealer
from ...rules.board import Board
from ...rules.mechanics.guided_visit import joker_face
from ...rules.ruleset import Ruleset
from ...rules.table import ROUNDS, Table
from .boards import Module, modules_of
from .shapes import TokenView
from .views import is_last_turn, to_go, turns


class ConductCity(msgspec.Struct):
    """Of a board what its cards and pencils need: the names are those that `Board` has for it."""

    id: str
    name: str
    lines: list[str]
    deck: list[str]
    joker: str
    modules: list[Module]


class PencilView(msgspec.Struct):
    line: str
    giver: int | None  # the seat that had it in the round before; it lay on the table if nobody did


class ConductStep(msgspec.Struct):
    """What lies on the table at one moment."""

    kind: Kind
    round: int
    turn: int
    controller: int
    turned: list[list[str]]
    left: int
    to_go: dict[str, int]
    last_turn: bool
    pencils: list[PencilView]  # by seat
    tokens: list[TokenView]
    event: dict[str, Any] | None  # of the log, if there is one for it


class Conduct(msgspec.Struct):
    """A whole conducted game, as it is dealt and kept."""

    city: ConductCity
    modules: list[str]
    steps: list[ConductStep]


class NewConduct(msgspec.Struct):
    """For whoever conducts it, and nobody else: it holds cards to come."""

    code: str
    key: str  # proves that it is the conductor who says how far the game has come
    names: list[str]
    conduct: Conduct


class FollowView(msgspec.Struct):
    """For those who follow: what is turned, and not even how much is to come."""

    code: str
    version: int
    at: int
    city: ConductCity
    modules: list[str]
    names: list[str]
    step: ConductStep
    next: str | None  # the code of the game that the same people play after this one


class ConductedView(msgspec.Struct):
    """What was turned so far, as the events of a log."""

    code: str
    board: str
    modules: list[str]
    names: list[str]
    events: list[dict[str, Any]]
    over: bool


def dealt(ruleset: Ruleset, seats: int, dealer: Dealer) -> Conduct:
    """A game from its first card to its last."""
    unnamed = [""] * seats
    steps = [_step(moment) for moment in moments(ruleset, unnamed, dealer)]
    return Conduct(_city(ruleset.board), list(ruleset.modules), steps)


def events(conduct: Conduct, names: Sequence[str], at: int) -> list[dict[str, Any]]:
    """The log as far as the cards were turned."""
    said = [step.event for step in conduct.steps[: at + 1] if step.event is not None]
    seats = [name or f"Player {number}" for number, name in enumerate(names, 1)]
    return [{**said[0], "seats": seats}, *said[1:]]


def _city(board: Board) -> ConductCity:
    lines, deck = list(board.lines), list(board.deck.cards)
    return ConductCity(board.id, board.name, lines, deck, joker_face(board), modules_of(board))


def _step(moment: Moment) -> ConductStep:
    table = moment.table
    return ConductStep(
        kind=moment.kind,
        round=min(table.round, ROUNDS),
        turn=table.turn,
        controller=table.controller,
        turned=turns(table.turned),
        left=len(table.remaining),
        to_go=to_go(table),
        last_turn=is_last_turn(table),
        pencils=_pencils(table),
        tokens=[TokenView(**asdict(token)) for token in table.ruleset.tokens(table.positions[0])],
        event=dict(moment.event) if moment.event else None,
    )


def _pencils(table: Table) -> list[PencilView]:
    now = min(table.round, ROUNDS) - 1
    before = [row[now - 1] for row in table.pencils] if now else []
    held = [row[now] for row in table.pencils]
    return [PencilView(line, before.index(line) if line in before else None) for line in held]
