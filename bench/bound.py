"""How much more than was found the cards of a deal can allow at most, in London's base game.

    nice -n 15 python -m bench.bound --deals 3

Two things can be proven. *A bound by counting*: a line of so many sections has at most one station more, in
districts × stations; each section under the river is drawn once; the boxes for tourist sites end; and since
sections never cross and no two join the same stations, all lines together are a planar graph, which has at
most 3 V − 6 sections on V stations, so that not all stations can be interchanges. *Each round alone*: with
the three other lines of the game that was found in place, every way to draw the fourth is looked at, by the
reference engine. Which line came first matters to nobody here, so what is best then is the best for that line
whatever its round. It says nothing of two lines drawn anew together.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from terminus.boards import board
from terminus.bots import make_bot
from terminus.bots.games import game_of
from terminus.bots.logs import log_of
from terminus.review import Game, face_up
from terminus.rules.actions import Draw
from terminus.rules.board import members
from terminus.rules.cards import Turn
from terminus.rules.mechanics.interchanges import Interchanges
from terminus.rules.mechanics.tagged_bonus import SectionBonus
from terminus.rules.mechanics.tourist import Tourist
from terminus.rules.play import ask, legal
from terminus.rules.position import Position
from terminus.rules.ruleset import Ruleset
from terminus.rules.score import score, total
from terminus.rules.sheet import Line, Sheet

SEED = 1
CITY = "london"


@dataclass(frozen=True)
class Round:
    """A round of a game: the line it draws, and what each of its turns asks."""

    number: int
    pencil: int
    turns: tuple[Turn, ...]


def rounds(game: Game) -> list[Round]:
    asked = [step.turned.positions[0] for step in game.steps(0)]
    numbers = [step.turned.round for step in game.steps(0)]
    return [
        Round(
            number,
            next(one.pencil for one, of in zip(asked, numbers, strict=True) if of == number),
            tuple(one.turn for one, of in zip(asked, numbers, strict=True) if of == number and one.turn),
        )
        for number in sorted(set(numbers))
    ]


def counted(ruleset: Ruleset, turns: list[int]) -> int:
    """No game of rounds with so many turns scores more."""
    city, inter, tourist = ruleset.board, ruleset.find(Interchanges), ruleset.find(Tourist)
    river = ruleset.find(SectionBonus)
    assert inter is not None
    assert tourist is not None
    assert river is not None
    routes = sum(max(d * (count + 2 - d) for d in range(1, count + 2)) for count in turns)
    under = river.points_each * city.sections_tagged(river.tag).bit_count()
    return routes + under + max(tourist.boxes) + _interchanges(inter, turns, len(city.lines))


def _interchanges(rule: Interchanges, turns: list[int], lines: int) -> int:
    """Of every number of sections up to one a turn; a line has one station more than it has sections."""
    fewest = min(turns) + 1
    return max(
        rule.values["4"] * four + rule.values["3"] * three + rule.values["2"] * two
        for sections in range(sum(turns) + 1)
        for four in range(min(fewest, (sections + lines) // 4) + 1)
        for three in range((sections + lines - 4 * four) // 3 + 1)
        for two in range((sections + lines - 4 * four - 3 * three) // 2 + 1)
        if sections <= 3 * (sections + lines - 3 * four - 2 * three - two) - 6 or sections <= lines
    )


def without(position: Position, pencil: int) -> Position:
    """The sheet as if that line had not been drawn."""
    city = position.ruleset.board
    sheet, others = Sheet.empty(city), position.sheet.with_line(pencil, Line()).lines
    for at, line in enumerate(others):
        for section in members(line.sections):
            one = city.sections[section]
            sheet = sheet.with_section(city, at, section, one.a, one.b)
    return replace(position, sheet=replace(sheet, lines=others), pencil=pencil)


def drawn_anew(position: Position, one: Round, most: int) -> tuple[int, int] | None:
    """The most that this round can bring with the other lines in place, and how many sheets were looked at;
    None if there are more than so many."""
    sheets = {0: without(position, one.pencil)}
    for turn in one.turns:
        for here in list(sheets.values()):
            for after in _after(here, turn):
                sheets.setdefault(after.line.sections, after)
            if len(sheets) > most:
                return None
    return max(total(score(one)) for one in sheets.values()), len(sheets)


def _after(here: Position, turn: Turn) -> Iterator[Position]:
    asked = ask(here, turn)
    for action in legal(asked):
        if isinstance(action, Draw):
            sheet = here.sheet.with_section(
                here.ruleset.board, here.pencil, action.section, action.start, action.target
            )
            yield replace(here, sheet=sheet)


def main() -> int:
    parser = argparse.ArgumentParser(description="what the cards of a deal can allow at most")
    parser.add_argument("--deals", type=int, default=3)
    parser.add_argument("--most", type=int, default=200_000, help="sheets of a round that are looked at")
    asked = parser.parse_args()
    ruleset = Ruleset.of(board(CITY))
    for number in range(asked.deals):
        game = Game.of(log_of(game_of(ruleset, 1, SEED, number), [make_bot("random", Random(number))]))
        found = face_up(game, 0)
        ends = game.replied(0, found.turns)
        all_rounds = rounds(game)
        bound = counted(ruleset, [len(one.turns) for one in all_rounds])
        print(f"deal {number}: found {found.best}, no more than {bound} by counting", flush=True)
        for one in all_rounds:
            began = time.process_time()
            proven = drawn_anew(ends, one, asked.most)
            what = f"at most {proven[0]} ({proven[1]} sheets)" if proven else "too many sheets"
            print(f"  round {one.number} alone: {what}, {time.process_time() - began:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
