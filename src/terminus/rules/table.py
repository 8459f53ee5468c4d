"""A game of one to four seats: who holds which pencil, what is turned, who has answered.

Sheets are independent: the table only waits until every seat has answered. It never knows what the
next card is; whoever turns the cards calls `flip` with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from .cards import Card, is_switch
from .errors import BadSetup, Illegal, Sentence
from .mechanics import OPENINGS, Mechanic
from .packs import Dealt
from .play import ask
from .position import Position
from .ruleset import Ruleset
from .score import Item, score, winners
from .sheet import Sheet

ROUNDS = 4
Opened = Mapping[str, tuple[Mapping[str, str], ...]]  # by mechanic, round by round
PLACES = {1: (0,), 2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}  # seats in the circle of pencils (R2.2)


@dataclass(frozen=True, slots=True)
class Table:
    ruleset: Ruleset
    dealt: Dealt
    seats: tuple[str, ...]
    pencils: tuple[tuple[str, ...], ...]  # by seat, by round
    positions: tuple[Position, ...]
    answered: tuple[bool, ...]
    round: int = 1
    turn: int = 0
    turned: tuple[Card, ...] = ()  # in this round
    shown: tuple[Card, ...] = ()  # in this turn
    opened: Opened = field(default_factory=dict)  # what opened the rounds so far

    @property
    def over(self) -> bool:
        return self.round > ROUNDS

    @property
    def awaits_opening(self) -> Mechanic | None:
        """The mechanic that has something to turn up before the first card of the round."""
        if self.over:
            return None
        for mechanic in self.ruleset.opening:
            if len(self.opened.get(mechanic.name, ())) < self.round:
                return mechanic
        return None

    @property
    def awaits_flip(self) -> bool:
        return not self.over and self.awaits_opening is None and all(self.answered)

    @property
    def controller(self) -> int:
        """Who turns the cards in this round (R2.3)."""
        return (min(self.round, ROUNDS) - 1) % len(self.seats)

    @property
    def remaining(self) -> tuple[Card, ...]:
        """What is left in the deck: public, unlike its order."""
        return self.ruleset.board.deck.left(self.turned)


def pencils_of(lines: Sequence[str], first: Sequence[str], seats: int) -> tuple[tuple[str, ...], ...]:
    """The pencil of each seat in each round, if `first` goes round the circle of places (R2.2)."""
    if seats == 1:
        return (tuple(first),)
    return tuple(tuple(first[(place - r) % len(lines)] for r in range(ROUNDS)) for place in PLACES[seats])


def start(ruleset: Ruleset, dealt: Dealt, seats: Iterable[str], pencils: Iterable[Iterable[str]]) -> Table:
    """A table before the first card; raises `BadSetup` if such a game cannot be."""
    names = tuple(seats)
    held = tuple(tuple(row) for row in pencils)
    _check(ruleset, dealt, names, held)
    sheet = Sheet.empty(ruleset.board)
    positions = tuple(Position(ruleset, dealt, sheet, ruleset.board.lines.index(row[0])) for row in held)
    return Table(ruleset, dealt, names, held, positions, (True,) * len(names))


def _check(ruleset: Ruleset, dealt: Dealt, names: tuple[str, ...], held: tuple[tuple[str, ...], ...]) -> None:
    lines = ruleset.board.lines
    if len(names) not in PLACES:
        raise BadSetup(Sentence("one to four can play, not {players} (R2.1)", players=len(names)))
    if len(held) != len(names):
        raise BadSetup(
            Sentence(
                "there are {seats} seats but pencils for {held} (R2.2)", seats=len(names), held=len(held)
            )
        )
    for seat, row in enumerate(held):
        if sorted(row) != sorted(lines):
            raise BadSetup(
                Sentence(
                    "seat {seat} must hold each of {lines} once, not {given} (R2.2)",
                    seat=seat,
                    lines=", ".join(lines),
                    given=", ".join(row),
                )
            )
    if len(names) > 1:
        base = held[0]
        first = [base[-place % ROUNDS] for place in range(ROUNDS)]
        if pencils_of(lines, first, len(names)) != held:
            raise BadSetup(Sentence("the pencils do not go round the circle (R2.2)"))
    _check_dealt(ruleset, dealt)


def _check_dealt(ruleset: Ruleset, dealt: Dealt) -> None:
    dealing = [(m, pack) for m in ruleset.mechanics if (pack := m.deal(ruleset.board)) is not None]
    for name in sorted(set(dealt) - {mechanic.name for mechanic, _ in dealing}):
        raise BadSetup(Sentence("{name} are dealt but not in play", name=name))
    for mechanic, pack in dealing:
        if mechanic.name not in dealt:
            raise BadSetup(Sentence("{name} are missing ({rule})", name=mechanic.name, rule=mechanic.rule))
        if why := pack.fault(dealt[mechanic.name]):
            raise BadSetup(Sentence("{name} {why} ({rule})", name=mechanic.name, why=why, rule=mechanic.rule))


def open_round(table: Table, event: str, turned_up: Mapping[str, str]) -> Table:
    """Turn up what opens the round for a mechanic: one thing more of each of its packs."""
    mechanic = table.awaits_opening
    if mechanic is None or mechanic.opening != event:
        raise Illegal(OPENINGS[event].rule, Sentence("no {event} is turned up now", event=event))
    earlier = table.opened.get(mechanic.name, ())
    for key, pack in mechanic.deal_round(table.ruleset.board).items():
        if (thing := turned_up.get(key)) not in pack:
            raise Illegal(
                mechanic.rule,
                Sentence("there is no {event} with the {key} {thing}", event=event, key=key, thing=thing),
            )
        if any(thing == seen[key] for seen in earlier):
            raise Illegal(
                mechanic.rule,
                Sentence("the {key} {thing} was turned up in an earlier round", key=key, thing=thing),
            )
    opened = {**table.opened, mechanic.name: (*earlier, turned_up)}
    positions = tuple(position.noted(mechanic.name, turned_up) for position in table.positions)
    return replace(table, opened=opened, positions=positions)


def flip(table: Table, cards: Sequence[Card]) -> Table:
    """Turn the cards of the next turn; every seat is asked what it draws."""
    if table.over:
        raise Illegal("R2.1", Sentence("the game is over"))
    if (mechanic := table.awaits_opening) is not None:
        raise Illegal(
            mechanic.rule,
            Sentence("the round's {opening} has to be turned up first", opening=mechanic.opening),
        )
    if not all(table.answered):
        waiting = [seat for seat, answered in enumerate(table.answered) if not answered]
        raise Illegal("R2.5", Sentence("seat {seat} has not answered the last card yet", seat=waiting[0]))
    turn = table.ruleset.board.deck.turn(table.turn + 1, cards)
    for card in cards:
        if card in table.turned:
            raise Illegal("R2.5", Sentence("the card {card} was already turned in this round", card=card))
    if len(cards) == 2 and not is_switch(cards[0]):
        raise Illegal("R2.5", Sentence("the switch is turned before the card that goes with it"))
    positions = tuple(ask(position, turn) for position in table.positions)
    turned = (*table.turned, *cards)
    answered = (False,) * len(table.seats)
    return _at(table, positions, answered, turn.number, turned, tuple(cards))


def _at(
    table: Table,
    positions: tuple[Position, ...],
    answered: tuple[bool, ...],
    turn: int,
    turned: tuple[Card, ...],
    shown: tuple[Card, ...],
) -> Table:
    """The same game at another moment of its round. (Written out: this is what a game does most.)"""
    return Table(
        table.ruleset,
        table.dealt,
        table.seats,
        table.pencils,
        positions,
        answered,
        table.round,
        turn,
        turned,
        shown,
        table.opened,
    )


def commit(table: Table, seat: int, position: Position) -> Table:
    """Take a seat's finished answer; the last one of a round's last turn ends the round."""
    if not 0 <= seat < len(table.seats):
        raise Illegal("R2.1", Sentence("there is no seat {seat}", seat=seat))
    if table.over or table.answered[seat] or not table.shown:
        raise Illegal("R2.5", Sentence("seat {seat} has nothing to answer now", seat=seat))
    if not position.done:
        raise Illegal("R2.5", Sentence("the answer of seat {seat} is not complete", seat=seat))
    positions = (*table.positions[:seat], position, *table.positions[seat + 1 :])
    answered = (*table.answered[:seat], True, *table.answered[seat + 1 :])
    table = _at(table, positions, answered, table.turn, table.turned, table.shown)
    if all(answered) and table.ruleset.board.deck.is_over(table.turned):
        return _next_round(table)
    return table


def take_back(table: Table, seat: int, asked: Position) -> Table:
    """The seat has not answered, and is `asked` again; only while the table waits for somebody else."""
    if table.over or not table.answered[seat] or all(table.answered):
        raise Illegal("R2.5", Sentence("seat {seat} has nothing to take back now", seat=seat))
    positions = (*table.positions[:seat], asked, *table.positions[seat + 1 :])
    answered = (*table.answered[:seat], False, *table.answered[seat + 1 :])
    return _at(table, positions, answered, table.turn, table.turned, table.shown)


def _next_round(table: Table) -> Table:
    number = table.round + 1
    positions = table.positions
    if number <= ROUNDS:
        lines = table.ruleset.board.lines
        positions = tuple(
            replace(position, pencil=lines.index(row[number - 1]), notes={}, turn=None, closing=False)
            for position, row in zip(positions, table.pencils, strict=True)
        )
    return replace(table, round=number, turn=0, turned=(), shown=(), positions=positions)


def scores(table: Table) -> tuple[tuple[Item, ...], ...]:
    """The score items of every seat, as far as the game has gone."""
    return tuple(score(position) for position in table.positions)


def winning_seats(table: Table) -> tuple[int, ...] | None:
    """Who has won; None until the last round is over."""
    return winners(scores(table), table.ruleset.board.lines) if table.over else None
