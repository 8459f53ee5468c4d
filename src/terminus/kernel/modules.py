"""What each module adds to what the native kernel is told, of a board, of a seat and of what opens a round.

One entry of `MODULES` and its functions are all that a module needs on this side; its header in
kernel/src/modules reads what they return.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ..rules.board import Board, members
from ..rules.errors import Sentence
from ..rules.mechanics import Mechanic
from ..rules.mechanics.gates import BONUSES, Gates
from ..rules.mechanics.objectives import Objectives
from ..rules.mechanics.powers import POWERS, Powers, is_spent, used_now
from ..rules.mechanics.specials import EFFECTS, Specials
from ..rules.position import Position
from ..rules.ruleset import Ruleset
from ..rules.symbols import SYMBOLS
from ..rules.table import Opened
from .codes import Codes
from .contract import Modules
from .native import Unfit
from .objectives import objective_names, objective_pack

Told = Mapping[str, object]
TurnedUp = Sequence[Mapping[str, str]]  # what a module opened the rounds with, so far
POWER_CODES, EFFECT_CODES, BONUS_CODES = Codes("powers"), Codes("effects"), Codes("bonuses")
USE_CODES = POWER_CODES  # what may be used beside the turn's card


class Module(NamedTuple):
    of_board: Callable[[Board, Any], Told]
    of_seat: Callable[[Position, Any, TurnedUp], Told]


def _numbers(codes: Mapping[str, int], names: Sequence[str | None]) -> list[int]:
    return [-1 if name is None else codes[name] for name in names]


def _objectives(board: Board, objectives: Objectives) -> Told:
    return {
        "dealt": objectives.drawn,
        "points_each": objectives.points_each,
        "pack": objective_pack(board, objectives),
    }


def _dealt_objectives(position: Position, objectives: Objectives, seen: TurnedUp) -> Told:
    names = objective_names(objectives)
    return {"dealt": [names.index(name) for name in position.dealt.get("objectives", ())]}


def _dealt_powers(position: Position, powers: Powers, seen: TurnedUp) -> Told:
    dealt = position.dealt.get("powers", {})
    [used] = _numbers(POWER_CODES, [used_now(position)])
    return {
        "of": _numbers(POWER_CODES, [dealt.get(line) for line in position.ruleset.board.lines]),
        "spent": is_spent(position),
        "used": used,
    }


def _special(position: Position, specials: Specials, seen: TurnedUp) -> Told:
    now = position.notes.get("specials")
    symbol, effect = opening_codes(now) if now else (-1, -1)
    turned_up = [opening_codes(each) for each in seen]
    return {
        "symbol": symbol,
        "effect": effect,
        "symbols_left": 15 & ~sum(symbol for symbol, _ in turned_up),  # as masks
        "effects_left": 15 & ~sum(1 << effect for _, effect in turned_up),
    }


def _gates(board: Board, gates: Gates) -> Told:
    return {"corners": list(board.corners), "may_circle": list(members(gates.may_circle(board)))}


def _dealt_gates(position: Position, gates: Gates, seen: TurnedUp) -> Told:
    board, dealt = position.ruleset.board, position.dealt.get("gates", {})
    corners = [board.stations[corner].cell for corner in board.corners]
    if strangers := set(dealt) - set(corners):
        raise Unfit(
            Sentence("the kernel knows gates at the corners only, not at {cell}", cell=min(strangers))
        )
    return {"bonuses": _numbers(BONUS_CODES, [dealt.get(corner) for corner in corners])}


MODULES: Mapping[type[Mechanic], Module] = {
    Objectives: Module(_objectives, _dealt_objectives),
    Powers: Module(lambda board, powers: {}, _dealt_powers),
    Specials: Module(lambda board, specials: {}, _special),
    Gates: Module(_gates, _dealt_gates),
}


def told_of_board(ruleset: Ruleset) -> Modules:
    return {
        mechanic.name: MODULES[type(mechanic)].of_board(ruleset.board, mechanic)
        for mechanic in ruleset.mechanics
        if type(mechanic) in MODULES
    }


def told_of_seat(position: Position, opened: Opened) -> Modules:
    """`opened` is all that has opened a round of the game."""
    return {
        mechanic.name: MODULES[type(mechanic)].of_seat(position, mechanic, opened.get(mechanic.name, ()))
        for mechanic in position.ruleset.mechanics
        if type(mechanic) in MODULES
    }


def opening_codes(turned_up: Mapping[str, str]) -> list[int]:
    """What opens a round: the bit of a symbol, and an effect."""
    return [SYMBOLS[turned_up["symbol"]], EFFECT_CODES[turned_up["effect"]]]


def opening_packs(opened: Opened) -> list[list[int]]:
    """What opens all the rounds of a settled deal: the numbers of the symbols, and of the effects."""
    rounds = [opening_codes(turned_up) for turned_up in opened.get("specials", ())]
    if not rounds:
        return []
    return [[symbol.bit_length() - 1 for symbol, _ in rounds], [effect for _, effect in rounds]]


def sizes_of(ruleset: Ruleset) -> Mapping[str, int]:
    """What the kernel has a limit for."""
    objectives = ruleset.find(Objectives)
    return {Sentence("objectives dealt"): objectives.drawn if objectives else 0}


def check_words() -> None:
    for known, words in ((POWER_CODES, POWERS), (EFFECT_CODES, EFFECTS), (BONUS_CODES, BONUSES)):
        for word in words:
            if word not in known:
                raise Unfit(Sentence("the kernel cannot play «{word}»", word=word))
