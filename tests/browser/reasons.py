"""Where in a seeded game reasons come up: after which commands, at which station, and what is said."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from tests.strategies import eager, ruleset

from terminus.record.dealer import Dealer
from terminus.record.draft import Draft
from terminus.record.log import step
from terminus.record.notation import notate
from terminus.rules.actions import DONE, Action, Circle, Use
from terminus.rules.errors import Refusal
from terminus.rules.play import allowed, front, legal
from terminus.rules.refusal import reason
from terminus.rules.table import Table, commit
from terminus.rules.why_not import NO_MORE, why_not


@dataclass(frozen=True)
class Met:
    """What is asked in a game after these commands, and what is answered."""

    after: list[dict[str, object]]
    cell: str
    refusal: Refusal


def meetings(city: str, modules: tuple[str, ...], seed: int, known: set[str]) -> Iterator[Met]:
    """Each reason that is not known yet, where it first comes up in the game of this seed."""
    rng, dealer = random.Random(seed), Dealer(random.Random(seed))
    table = step(None, dealer.start(ruleset(city, modules), ["P"]))
    done: list[dict[str, object]] = []
    while not table.over:
        table = step(table, dealer.next_event(table) or {})
        if not table.positions[0].done:
            draft = Draft.of(table.positions[0])
            passes = legal(draft.position) == (DONE,)  # the server does that by itself
            while not passes and (action := _chosen(rng, draft)) != DONE:
                yield from _new(draft, done, known)
                done = [*done, {"draft": notate(draft.position.ruleset.board, action)}]
                draft = draft.take(action)
            done = done if passes else [*done, {"commit": True}]
            table = _handed_in(table, draft)


def _chosen(rng: random.Random, draft: Draft) -> Action:
    actions = legal(draft.position)
    return next((a for a in actions if isinstance(a, Use)), eager(rng, draft.position, actions))


def _handed_in(table: Table, draft: Draft) -> Table:
    finished, _ = draft.hand_in()
    return commit(table, 0, finished)


def _new(draft: Draft, done: list[dict[str, object]], known: set[str]) -> Iterator[Met]:
    for station in draft.position.ruleset.board.stations:
        refusal = _refusal(draft, station.id)
        if refusal and refusal != NO_MORE and refusal.why not in known:
            known.add(refusal.why)
            yield Met(done, station.cell, refusal)


def _refusal(draft: Draft, station: int) -> Refusal | None:
    """What a tap on a station is answered with, if it asks: where a bonus circles, it is about circling."""
    position, asked = draft.position, front(draft.position)
    if asked is not None and asked.reach is None:
        return None if Circle(station) in allowed(position) else reason(position, Circle(station))
    earlier = draft.without_section
    replaces = earlier is not None and why_not(earlier.position, station) is None
    return None if replaces else why_not(position, station)
