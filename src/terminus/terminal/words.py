"""What the terminal says, in English: every sentence of the game that more than one screen shows."""

from __future__ import annotations

from collections.abc import Sequence

from ..rules.actions import Action, Circle, Done, Draw, Skip, Use
from ..rules.board import ALL, Board, Station, symbol_names
from ..rules.cards import SWITCH, Card
from ..rules.position import Position, Special
from ..rules.score import LineScore
from .look import GLYPHS, card_glyph

POWERS = {
    "joker": "play the card as a joker",
    "switch": "play the card with a switch",
    "double-section": "draw two sections",
    "double-station": "circle a station",
}
BONUSES = {
    "switch": "one more section, from any station of the line",
    "double-visit": "two more sections",
    "double-district": "the district counts twice",
    "double-station": "circle a station",
}
EFFECTS = {
    "switch": "as if a switch had been turned",
    "joker": "counts as a joker, with double track",
    "extension": "the section may go straight on to the next station",
    "double-station": "the station reached is circled",
}
PROMPTS = {
    "card": "Draw a section, or end the turn.",
    "second": "Now the second section of the double section.",
    "guided": "Guided visit: draw on from the monument, or end the turn.",
    "extension": "Extension: go straight on, or end the turn.",
    "visit": "The gate gives a section to any station.",
    "circle": "The gate lets you circle a station of the line.",
}
EXTRAS = {
    "tourist": "tourist sites",
    "stamps": "stamps",
    "loop": "loop",
    "crossings": "crossings",
    "interchanges": "interchanges",
    "objectives": "objectives",
}


def plain(identifier: str) -> str:
    """An id as words: `all-districts` is `all districts`."""
    return identifier.replace("-", " ")


def card(name: Card) -> str:
    ground, face = name.split("/")
    return f"{face}, {ground}"


def cards(shown: Sequence[Card]) -> str:
    """A turn's cards in words."""
    return "switch with " + card(shown[-1]) if SWITCH in shown else card(shown[-1])


def cards_with_glyphs(shown: Sequence[Card]) -> str:
    return " + ".join(f"{card_glyph(name)} {card(name)}" for name in shown)


def station(board: Board, where: Station) -> str:
    """A station in words: its cell, its symbol, what it is besides."""
    shows = "every symbol" if where.symbols == ALL else symbol_names(where.symbols)[0]
    tags = [tag for tag in ("platform", "monument", "tourist", "loop") if tag in where.tags]
    return ", ".join([f"{where.cell} {shows}", *tags])


def action(position: Position, what: Action) -> str:
    """One choice of a turn in words."""
    board = position.ruleset.board
    match what:
        case Draw(section, start, target):
            return f"{board.sections[section].name_from(start)} {_to(position, board.stations[target])}"
        case Circle(circled):
            return f"circle {station(board, board.stations[circled])}"
        case Use(power):
            return f"use the power: {POWERS[power]}"
        case Skip():
            return "leave this bonus for the next one"
        case Done():
            return "end the turn"


def _to(position: Position, target: Station) -> str:
    sign = {name: GLYPHS[name] for name in symbol_names(target.symbols)}
    shows = "◎" if target.symbols == ALL else next(iter(sign.values()))
    bonus = position.setup.gates.get(target.id)
    return f"{shows} gate: {plain(bonus)}" if bonus else shows


def special(turned: Special) -> str:
    return f"special station {GLYPHS[turned.symbol]} {turned.symbol}: {EFFECTS[turned.effect]}"


def line_formula(score: LineScore) -> str:
    """A line's row of the score pad."""
    bonus = f" + {score.bonus}" if score.bonus else ""
    return f"{score.districts} × {score.stations}{bonus} = {score.total}"
