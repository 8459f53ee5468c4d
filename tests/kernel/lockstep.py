"""Engine and kernel play the same game side by side; where they differ, the game so far is the report."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from terminus.kernel import Kernel, kernel_of
from terminus.kernel.actions import code_of
from terminus.record.dealer import Dealer
from terminus.record.draft import Draft
from terminus.record.log import step, write_line
from terminus.record.notation import notate
from terminus.rules.actions import DONE, Action, Draw
from terminus.rules.play import advance, legal
from terminus.rules.position import Position
from terminus.rules.ruleset import Ruleset
from terminus.rules.score import score, total
from terminus.rules.table import Table, commit


class Difference(AssertionError):
    """The log of a game up to the point where the two differ; its last line says how."""


@dataclass
class Pair:
    """A solo game of the engine and the kernel's state beside it."""

    ruleset: Ruleset
    rng: random.Random
    log: list[dict[str, Any]] = field(default_factory=list)
    compared: int = 0

    def play(self) -> int:
        """Plays a whole game; the number of positions compared."""
        dealer = Dealer(self.rng)
        self.log.append(dealer.start(self.ruleset, ["A"]))
        table = step(None, self.log[0], lambda _: self.ruleset.board)
        self.kernel: Kernel = kernel_of(self.ruleset)
        self.state = self.kernel.state_of(table)
        while not table.over:
            table = self.chance(dealer, table)
            if not table.answered[0]:
                table = self.answer(table)
        return self.compared

    def chance(self, dealer: Dealer, table: Table) -> Table:
        event = dealer.next_event(table)
        assert event is not None
        self.log.append(event)
        table = step(table, event)
        if event["event"] == "flip":
            possible = dict(self.kernel.flips(self.state))
            self.same("flips", True, tuple(event["cards"]) in possible)
            self.same("chances", 1.0, round(sum(possible.values()), 9))
            self.kernel.flip(self.state, event["cards"])
        else:
            self.kernel.open_round(self.state, table.opened["specials"][-1])
        return table

    def answer(self, table: Table) -> Table:
        position, played = table.positions[0], list[Action]()
        turn = {"event": "turn", "round": table.round, "turn": table.turn, "seat": 0, "do": []}
        self.log.append(turn)
        while not position.done:
            turn["do"] = self.notated(played)
            if self.rng.random() < 0.1:  # go on from a state that was restored here
                self.state = self.kernel.state_of(table, 0, position)
                self.same("worths", self.counted(position), self.kernel.worths(position))
            offered = legal(position)
            self.same("legal", offered, self.kernel.actions(self.state))
            action = self.pick(offered)
            self.kernel.apply(self.state, action)
            position = advance(position, action)
            played.append(action)
            self.same("total", total(score(position)), self.kernel.total(self.state))
        turn["do"] = self.notated(played)
        self.same("items", score(position), self.kernel.items(self.state))
        return self.close(table, position)

    def close(self, table: Table, position: Position) -> Table:
        table = commit(table, 0, position)
        self.same("round", table.round - 1, self.state.round)
        self.same("turn", table.turn, self.state.turn)
        return table

    def pick(self, offered: tuple[Action, ...]) -> Action:
        """Anything legal; passes are rare and gates and modules are sought, or they would hardly occur."""
        corners = self.ruleset.board.corners
        gates = [action for action in offered if isinstance(action, Draw) and action.target in corners]
        others = [action for action in offered if not isinstance(action, Draw) and action != DONE]
        draws = [action for action in offered if isinstance(action, Draw)]
        for chosen, chance in ((gates, 0.5), (others, 0.25), (draws, 0.9), (others, 0.5)):
            if chosen and self.rng.random() < chance:
                return self.rng.choice(chosen)
        return self.rng.choice(offered)

    def counted(self, position: Position) -> dict[int, tuple[int, int]]:
        """What the engine says of the legal actions: what line and sheet are worth after each."""
        options = Draft.of(position).options
        known = {option.action: (option.line, option.total) for option in options}
        return {code_of(action): known[action] for action in legal(position)}

    def notated(self, played: list[Action]) -> list[str]:
        return [notate(self.ruleset.board, action) for action in played if action != DONE]

    def same(self, what: str, engine: object, kernel: object) -> None:
        self.compared += 1
        if engine != kernel:
            note = {"event": "difference", "what": what, "engine": str(engine), "kernel": str(kernel)}
            raise Difference("\n" + "".join(map(write_line, [*self.log, note])))


def play_pair(ruleset: Ruleset, seed: int) -> int:
    return Pair(ruleset, random.Random(seed)).play()
