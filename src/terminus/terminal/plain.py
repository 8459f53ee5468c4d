"""The line mode: the whole game in words and numbered choices, for pipes and screen readers.

It reads one line at a time and prints no colour, no drawing and no sign that has to be seen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

from ..locale.spoken import about, t, tn, word
from ..locale.vocabulary import vocabulary
from ..record.draft import Draft, Option
from ..rules.board import Board, members
from ..rules.position import Position
from ..rules.score import extras, line_score, score, total
from ..rules.table import ROUNDS, Table, scores
from . import words
from .look import visible
from .pad import outcome
from .page import line_words, points
from .session import Session
from .tokens import all_dealt, in_hand, told

COMMANDS = tuple(vocabulary()["command"])


class Left(Exception):
    """The player has left, or there is nothing more to read."""


class PlainGame:
    def __init__(self, session: Session, source: TextIO, out: TextIO) -> None:
        self.session, self.source, self.out = session, source, out
        self.announced = (0, 0)
        self.answers: dict[str, Callable[[Draft], None]] = {
            "board": self._board, "sheet": self._sheet, "score": self._score, "cards": self._cards,
            "others": self._others, "game": self._game, "help": self._help,
        }  # fmt: skip

    def run(self) -> None:
        """Play until the game is over or nobody is there to play it."""
        session = self.session
        board = session.table.ruleset.board
        departures = t("The lines depart from: {departures}.", departures=words.departures(board))
        self._say(f"{t(board.name)}. {departures}")
        if note := board.scenery.get("note"):
            self._say(t(note))
        self._game(None)
        kept = t("The game is kept in {path}.", path=session.log.path)
        self._say(f"{kept} {t('Type ? for what you can type.')}")
        session.proceed()
        try:
            while (seat := session.waiting) is not None:
                self._announce(seat)
                session.confirm(seat, self._answer(session.draft(seat)))
        except Left as left:
            resume = f"terminus play --resume {session.log.path}"
            saved = t("The game is saved; go on with: {command}", command=resume)
            self._say(f"{left} {saved if session.kept else t('Nothing was played, so nothing is kept.')}")
            return
        self._end()

    # -- a turn ----------------------------------------------------------------------------------

    def _answer(self, draft: Draft) -> Draft:
        """Ask until the turn is ended."""
        self._offer(draft)
        while not draft.position.done:
            draft, changed = self._step(draft, _command(self._read()))
            if changed and not draft.position.done:
                self._offer(draft)
        return draft

    def _step(self, draft: Draft, said: str) -> tuple[Draft, bool]:
        """The draft after one line of input, and whether it has changed."""
        options = draft.options
        if said == "quit":
            raise Left(t("You have left the game."))
        if said == "undo":
            self._say(t("One step back") if draft.actions else t("There is nothing to undo in this turn."))
            return draft.undo(), bool(draft.actions)
        if said in self.answers:
            self.answers[said](draft)
        elif said.isdecimal() and len(said) < 4 and 1 <= int(said) <= len(options):
            return draft.take(options[int(said) - 1].action), True
        elif said:
            self._say(
                t(
                    "«{said}» is no choice: type a number from 1 to {last}, or ?.",
                    said=visible(said),
                    last=len(options),
                )
            )
        return draft, False

    def _announce(self, seat: int) -> None:
        table = self.session.table
        if self.announced[0] != table.round:
            begins = t("Round {round} of {rounds}", round=table.round, rounds=ROUNDS)
            turns = t("{name} turns the cards", name=table.seats[table.controller])
            self._say(
                f"\n{words.sentence(begins)}{f' {words.sentence(turns)}' if len(table.seats) > 1 else ''}"
            )
        if self.announced != (table.round, table.turn):
            turned = words.cards(table.ruleset.board, table.shown)
            self._say(f"\n{t('Turn {turn}: {cards}.', turn=table.turn, cards=turned)} {_to_go(table)}")
        self.announced = (table.round, table.turn)
        line = table.pencils[seat][table.round - 1]
        self._say(t("{name}: pencil {line}.", name=table.seats[seat], line=word("line", line)))
        for token in in_hand(table.positions[seat]):
            if not token.spent:
                self._say(told(table.ruleset.board, token))

    def _offer(self, draft: Draft) -> None:
        self._say(words.sentence(words.prompt(draft.position).removesuffix(".")))
        for option in draft.options:
            self._say(f"  {option.number}. {_choice(draft.position, option)}")

    # -- what can be asked -----------------------------------------------------------------------

    def _board(self, draft: Draft) -> None:
        board = draft.position.ruleset.board
        for number, name in enumerate(board.districts):
            stations = [words.station(board.stations[s]) for s in members(board.stations_in(number))]
            there = "; ".join(stations) or t("no station")
            self._say(t("District {name}: {stations}.", name=name, stations=there))

    def _sheet(self, draft: Draft) -> None:
        self._lines(draft.position.ruleset.board, draft)

    def _lines(self, board: Board, draft: Draft) -> None:
        for pencil, line in enumerate(draft.position.sheet.lines):
            self._say(line_words(board, pencil, line).plain)

    def _score(self, draft: Draft) -> None:
        items = score(draft.position)
        for line in draft.position.ruleset.board.lines:
            worth = line_score(items, line)
            formula = t(
                "{districts} times {stations} plus {bonus} is {total}",
                districts=tn("{count} district", "{count} districts", worth.districts),
                stations=tn("{count} station", "{count} stations", worth.stations),
                bonus=worth.bonus,
                total=worth.total,
            )
            self._say(words.labelled(word("line", line), formula))
        for rule, value in extras(items).items():
            self._say(words.labelled(word("extra", rule), value))
        self._say(words.labelled(t("Total"), total(items)))

    def _cards(self, draft: Draft) -> None:
        table = self.session.table
        board = table.ruleset.board
        turned = "; ".join(words.cards(board, [card]) for card in table.turned)
        left = words.remaining(board, table.turned)
        self._say(t("Turned in this round: {cards}.", cards=turned))
        self._say(f"{t('Left in the deck: {cards}.', cards=left)} {_to_go(table)}")

    def _others(self, draft: Draft) -> None:
        table = self.session.table
        for seat, items in enumerate(scores(table)):
            self._say(f"{points(table.seats[seat], total(items))}.")
            self._lines(table.ruleset.board, self.session.draft(seat))

    def _game(self, draft: Draft | None) -> None:
        for sentence in all_dealt(self.session.table):
            self._say(sentence)

    def _help(self, draft: Draft) -> None:
        self._say(
            t(
                "Type the number of a choice to take it. Nothing is final before you confirm. "
                "You can also type:"
            )
        )
        width = max(len(word("command", name)) for name in COMMANDS)
        for name in COMMANDS:
            self._say(f"  {word('command', name):<{width}}  {about('command', name)}")

    # -- the end ---------------------------------------------------------------------------------

    def _end(self) -> None:
        table = self.session.table
        self._say(f"\n{t('The game is over')}.")
        for seat in range(len(table.seats)):
            self._say(f"\n{table.seats[seat]}:")
            self._score(self.session.draft(seat))
        self._say(f"\n{outcome(table)}")

    def _say(self, text: str) -> None:
        print(text, file=self.out)

    def _read(self) -> str:
        print("> ", end="", file=self.out, flush=True)
        line = self.source.readline()
        if not line:
            raise Left(f"\n{t('The input has ended.')}")
        return line.strip()


def _to_go(table: Table) -> str:
    return words.sentence(words.to_go(table.ruleset.board.deck, table.turned))


def _command(typed: str) -> str:
    """What was typed as a command's id: by its id, by its name in the reader's language, or as ?."""
    said = typed.lower()
    named = {word("command", name).lower(): name for name in COMMANDS} | {"?": "help"}
    return named.get(said, said)


def _choice(position: Position, option: Option) -> str:
    """A choice and what it changes: nothing is said where it changes nothing."""
    action = words.action(position, option.action)
    if not option.gain:
        return action
    figures = {"gain": f"{option.gain:+d}", "line": option.line, "total": option.total}
    return words.labelled(action, t("{gain}, line {line}, total {total}", **figures))
