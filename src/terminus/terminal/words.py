"""What the terminal says about a game, in the reader's language: whatever more than one screen shows."""

from __future__ import annotations

from collections.abc import Sequence

from ..locale.spoken import about, t, tn, word
from ..locale.spoken import objective as told_objective
from ..locale.vocabulary import vocabulary
from ..rules.actions import Action, Circle, Draw, Skip, Use
from ..rules.board import Board, Station
from ..rules.cards import Card, Deck, face_of, is_switch, suit_of
from ..rules.mechanics.guided_visit import joker_face
from ..rules.mechanics.powers import used_now
from ..rules.play import front, legal
from ..rules.position import Position, Prompt
from ..rules.score import LineScore
from ..rules.symbols import ALL, symbol_names
from ..rules.table import Table
from .look import card_glyph, glyph

SIGNS = {"river": "~", "crossing": "×", "double-track": "═"}


def labelled(name: str, value: object) -> str:
    return t("{name}: {value}", name=name, value=value)


def sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def face(board: Board, card: Card) -> str:
    shown = face_of(card)
    return word("face", joker_face(board) if shown == "joker" else shown)


def cards(board: Board, shown: Sequence[Card]) -> str:
    """A turn's cards in words."""
    named = [f"{face(board, card)}, {word('suit', suit_of(card))}" for card in shown]
    return t("{switch} with {card}", switch=named[0], card=named[1]) if len(named) > 1 else "".join(named)


def card_signs(board: Board, shown: Sequence[Card]) -> str:
    """A turn's cards with their signs."""
    named = [f"{card_glyph(card)} {face(board, card)} ({word('suit', suit_of(card))})" for card in shown]
    return " + ".join(named)


def remaining(board: Board, turned: Sequence[Card]) -> str:
    """What is left in the deck, in words."""
    left = board.deck.left(turned)
    faces: dict[str, list[str]] = {suit: [] for suit in board.deck.suits}
    for card in left:
        if not is_switch(card):
            faces[suit_of(card)].append(face(board, card))
    parts = [f"{word('suit', suit)} {', '.join(found) or t('none')}" for suit, found in faces.items()]
    return "; ".join([*parts, word("face", "switch")] if any(map(is_switch, left)) else parts)


def to_go(deck: Deck, turned: Sequence[Card]) -> str:
    """How far the end of the round is."""
    left = deck.fewest_to_go(turned)
    if not left:
        return t("Last turn of this round")
    if not deck.round_ends:
        return tn("{count} turn to go", "{count} turns to go", left)
    return " / ".join(
        tn("{count} {suit} card to go", "{count} {suit} cards to go", count, suit=word("suit", suit))
        for suit, count in deck.to_go(turned).items()
    )


def station(where: Station) -> str:
    """A station in words: its cell, its symbol, what it is besides."""
    shows = t("every symbol") if where.symbols == ALL else word("face", symbol_names(where.symbols)[0])
    tags = [word("station", tag) for tag in vocabulary()["station"] if tag in where.tags]
    return ", ".join([f"{where.cell} {shows}", *tags])


def action(position: Position, what: Action) -> str:
    """One choice of a turn in words."""
    board = position.ruleset.board
    match what:
        case Draw(section, start, target):
            name, end = board.sections[section].name_from(start), station(board.stations[target])
            notes = [word("section", note) for note in _notes(position, what)]
            return ", ".join(
                [t("{section} to {station}", section=name, station=end), *notes, *_lying(position, what)]
            )
        case Circle(circled):
            return t("Circle {station}", station=station(board.stations[circled]))
        case _:
            return _other_action(position, what)


def action_signs(position: Position, what: Action) -> str:
    """The same in few characters, with signs."""
    board = position.ruleset.board
    match what:
        case Draw(section, start, target):
            sign = glyph(board.stations[target].symbols)
            notes = [SIGNS[note] for note in _notes(position, what)]
            return " ".join([board.sections[section].name_from(start), sign, *notes, *_lying(position, what)])
        case Circle(circled):
            where = board.stations[circled]
            return t("Circle {station}", station=f"{where.cell} {glyph(where.symbols)}")
        case _:
            return _other_action(position, what)


def _other_action(position: Position, what: Action) -> str:
    match what:
        case Use(power):
            return t("Use: {power}", power=word("power", power))
        case Skip():
            return t("Skip this bonus")
        case _:
            waiting = position.prompts and position.prompts[0].kind == "card"
            return t("Pass") if waiting and used_now(position) is None else t("Confirm")


def _notes(position: Position, what: Draw) -> list[str]:
    """What is remarkable about a section: the river, a crossing, a second track."""
    section = position.ruleset.board.sections[what.section]
    remarkable = {
        "river": "river" in section.tags,
        "crossing": bool(section.passes),
        "double-track": bool(position.sheet.drawn >> what.section & 1),
    }
    return [note for note, is_so in remarkable.items() if is_so]


def _lying(position: Position, what: Draw) -> list[str]:
    """What lies at the station that a section leads to."""
    cell, tokens = position.ruleset.board.stations[what.target].cell, position.ruleset.tokens(position)
    return [word(token.kind, token.thing) for token in tokens if token.cell == cell]


def prompt(position: Position) -> str:
    """What is being asked of a seat."""
    if (asked := front(position)) is not None:
        return _card(position, asked) if asked.kind == "card" else word("prompt", asked.kind)
    if not position.prompts or position.prompts[0].kind != "card":
        return word("prompt", "done")
    return word(
        "prompt", "power" if any(isinstance(action, Use) for action in legal(position)) else "nothing"
    )


def _card(position: Position, asked: Prompt) -> str:
    """What the card itself asks for, with whatever helps it: a joker goes anywhere."""
    assert asked.reach is not None
    if (used := used_now(position)) is not None:
        return about("power", used)
    if asked.reach.symbols != ALL:
        return word("card", symbol_names(asked.reach.symbols)[0])
    turned = position.turn is not None and position.turn.joker
    return word("card", joker_face(position.ruleset.board) if turned else "joker")


def objective(board: Board, name: str) -> str:
    """What an objective asks for, with the figures of the board."""
    return told_objective(name, board.modules["objectives"]["objectives"][name])


def line_formula(score: LineScore, spaced: bool = True) -> str:
    """A line's row of the score pad."""
    bonus = f" + {score.bonus}" if score.bonus else ""
    formula = f"{score.districts} × {score.stations}{bonus} = {score.total}"
    return formula if spaced else formula.replace(" ", "")


def departures(board: Board) -> str:
    cells = (board.stations[station].cell for station in board.departures)
    return ", ".join(f"{word('line', line)} {cell}" for line, cell in zip(board.lines, cells, strict=True))


def last_turn(table: Table) -> bool:
    """Whether the round ends with the turn on the table."""
    return table.ruleset.board.deck.is_over(table.turned)
