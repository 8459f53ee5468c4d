"""What the terminal says, in English: every sentence that more than one screen shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..rules.actions import Action, Circle, Draw, Skip, Use
from ..rules.board import Board, Station
from ..rules.cards import Card, Deck, face_of, is_switch, suit_of
from ..rules.drawing import drawable
from ..rules.mechanics.powers import used_now
from ..rules.position import Position, Prompt
from ..rules.score import LineScore
from ..rules.symbols import ALL, symbol_names
from .look import GLYPHS, card_glyph, glyph

POWERS = {
    "joker": "play the card as a joker",
    "switch": "play the card with a switch",
    "double-section": "draw two sections",
    "double-station": "circle a station",
}
BONUSES = {
    "switch": "one more section, from any station of the line",
    "double-visit": "two more sections",
    "double-district": "its district counts twice",
    "double-station": "circle a station",
}
EFFECTS = {
    "switch": "as if a switch had been turned",
    "joker": "counts as a joker, with double track",
    "extension": "the section may go straight on to the next station",
    "double-station": "the station reached is circled",
}
PROMPTS = {
    "card": "Draw a section, or pass.",
    "second": "Draw the other section of the double section.",
    "guided": "Guided visit: draw on from the monument, or end the turn.",
    "extension": "Extension: go straight on, or end the turn.",
    "visit": "The gate gives a section to any station.",
    "circle": "The gate lets you circle a station of the line.",
    "done": "Confirm the turn, or undo.",
    "nothing": "No section can be drawn with this card.",
}
OBJECTIVES = {
    "stations-on-lines": "{stations} stations on at least {lines} lines each",
    "every-district": "a station in each district",
    "tagged-stations": "{stations} stations of the kind {tag}",
    "tagged-sections": "{sections} sections under the {tag}",
    "central-district": "all stations of the central district",
    "whole-main-district": "all stations of one main district",
    "stamps": "{stamps} stamps",
    "long-line": "one line with stations in {districts} districts",
    "double-crossings": "{crossings} crossings passed twice",
}
NOTES = {"under the river": "~", "over a crossing": "×", "double track": "═"}
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


def cards(shown: Sequence[Card]) -> str:
    """A turn's cards in words."""
    return " with ".join(f"{card.split('/')[1]}, {card.split('/')[0]}" for card in shown)


def card_signs(shown: Sequence[Card]) -> str:
    """A turn's cards with their signs."""
    return " + ".join(f"{card_glyph(card)} {card.split('/')[1]} ({card.split('/')[0]})" for card in shown)


def remaining(deck: Deck, turned: Sequence[Card]) -> str:
    """What is left in the deck, in words."""
    left = deck.left(turned)
    faces: dict[str, list[str]] = {suit: [] for suit in deck.suits}
    for card in left:
        if not is_switch(card):
            faces[suit_of(card)].append(face_of(card))
    parts = [f"{suit} {', '.join(found) or 'none'}" for suit, found in faces.items()]
    return "; ".join([*parts, "the switch"] if any(map(is_switch, left)) else parts)


def station(where: Station) -> str:
    """A station in words: its cell, its symbol, what it is besides."""
    shows = "every symbol" if where.symbols == ALL else symbol_names(where.symbols)[0]
    tags = {"platform": "platform", "monument": "monument", "tourist": "tourist site", "loop": "on the loop"}
    return ", ".join([f"{where.cell} {shows}", *(word for tag, word in tags.items() if tag in where.tags)])


def action(position: Position, what: Action) -> str:
    """One choice of a turn in words."""
    board = position.ruleset.board
    match what:
        case Draw(section, start, target):
            name = board.sections[section].name_from(start)
            return ", ".join([f"{name} to {station(board.stations[target])}", *_notes(position, what)])
        case Circle(circled):
            return f"circle {station(board.stations[circled])}"
        case _:
            return _other_action(position, what)


def action_signs(position: Position, what: Action) -> str:
    """The same in few characters, with signs."""
    board = position.ruleset.board
    match what:
        case Draw(section, start, target):
            sign = glyph(board.stations[target].symbols)
            notes = [NOTES.get(note, note) for note in _notes(position, what)]
            return " ".join([board.sections[section].name_from(start), sign, *notes])
        case Circle(circled):
            return f"circle {board.stations[circled].cell} {glyph(board.stations[circled].symbols)}"
        case _:
            return _other_action(position, what)


def _other_action(position: Position, what: Action) -> str:
    match what:
        case Use(power):
            return f"use the power: {POWERS[power]}"
        case Skip():
            return "leave this bonus, take the next"
        case _:
            waiting = position.prompts and position.prompts[0].kind == "card"
            return "pass" if waiting and used_now(position) is None else "end the turn"


def _notes(position: Position, what: Draw) -> list[str]:
    """What is remarkable about a section: the river, a crossing, a second track, a gate."""
    section = position.ruleset.board.sections[what.section]
    cell = position.ruleset.board.stations[what.target].cell
    bonus = position.dealt.get("gates", {}).get(cell)
    remarkable = {
        "under the river": "river" in section.tags,
        "over a crossing": bool(section.passes),
        "double track": bool(position.sheet.drawn >> what.section & 1),
        f"gate {plain(bonus or '')}": bonus is not None,
    }
    return [note for note, is_so in remarkable.items() if is_so]


def prompt(position: Position) -> str:
    """What is being asked of a seat."""
    kind = next((prompt.kind for prompt in position.prompts if _answerable(position, prompt)), "done")
    if kind == "done" and position.prompts and position.prompts[0].kind == "card":
        kind = "nothing"
    return PROMPTS[kind]


def _answerable(position: Position, prompt: Prompt) -> bool:
    if prompt.reach is None:
        return bool(prompt.circles & position.line.stations & ~position.line.circled)
    return bool(drawable(position, prompt.reach))


def objective(board: Board, name: str) -> str:
    """What an objective asks for, with the figures of the board."""
    figures = board.modules["objectives"]["objectives"][name]
    return OBJECTIVES[figures["predicate"]].format_map(figures)


def special(turned: Mapping[str, str]) -> str:
    return f"special station {turned['symbol']}: {EFFECTS[turned['effect']]}"


def special_signs(turned: Mapping[str, str]) -> str:
    return f"special {GLYPHS[turned['symbol']]}: {plain(turned['effect'])}"


def line_formula(score: LineScore) -> str:
    """A line's row of the score pad."""
    bonus = f" + {score.bonus}" if score.bonus else ""
    return f"{score.districts} × {score.stations}{bonus} = {score.total}"


def departures(board: Board) -> str:
    cells = (board.stations[station].cell for station in board.departures)
    return ", ".join(f"{line} {cell}" for line, cell in zip(board.lines, cells, strict=True))
