"""The panels beside the board: the card and the deck, the score pad of one seat."""

from __future__ import annotations

from rich.text import Text

from ..locale.spoken import t, word
from ..record.draft import Option
from ..rules.board import Board
from ..rules.cards import face_of, suit_of
from ..rules.position import Position
from ..rules.score import Explained, explained, extras, line_score, total
from ..rules.table import ROUNDS, Table
from . import words
from .look import FAINT, GLYPHS
from .pad import line_title
from .tokens import in_hand, signs


def title(table: Table, seat: int) -> Text:
    """Where the game is and whose pencil it is; the line comes first, in its colour."""
    board = table.ruleset.board
    pencil = table.positions[seat].pencil
    parts = [t(board.name), t("round {round}/{rounds}", round=min(table.round, ROUNDS), rounds=ROUNDS)]
    parts.append(
        t("turn {turn}, the last", turn=table.turn)
        if words.last_turn(table)
        else t("turn {turn}", turn=table.turn)
    )
    if len(table.seats) > 1:
        parts.append(t("controller {name}", name=table.seats[table.controller]))
    return Text.assemble(line_title(board, pencil), f"  {table.seats[seat]}  ", (" · ".join(parts), FAINT))


def card_panel(table: Table, position: Position) -> Text:
    """The turn's card, what helps this turn, and what is left in the deck."""
    lines = [Text(words.card_signs(table.ruleset.board, table.shown), "bold")]
    lines += [Text(signs(token)) for token in in_hand(position)]
    return Text("\n").join([*lines, *deck_rows(table)])


def deck_rows(table: Table) -> list[Text]:
    """The cards left, a row for each suit: a sign for a card still to come, a dot for one turned."""
    deck, rows = table.ruleset.board.deck, []
    for suit in deck.suits:
        cards = [card for card in deck.cards if suit_of(card) == suit]
        signs = [GLYPHS[face_of(card)] if card in table.remaining else "·" for card in cards]
        rows.append(Text(f"{word('suit', suit):<12}{' '.join(signs)}"))
    return [*rows, Text(words.to_go(deck, table.turned), "bold")]


def pad(position: Position, preview: Option | None = None) -> Text:
    """The score pad of a sheet; with a choice in view, what the total would become."""
    board, told = position.ruleset.board, explained(position)
    items = tuple(item for item, _ in told)
    width = max(len(word("line", line)) for line in board.lines) + 3
    rows = []
    for pencil, line in enumerate(board.lines):
        row = line_title(board, pencil)
        row.pad_right(width - len(row))
        row.append(words.line_formula(line_score(items, line)))
        rows.append(row)
    others = {rule: value for rule, value in extras(items).items() if rule != "objectives"}
    if others:
        rows.append(Text("  ".join(f"{word('extra', rule)} {value}" for rule, value in others.items())))
    rows += objectives(board, told)
    worth = total(items)
    then = f" → {preview.total}" if preview is not None and preview.total != worth else ""
    return Text("\n").join([*rows, Text(f"{t('Total')} {worth}{then}", "bold")])


def objectives(board: Board, told: Explained) -> list[Text]:
    """The shared objectives: how far each has come, then a tick and its points."""
    rows = []
    for item, where in told:
        if item.rule == "objectives":
            name, goal = words.objective(board, str(item.how["objective"])), where["objective"]
            so_far = t("{name}: {count} of {needed}", name=name, count=goal.count, needed=goal.needed)
            rows.append(Text(f"✓ {name} {item.value}") if item.value else Text(f"· {so_far}", FAINT))
    return rows


def choice_row(position: Position, option: Option, width: int) -> Text:
    """A row of the list of choices: number, action, and what it gains."""
    text = words.action_signs(position, option.action)
    gain = f"{option.gain:+d}" if option.gain else ""
    room = max(width - 4 - len(gain), 8)
    return Text(f"{option.number:>2} {text[:room]:<{room}} {gain}", no_wrap=True)
