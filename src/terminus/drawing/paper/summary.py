"""The rules on one page, with the figures of the board: how it is played. What counts is `scoring`.

A section is a head and its parts: a text, an item of a list, or a table of rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...locale.spoken import about, t, word
from ...rules.board import Board
from ...rules.cards import Deck, face_of, is_switch
from ...rules.mechanics.double_track import DoubleTrack
from ...rules.mechanics.guided_visit import joker_face
from ...rules.mechanics.switch import switch_of
from ...rules.ruleset import Ruleset
from ...rules.symbols import ALL
from .scoring import counting, modules, solo
from .wording import city, labelled, sentence, tame

Section = dict[str, Any]


def summary(board: Board) -> dict[str, Any]:
    """The page for the templates."""
    sections = [_game(board), _deck(board), _drawing(board), _special(board), counting(board), solo(board)]
    return {
        "title": t("{city}: the rules on one page", city=city(board)),
        "sections": [section for section in [*sections, *modules(board)] if section["parts"]],
        "note": _note(board),
        "foot": t(
            "Unofficial, and all artwork is our own. The Next Station games were designed by Matthew Dunstan "
            "and are published by Blue Orange."
        ),
    }


def _note(board: Board) -> str:
    """What the board says about itself."""
    note = str(board.scenery.get("note") or "").strip()
    return tame(t(note), 200) if note else ""


def _game(board: Board) -> Section:
    count = len(board.lines)
    said = [
        t("One to four people play, each on a sheet of their own. You need {count} pencils.", count=count),
        t(
            "The {count} pencils are dealt at random and form one circle. With three players one of them "
            "lies in a gap between two of you, with two players one lies to the left of each.",
            count=count,
        ),
        t(
            "In each of the {count} rounds you draw one line with one pencil. Then every pencil goes on one "
            "place: everybody takes the one to their right, that of a player or of the table. Another player "
            "turns the cards, too: always the next one to the left.",
            count=count,
        ),
        t("Alone, shuffle the pencils and take one after the other."),
    ]
    return {"head": t("The game"), "parts": [{"text": text} for text in said]}


def _deck(board: Board) -> Section:
    deck = board.deck
    said = [
        t(
            "The deck has {count} cards, all of them shuffled for each round. Each turn shows one, for "
            "everybody.",
            count=len(deck.cards),
        ),
        *([t("A switch is turned together with the next card.")] if any(map(is_switch, deck.cards)) else []),
        *_ends(deck),
    ]
    table = {"table": _deck_table(board), "head": True, "faces": faces(board)}
    first, *others = ({"text": text} for text in said)
    return {"head": t("The cards"), "parts": [first, table, *others]}


def faces(board: Board) -> dict[str, str]:
    """What the cards show, and what that is called."""
    shown = dict.fromkeys(map(face_of, board.deck.cards))
    names = [joker_face(board) if face == "joker" else face for face in shown]
    return {name: word("face", name) for name in names}


def _deck_table(board: Board) -> list[list[str]]:
    """How many there are of each face, by suit."""
    deck, shown = board.deck, dict.fromkeys(map(face_of, board.deck.cards))
    rows = []
    for suit in deck.suits:
        counted = (deck.cards.count(f"{suit}/{face}") for face in shown)
        rows.append([sentence(tame(word("suit", suit), 16)), *(str(n) if n else "–" for n in counted)])
    return [["", *faces(board)], *rows]


def _ends(deck: Deck) -> Iterator[str]:
    for suit, count in deck.round_ends.items():
        yield t(
            "The turn that shows card number {count} of the kind «{suit}» is the last of its round.",
            count=count,
            suit=tame(word("suit", suit), 16),
        )
    if not deck.round_ends:
        yield t("A round is over when all cards were turned.")


def _drawing(board: Board) -> Section:
    said = [
        t(
            "Draw one section: along a printed straight to the next station, which must show the symbol of "
            "the card. You may always pass."
        ),
        t(
            "The first section starts at the departure station with the number of your pencil, every later "
            "one at an end of your line."
        ),
        t(
            "Never back to a station of the same line, never between two stations that are joined already, "
            "never across a section that is drawn."
        ),
        word("card", joker_face(board)) + "." if _has(board, "joker") else "",
        _switch(board) if _has(board, "switch") else "",
        t("A line without a section counts nothing."),
    ]
    return {"head": t("Drawing a section"), "parts": [{"item": sentence(text)} for text in said if text]}


def _special(board: Board) -> Section:
    """What this city has that others have not."""
    wild = any(station.symbols == ALL for station in board.stations)
    platform = any(len(station.cells) > 1 for station in board.stations)
    twice = t(
        "Double track: with a joker you may draw beside a track that is there. Never more than two side by "
        "side, never two of one colour."
    )
    kept = {
        t("A station with a star shows every symbol."): wild,
        t("The platform is one station, wherever a line reaches it."): platform,
        twice: Ruleset.of(board).find(DoubleTrack) is not None,
        t(
            "No section crosses the printed loop: to pass, call at one of its stations. Where it joins two "
            "stations, they are joined already."
        ): bool(board.printed),
        t(
            "At an aerial crossing (a small ring) one section may pass in each of its two directions, across "
            "the other."
        ): bool(board.crossings),
    }
    parts = [{"item": text} for text, there in kept.items() if there]
    return {"head": t("On this map"), "parts": parts}


def _switch(board: Board) -> str:
    """What the switch does, and when it does nothing."""
    early = switch_of(Ruleset.of(board)).from_turn
    late = f" {about('hint', 'early-switch', turn=early)}" if early > 1 else ""
    return labelled(word("face", "switch"), about("hint", "switch") + late)


def _has(board: Board, face: str) -> bool:
    return any(face_of(card) == face for card in board.deck.cards)
