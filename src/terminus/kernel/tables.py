"""A ruleset as plain integers, the only thing that the native kernel is told about a game.

Whatever the kernel cannot express (a mechanic it does not know, a board too large for its masks) is refused
here, by name. Mechanics are told apart by their exact type: one that merely derives from a known one may
play differently.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..rules.board import Board, members
from ..rules.cards import Card, Deck, is_switch, suit_of
from ..rules.errors import Sentence
from ..rules.mechanics import Mechanic
from ..rules.mechanics.double_track import DoubleTrack
from ..rules.mechanics.guided_visit import GuidedVisit
from ..rules.mechanics.switch import Switch, switch_of
from ..rules.ruleset import Ruleset
from . import contract
from .contract import Geometry, Mechanics, Tables
from .modules import MODULES, check_words, sizes_of, told_of_board
from .native import FORMAT, Unfit, load
from .scoring import SCORING, scoring

FIGURE_LIMIT = 100_000  # no score may leave 32 bits
PLAYED: tuple[type[Mechanic], ...] = (Switch, DoubleTrack, GuidedVisit, *MODULES, *SCORING)
MANY = ("section-bonus", "station-bonus")  # a board may have one for each tag


def tables_of(ruleset: Ruleset) -> Tables:
    """The tables of a ruleset; raises `Unfit` if the kernel cannot play it."""
    _check_mechanics(ruleset)
    _check_sizes(ruleset)
    tables: Tables = {
        "format": FORMAT,
        **_geometry(ruleset.board),
        **_deck(ruleset.board),
        **_mechanics(ruleset),
    }
    _check_figures(Sentence("the board"), tables)
    return tables


def _check_mechanics(ruleset: Ruleset) -> None:
    names = [mechanic.name for mechanic in ruleset.mechanics]
    for mechanic in ruleset.mechanics:
        name = mechanic.name or type(mechanic).__name__
        if type(mechanic) not in PLAYED:
            raise Unfit(Sentence("the kernel cannot play the mechanic «{name}»", name=name))
        if names.count(mechanic.name) > 1 and name not in MANY:
            raise Unfit(Sentence("the kernel cannot play the mechanic «{name}» twice in one game", name=name))
    check_words()


def _check_sizes(ruleset: Ruleset) -> None:
    board = ruleset.board
    sizes = {
        Sentence("stations"): len(board.stations),
        Sentence("sections"): len(board.sections),
        Sentence("districts"): len(board.districts),
        Sentence("crossings"): len(board.crossings),
        Sentence("cards"): len(board.deck.cards),
        Sentence("suits"): len(board.deck.suits),
        **sizes_of(ruleset),
    }
    limits = load().limits
    for what, size in sizes.items():
        if size > limits[what]:
            raise Unfit(
                Sentence(
                    "the kernel plays boards with up to {limit} {what}; {board} has {size}",
                    limit=limits[what],
                    what=what,
                    board=board.id,
                    size=size,
                )
            )


def _check_figures(where: str, value: object) -> None:
    if isinstance(value, int) and not -FIGURE_LIMIT <= value <= FIGURE_LIMIT:
        raise Unfit(
            Sentence("{where}: the kernel counts no figure as large as {value}", where=where, value=value)
        )
    if isinstance(value, Mapping):
        for key, inner in value.items():
            _check_figures(str(key), inner)
    elif isinstance(value, Iterable) and not isinstance(value, str):
        for inner in value:
            _check_figures(where, inner)


def _geometry(board: Board) -> Geometry:
    # In the order of the file: what was learned for a board knows its crossings by these numbers.
    crossings = list(board.scenery.get("aerial_crossings", board.crossings))
    return {
        "symbols": [station.symbols for station in board.stations],
        "district": [station.district for station in board.stations],
        "districts": len(board.districts),
        "ends": [[section.a, section.b] for section in board.sections],
        "clash": [list(members(clash)) for clash in board.clash],
        "passes": [[crossings.index(cell) for cell in section.passes] for section in board.sections],
        "crossings": len(crossings),
        "printed": list(members(board.printed)),
        "printed_line": list(members(board.tagged("loop"))),
        "onward": [
            [section, int(board.sections[section].b == reached), onward]
            for (section, reached), onward in board.onward.items()
        ],
        "departures": list(board.departures),
    }


def _deck(board: Board) -> contract.Deck:
    deck, suits = board.deck, board.deck.suits
    return {
        "cards": [[*_face(deck, card), suits.index(suit_of(card))] for card in deck.cards],
        "round_ends": [deck.round_ends.get(suit, 0) for suit in suits],
    }


def _face(deck: Deck, card: Card) -> list[int]:
    """What a card shows: symbols, whether they are a joker's, whether it is the switch."""
    if is_switch(card):
        return [0, 0, 1]
    turn = deck.turn(1, [card])
    return [turn.symbols, int(turn.joker), 0]


def _mechanics(ruleset: Ruleset) -> Mechanics:
    board, guided = ruleset.board, ruleset.find(GuidedVisit)
    return {
        "switch_works": ruleset.find(Switch) is not None,
        "switch_from": switch_of(ruleset).from_turn,
        "double_track": ruleset.find(DoubleTrack) is not None,
        "guided": list(members(board.tagged(guided.tag))) if guided else [],
        "scoring": scoring(ruleset),
        "modules": told_of_board(ruleset),
    }
