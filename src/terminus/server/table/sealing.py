"""Sealed shuffles at a table: who may contribute to what, and what the log says of it when a round is dealt.

A contribution stays with its seat, beside the log, until its round is dealt: so it makes no command late,
goes when the seat is given up, and moves with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ...record.dealer import Dealer
from ...record.sealed import SealedDealer
from ...record.seals import CONTRIBUTION, SEALED
from ...rules.table import ROUNDS
from ..errors import Refused
from .state import State


def to_come(state: State) -> range:
    """The rounds that are sealed and not dealt yet; 0 is the deal."""
    if not state.game.seals or state.game.phase == "over":
        return range(0)
    return SEALED if state.table is None else range(state.table.round + 1, ROUNDS + 1)


def asked_of(state: State, seat: int) -> list[int]:
    """To which of them this seat has not contributed."""
    return [number for number in to_come(state) if number not in state.seats[seat].contributions]


def contribute(state: State, seat: int, values: Mapping[str, str]) -> State:
    """What a seat adds to the shuffles of these rounds: all of it, or none if one is refused. The same again
    does nothing."""
    if not state.game.seals:
        raise Refused("The cards of this game are not sealed: there is nothing to contribute to.")
    here = state.seats[seat]
    given = {_round(name): value for name, value in values.items()}
    new = {number: value for number, value in given.items() if here.contributions.get(number) != value}
    for number, value in new.items():
        if not CONTRIBUTION.fullmatch(value):
            raise Refused("A contribution is 16 to 32 bytes, written as pairs of 0–9 and a–f.", 400)
        if number not in to_come(state):
            raise Refused("These cards are shuffled already: your contribution comes too late.")
        if number in here.contributions:
            raise Refused("You have contributed to this shuffle already, and the first contribution counts.")
    if not new:
        return state
    return state.with_seat(seat, replace(here, contributions={**here.contributions, **new}))


def _round(name: str) -> int:
    numbers = {str(number): number for number in SEALED}
    if name not in numbers:
        raise Refused("There is no round {round} to contribute to.", 400, round=name[:40])
    return numbers[name]


def hearing(state: State, dealer: Dealer) -> Dealer:
    """The dealer who shuffles with what the seats have contributed."""
    if not isinstance(dealer, SealedDealer):
        return dealer
    given = {
        number: {
            n: seat.contributions[number]
            for n, seat in enumerate(state.seats)
            if number in seat.contributions
        }
        for number in SEALED
    }
    return dealer.hearing(given)


def published(state: State, dealer: Dealer) -> State:
    """After the start event: the seals, and what was contributed to the deal."""
    return state.with_events(dealer.after_start()) if isinstance(dealer, SealedDealer) else state


def opened(state: State, dealer: Dealer) -> State:
    """Once the deal or a round is over: its opening, and what was contributed to the next round."""
    table = state.table
    if table is None or table.turn or not isinstance(dealer, SealedDealer):
        return state
    over = table.round - 1
    if any(event["event"] == "opening" and event["round"] == over for event in reversed(state.events)):
        return state
    return state.with_events(dealer.after_round(over))
