"""A state machine over all rulesets: whoever plays whatever, the rules hold.

Cards, seats and actions are Hypothesis's choice; each game starts anywhere in a game that was played before.
"""

import random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.rules.paper import check_score, check_sheet
from tests.strategies import board_names, eager, module_sets, ruleset, same, turns

from terminus.record.dealer import Dealer
from terminus.record.log import end_event, replay, step, write_line
from terminus.record.notation import notate, parse
from terminus.record.readings import texts
from terminus.rules.actions import DONE, SKIP, Action, Circle, Draw, Use
from terminus.rules.cards import DEFAULT_DECK, is_switch
from terminus.rules.errors import Illegal
from terminus.rules.mechanics.powers import POWERS
from terminus.rules.mechanics.specials import EFFECTS
from terminus.rules.play import allowed, apply, legal
from terminus.rules.position import Position
from terminus.rules.symbols import SYMBOLS
from terminus.rules.table import ROUNDS, Table, commit, flip


class Playing(RuleBasedStateMachine):
    table: Table
    events: list[dict[str, Any]]

    @initialize(
        name=board_names(),
        modules=module_sets(),
        seats=st.integers(1, 4),
        seed=st.integers(0, 2**32),
        before=st.integers(0, 30),
    )
    def start(self, name: str, modules: tuple[str, ...], seats: int, seed: int, before: int) -> None:
        rng = random.Random(seed)
        dealer = Dealer(rng)
        self.drafts: dict[int, tuple[Position, list[Action]]] = {}
        self.events = [dealer.start(ruleset(name, modules), [f"P{n}" for n in range(seats)])]
        self.table = step(None, self.events[0])
        for _ in range(before):
            if (event := dealer.next_event(self.table)) is None:
                break
            self.happens(event)
            for turn in turns(self.table, rng, eager) if event["event"] == "flip" else ():
                self.happens(turn)

    def happens(self, event: dict[str, Any]) -> None:
        before = self.table
        self.table = step(self.table, event)
        self.events.append(event)
        if self.table.round > before.round:
            assert 5 <= before.turn <= 10
            assert sum(card.startswith("underground/") for card in before.turned) == 5

    # -- the cards -------------------------------------------------------------------------------

    @precondition(lambda self: self.table.awaits_opening is not None)
    @rule(data=st.data())
    def turn_up(self, data: st.DataObject) -> None:
        seen = self.table.opened.get("specials", ())
        symbols = [symbol for symbol in SYMBOLS if all(symbol != s["symbol"] for s in seen)]
        effects = [effect for effect in EFFECTS if all(effect != s["effect"] for s in seen)]
        symbol, effect = data.draw(st.sampled_from(symbols)), data.draw(st.sampled_from(effects))
        self.happens({"event": "special", "round": self.table.round, "symbol": symbol, "effect": effect})

    @precondition(lambda self: self.table.awaits_flip)
    @rule(data=st.data())
    def turn_over(self, data: st.DataObject) -> None:
        cards = [data.draw(st.sampled_from(self.table.remaining))]
        if is_switch(cards[0]):
            cards.append(data.draw(st.sampled_from([c for c in self.table.remaining if not is_switch(c)])))
        here = {"round": self.table.round, "turn": self.table.turn + 1}
        self.happens({"event": "flip", **here, "cards": cards})
        self.drafts = {seat: (position, []) for seat, position in enumerate(self.table.positions)}

    # -- the seats -------------------------------------------------------------------------------

    @precondition(lambda self: self.drafts)
    @rule(data=st.data(), contrary=st.booleans())
    def act(self, data: st.DataObject, contrary: bool) -> None:
        """A seat does something that is offered, or something that is only allowed."""
        seat = data.draw(st.sampled_from(sorted(self.drafts)))
        position, done = self.drafts[seat]
        action = data.draw(st.sampled_from((allowed if contrary else legal)(position)))
        done = [*done, action]
        position = apply(position, action)
        check_sheet(position)
        self.drafts[seat] = position, done
        if position.done:
            self.commit(seat)

    def commit(self, seat: int) -> None:
        _, done = self.drafts.pop(seat)
        here = {"round": self.table.round, "turn": self.table.turn}
        do = texts(self.table.positions[seat], done)
        self.happens({"event": "turn", **here, "seat": seat, "do": do})

    @precondition(lambda self: self.drafts)
    @rule()
    def everybody_is_done(self) -> None:
        for seat in sorted(self.drafts):
            position, done = self.drafts[seat]
            while not position.done:
                done = [*done, DONE if DONE in allowed(position) else legal(position)[0]]
                position = apply(position, done[-1])
            self.drafts[seat] = position, done
            self.commit(seat)

    @precondition(lambda self: self.drafts)
    @rule(data=st.data())
    def nothing_else_is_accepted(self, data: st.DataObject) -> None:
        position, _ = self.drafts[data.draw(st.sampled_from(sorted(self.drafts)))]
        board = position.ruleset.board
        section = data.draw(st.sampled_from(board.sections))
        stations = st.sampled_from(range(len(board.stations)))
        any_action: st.SearchStrategy[Action] = st.one_of(
            st.sampled_from([Draw(section.id, section.a, section.b), Draw(section.id, section.b, section.a)]),
            st.builds(Draw, st.just(section.id), stations, stations),
            st.builds(Circle, stations),
            st.builds(Use, st.sampled_from(POWERS)),
            st.sampled_from([SKIP, DONE]),
        )
        for action in data.draw(st.lists(any_action, min_size=5, max_size=10)):
            try:
                apply(position, action)
            except Illegal as error:
                refused = error
                assert action not in allowed(position), refused
                assert refused.rule.startswith("R")
            else:
                assert action in allowed(position)

    @precondition(lambda self: self.table.over)
    @rule(card=st.sampled_from(DEFAULT_DECK.cards))
    def nothing_follows_the_end(self, card: str) -> None:
        with pytest.raises(Illegal):
            flip(self.table, [card])
        for seat, position in enumerate(self.table.positions):
            assert legal(position) == allowed(position) == ()
            with pytest.raises(Illegal):
                commit(self.table, seat, position)

    # -- what must hold --------------------------------------------------------------------------

    @invariant()
    def what_is_offered_is_allowed_and_in_order(self) -> None:
        for position, _ in self.drafts.values():
            offered, every = legal(position), allowed(position)
            assert offered
            assert set(offered) <= set(every)
            assert len(set(every)) == len(every)
            assert list(offered) == sorted(offered, key=_place)
            board = position.ruleset.board
            assert all(parse(board, notate(board, action)) == action for action in every)

    @invariant()
    def the_score_adds_up(self) -> None:
        for position in self.table.positions:
            check_score(position)

    @invariant()
    def the_game_goes_on_or_is_over(self) -> None:
        waiting = not all(self.table.answered)
        assert waiting == bool(self.drafts)
        states = [self.table.over, waiting, self.table.awaits_opening is not None, self.table.awaits_flip]
        assert states.count(True) == 1
        assert self.table.turn <= 10
        assert self.table.round <= ROUNDS + 1

    def teardown(self) -> None:
        """The log, written and read, is the table that was played."""
        if not hasattr(self, "table"):
            return
        events = [*self.events, end_event(self.table)] if self.table.over else self.events
        assert same(replay("".join(map(write_line, events))), self.table)
        assert same(replay(events), self.table)


def _place(action: Action) -> tuple[int, int]:
    """Where `legal` lists an action: sections by number, circles by station, powers, skip, done."""
    match action:
        case Draw(section):
            return 0, section
        case Circle(station):
            return 1, station
        case Use():
            return 2, 0
        case _:
            return (3, 0) if action == SKIP else (4, 0)


Playing.TestCase.settings = settings(max_examples=60, stateful_step_count=40)
TestPlaying = Playing.TestCase
