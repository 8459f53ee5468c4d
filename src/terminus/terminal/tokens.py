"""What the modules have dealt, in words and signs, whatever module it comes from."""

from __future__ import annotations

from collections.abc import Iterator

from ..locale.spoken import about, t, word
from ..rules.board import Board, Cell
from ..rules.packs import Token
from ..rules.position import Position
from ..rules.table import Table
from . import words
from .look import GLYPHS


def told(board: Board, token: Token) -> str:
    """What it is, whom it belongs to and what it does, in a sentence or two."""
    whose = ", ".join(filter(None, (word("token", token.kind), _place(token))))
    if token.kind == "objective":
        return f"{t('{whose}: {thing}', whose=whose, thing=words.objective(board, token.thing))}."
    thing = t("{whose}: {thing}", whose=whose, thing=word(token.kind, token.thing))
    return f"{thing}. {about(token.kind, token.thing)}"


def _place(token: Token) -> str:
    if token.line is not None:
        return word("line", token.line)
    return word("face", token.symbol) if token.symbol is not None else token.cell or ""


def signs(token: Token) -> str:
    """The same in few characters."""
    name = word(token.kind, token.thing)
    if token.symbol is not None:
        return f"{GLYPHS[token.symbol]} {name}"
    thing = f"{name} ({t('used this round')})" if token.spent else name
    return t("{whose}: {thing}", whose=word("token", token.kind), thing=thing)


def dealt(table: Table) -> Iterator[str]:
    """What was dealt for the whole game."""
    board, position = table.ruleset.board, table.positions[0]
    for mechanic in table.ruleset.mechanics:
        if not mechanic.opening:
            yield from (told(board, token) for token in mechanic.show(position))


def all_dealt(table: Table) -> Iterator[str]:
    """All that was dealt, and what opened the rounds so far."""
    board, position = table.ruleset.board, table.positions[0]
    yield from dealt(table)
    for mechanic in table.ruleset.mechanics:
        for number, opened in enumerate(table.opened.get(mechanic.name, ()), 1):
            for token in mechanic.show(position.noted(mechanic.name, opened)):
                yield t("Round {round}: {special}", round=number, special=told(board, token))


def in_hand(position: Position) -> list[Token]:
    """What concerns the line being drawn in this round: its pencil's, and a symbol's."""
    mine = position.ruleset.board.lines[position.pencil]
    tokens = position.ruleset.tokens(position)
    return [token for token in tokens if token.line == mine or token.symbol is not None]


def lying(position: Position) -> dict[Cell, Token]:
    """What lies at stations."""
    return {token.cell: token for token in position.ruleset.tokens(position) if token.cell is not None}
