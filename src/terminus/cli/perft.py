"""`terminus perft BOARD LINE TURN…`: how many ways one seat can answer these turns on an empty sheet."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from ..locale import msg
from ..locale.spoken import t
from ..rules import perft as count
from ..rules.board import Board
from ..rules.cards import Turn
from ..rules.errors import BadSetup
from ..rules.mechanics.gates import BONUSES
from ..rules.mechanics.powers import POWERS
from ..rules.mechanics.specials import EFFECTS
from ..rules.ruleset import Ruleset
from ..rules.symbols import SYMBOLS
from .arguments import BoardName, pair
from .files import find_board


def perft(
    board: BoardName,
    line: Annotated[str, Parameter(help="the line that is drawn")],
    /,
    *turns: Annotated[str, Parameter(help="circle, joker, switch+square…; the n-th is the round's n-th")],
    power: Annotated[str | None, Parameter(help="the power of the pencil")] = None,
    special: Annotated[str | None, Parameter(help="the special station, as SYMBOL:EFFECT")] = None,
    gates: Annotated[str | None, Parameter(help="the city gates, as a0=switch,j0=double-visit…")] = None,
    sheets: Annotated[bool, Parameter(help="count the different sheets instead", show_default=False)] = False,
) -> None:
    """Count the ways to answer some turns on an empty sheet, passing included."""
    city = find_board(board)
    if line not in city.lines:
        lines = ", ".join(city.lines)
        raise BadSetup(
            t("{board} has no line «{line}»; the lines are {lines}", board=city.id, line=line, lines=lines)
        )
    asked = {"powers": power, "specials": special, "gates": gates}
    ruleset = Ruleset.of(city, [module for module, value in asked.items() if value is not None])
    dealt = {"powers": {line: _power(power)}} if power is not None else {}
    dealt |= {"gates": _gates(city, gates)} if gates is not None else {}
    notes = {"specials": _special(special)} if special is not None else {}
    position = count.opening(ruleset, line, dealt, notes)
    answered = [Turn.parse(number, turn) for number, turn in enumerate(turns, 1)]
    print(count.sheets(position, answered) if sheets else count.ways(position, answered))


def _power(text: str) -> str:
    return _one_of(text, POWERS, msg("power"))


def _special(text: str) -> dict[str, str]:
    symbol, effect = pair(text, ":", "SYMBOL:EFFECT")
    return {
        "symbol": _one_of(symbol, tuple(SYMBOLS), msg("symbol")),
        "effect": _one_of(effect, EFFECTS, msg("effect")),
    }


def _gates(board: Board, text: str) -> dict[str, str]:
    """The bonus at each corner named; corners not named have none."""
    corners = tuple(board.stations[station].cell for station in board.corners)
    found: dict[str, str] = {}
    for part in text.split(","):
        cell, bonus = pair(part, "=", "CORNER=BONUS")
        if _one_of(cell, corners, msg("corner")) in found:
            raise BadSetup(t("the gate {cell} is given twice", cell=cell))
        found[cell] = _one_of(bonus, BONUSES, msg("gate bonus"))
    return found


def _one_of(word: str, known: tuple[str, ...], what: str) -> str:
    if word not in known:
        raise BadSetup(
            t(
                "there is no {what} «{word}»; write one of {known}",
                what=t(what),
                word=word,
                known=", ".join(known),
            )
        )
    return word
