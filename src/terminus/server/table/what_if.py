"""What if: a seat of a finished game plays on from one of its turns, alone at a table of its own.

The new game's log is whole: it begins with what that seat drew until then, as a game of one. So whatever
reads logs reads it; its start event says where it came from.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from ...record.dealer import SettledDealer
from ...record.deals import Deal, beginning, settle
from ...rules.packs import Shuffle
from ...rules.table import ROUNDS
from ..errors import Refused
from .lobby import new_table
from .progress import answer, begin, playing
from .state import Event, Seat, State
from .text import NAME_LENGTH, clean

KEY = "what_if"  # of the start event


class WhatIf(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a game came from, and what was made of it there."""

    game: str
    seat: int
    round: int
    turn: int
    cards: Literal["same", "others"]
    name: str  # of who sat there; none as at that table
    total: int
    against: bool = False  # what happened is shown beside it, turn by turn


def origin(state: State) -> WhatIf | None:
    """What the start event says of it; nothing if that makes no sense, as in a log from elsewhere."""
    said = state.events[0].get(KEY) if state.events else None
    try:
        found = msgspec.convert(said, WhatIf | None)
    except msgspec.ValidationError:
        return None
    return found and msgspec.structs.replace(found, name=clean(found.name, NAME_LENGTH))


def whence(
    source: State, seat: int, round_: int, turn: int, cards: Literal["same", "others"], against: bool
) -> WhatIf:
    """This turn of a seat; refuses what the game has not."""
    if source.game.phase != "over":
        raise Refused("The game is not over yet.")
    if not 0 <= seat < len(source.seats):
        raise Refused("This table has no such seat.", 400)
    if not any((flip["round"], flip["turn"]) == (round_, turn) for flip in _events(source, "flip")):
        raise Refused("This game has no turn {turn} in round {round}.", 400, turn=turn, round=round_)
    made = (source.seats[seat].name, source.game.totals[seat])
    return WhatIf(source.game.id, seat, round_, turn, cards, *made, against)


def deal_from(source: State, what_if: WhatIf, shuffle: Shuffle[Any]) -> Deal:
    """The cards of the finished game, for its seat alone: all of them, or chance after that turn."""
    table, rounds = playing(source), ROUNDS if what_if.cards == "same" else what_if.round
    last = (what_if.round, what_if.turn)
    decks: list[list[str]] = [[] for _ in range(ROUNDS)]
    for flip in _events(source, "flip"):
        if what_if.cards == "same" or (flip["round"], flip["turn"]) <= last:
            decks[flip["round"] - 1] += flip["cards"]
    chance = settle(table.ruleset, shuffle)
    opened = {name: rows[:rounds] for name, rows in table.opened.items()}
    own = Deal(table.pencils[what_if.seat], chance.decks, table.dealt, chance.opened)
    return beginning(own, decks, opened)


def play_on(source: State, what_if: WhatIf, deal: Deal, me: Seat) -> State:
    """A table where all is as it was when that turn's cards lay there; refuses one that is over at once."""
    dealer = SettledDealer(deal)
    table = new_table(source.city, source.game.modules, None, [me])
    table = table.with_game(uncounted="what-if", deal=f"what if {table.game.id}")
    state = begin(table, dealer, {KEY: msgspec.to_builtins(what_if)})
    for turn in _events(source, "turn"):
        mine = turn["seat"] == what_if.seat and (turn["round"], turn["turn"]) < (what_if.round, what_if.turn)
        if mine and state.turn == f"{turn['round']}.{turn['turn']}":  # what could only be passed, was
            state = answer(state, 0, turn["do"], dealer)
    if state.game.phase == "over":
        raise Refused("From there on nothing could be drawn any more.")
    return state


def _events(state: State, kind: str) -> Iterator[Event]:
    return (event for event in state.events if event["event"] == kind)
