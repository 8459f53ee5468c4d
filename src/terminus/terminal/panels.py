"""The panels beside the board: the card and the deck, the score pad of one seat."""

from __future__ import annotations

from rich.text import Text

from ..rules.cards import face_of, suit_of
from ..rules.mechanics.powers import is_spent, power_of
from ..rules.position import Position
from ..rules.score import Item, extras, line_score, score, total
from ..rules.table import Table, underground_to_go
from . import words
from .draft import Option
from .look import FAINT, GLYPHS
from .pad import line_title


def title(table: Table, seat: int) -> Text:
    """Where the game is and whose pencil it is; the line comes first, in its colour."""
    board = table.ruleset.board
    pencil = table.positions[seat].pencil
    parts = [board.name, f"round {min(table.round, 4)}/4", f"turn {table.turn}"]
    if len(table.seats) > 1:
        parts.append(f"controller {table.seats[table.controller]}")
    return Text.assemble(line_title(board, pencil), f"  {table.seats[seat]}  ", (" · ".join(parts), FAINT))


def card_panel(table: Table, position: Position) -> Text:
    """The turn's card, what helps this turn, and what is left in the deck."""
    lines = [Text(words.card_signs(table.shown), "bold")]
    if (special := position.notes.get("specials")) is not None:
        lines.append(Text(words.special_signs(special)))
    if (power := power_of(position)) is not None:
        lines.append(Text(f"power: {words.plain(power)}{' (used)' if is_spent(position) else ''}"))
    return Text("\n").join([*lines, *deck_rows(table)])


def deck_rows(table: Table) -> list[Text]:
    """The cards left, a row for each suit: a sign for a card still to come, a dot for one turned."""
    deck, rows = table.ruleset.board.deck, []
    for suit in deck.suits:
        cards = [card for card in deck.cards if suit_of(card) == suit]
        signs = [GLYPHS[face_of(card)] if card in table.remaining else "·" for card in cards]
        rows.append(Text(f"{suit:<12}{' '.join(signs)}"))
    to_go = underground_to_go(table)
    rows[-1].append(f"   {to_go} to go" if to_go else "   last turn", "bold")
    return rows


def pad(position: Position, preview: Option | None = None) -> Text:
    """The score pad of a sheet; with a choice in view, what the total would become."""
    board, items = position.ruleset.board, score(position)
    width = max(map(len, board.lines)) + 3
    rows = []
    for pencil, line in enumerate(board.lines):
        row = line_title(board, pencil)
        row.pad_right(width - len(row))
        row.append(words.line_formula(line_score(items, line)))
        rows.append(row)
    others = {rule: value for rule, value in extras(items).items() if rule != "objectives"}
    if others:
        rows.append(
            Text("  ".join(f"{words.EXTRAS.get(rule, rule)} {value}" for rule, value in others.items()))
        )
    rows += objectives(items)
    worth = total(items)
    then = f" → {preview.total}" if preview is not None and preview.total != worth else ""
    return Text("\n").join([*rows, Text(f"total {worth}{then}", "bold")])


def objectives(items: tuple[Item, ...]) -> list[Text]:
    """The shared objectives, each with a tick and its points once it is fulfilled."""
    rows = []
    for item in items:
        if item.rule == "objectives":
            name = words.plain(str(item.how["objective"]))
            rows.append(Text(f"✓ {name} {item.value}") if item.value else Text(f"· {name}", FAINT))
    return rows


def choice_row(position: Position, option: Option, width: int) -> Text:
    """A row of the list of choices: number, action, and what it gains."""
    text = words.action_signs(position, option.action)
    gain = f"{option.gain:+d}" if option.gain else ""
    room = max(width - 4 - len(gain), 8)
    return Text(f"{option.number:>2} {text[:room]:<{room}} {gain}", no_wrap=True)
