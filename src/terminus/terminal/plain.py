"""The line mode: the whole game in words and numbered choices, for pipes and screen readers.

It reads one line at a time and prints no colour, no drawing and no sign that has to be seen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

from ..rules.board import Board, members
from ..rules.mechanics.powers import power_left
from ..rules.score import extras, line_score, score, total
from ..rules.table import ROUNDS, Table, scores
from . import words
from .draft import Draft, Option
from .pad import outcome
from .page import line_words, setup_words
from .session import Session

HELP = """\
Type the number of a choice to take it. Nothing is final before you end the turn. You can also type:
  undo    take back the last step of this turn
  board   where the stations are
  sheet   what you have drawn
  score   your score pad
  cards   what was turned in this round and what is left
  others  the sheets and scores of the others
  game    what the modules have dealt
  help    this list
  quit    leave; the game is saved"""


class Left(Exception):
    """The player has left, or there is nothing more to read."""


class PlainGame:
    def __init__(self, session: Session, source: TextIO, out: TextIO) -> None:
        self.session, self.source, self.out = session, source, out
        self.announced = (0, 0)
        self.answers: dict[str, Callable[[Draft], None]] = {
            "board": self._board, "sheet": self._sheet, "score": self._score, "cards": self._cards,
            "others": self._others, "game": self._game, "help": lambda _: self._say(HELP),
        }  # fmt: skip

    def run(self) -> None:
        """Play until the game is over or nobody is there to play it."""
        session = self.session
        board = session.table.ruleset.board
        self._say(f"{board.name}. The lines depart from: {words.departures(board)}.")
        if note := board.scenery.get("note"):
            self._say(note)
        self._game(None)
        self._say(f"The game is kept in {session.log.path}. Type help for what you can type.")
        session.proceed()
        try:
            while (seat := session.waiting) is not None:
                self._announce(seat)
                session.confirm(seat, self._answer(session.draft(seat)))
        except Left as left:
            kept = f"The game is saved; go on with: terminus play --resume {session.log.path}"
            self._say(f"{left} {kept if session.kept else 'Nothing was played, so nothing is kept.'}")
            return
        self._end()

    # -- a turn ----------------------------------------------------------------------------------

    def _answer(self, draft: Draft) -> Draft:
        """Ask until the turn is ended."""
        self._offer(draft)
        while not draft.position.done:
            draft, changed = self._step(draft, self._read().lower())
            if changed and not draft.position.done:
                self._offer(draft)
        return draft

    def _step(self, draft: Draft, said: str) -> tuple[Draft, bool]:
        """The draft after one line of input, and whether it has changed."""
        options = draft.options()
        if said == "quit":
            raise Left("You have left the game.")
        if said == "undo":
            self._say("One step back." if draft.actions else "There is nothing to undo in this turn.")
            return draft.undo(), bool(draft.actions)
        if said in self.answers:
            self.answers[said](draft)
        elif said.isdecimal() and len(said) < 4 and 1 <= int(said) <= len(options):
            return draft.take(options[int(said) - 1].action), True
        elif said:
            self._say(f"«{said}» is no choice: type a number from 1 to {len(options)}, or help.")
        return draft, False

    def _announce(self, seat: int) -> None:
        table = self.session.table
        if self.announced[0] != table.round:
            self._say(f"\nRound {table.round} of {ROUNDS}. Controller: {table.seats[table.controller]}.")
            if (special := table.positions[seat].notes.get("specials")) is not None:
                self._say(f"{words.special(special)}.".capitalize())
        if self.announced != (table.round, table.turn):
            self._say(f"\nTurn {table.turn}. Card: {words.cards(table.shown)}. {_to_go(table)}")
        self.announced = (table.round, table.turn)
        line = table.pencils[seat][table.round - 1]
        power = power_left(table.positions[seat])
        self._say(f"{table.seats[seat]}: pencil {line}.{f' Power: {words.plain(power)}.' if power else ''}")

    def _offer(self, draft: Draft) -> None:
        self._say(words.prompt(draft.position))
        for option in draft.options():
            self._say(f"  {option.number}. {words.action(draft.position, option.action)}{_worth(option)}")

    # -- what can be asked -----------------------------------------------------------------------

    def _board(self, draft: Draft) -> None:
        board = draft.position.ruleset.board
        for number, name in enumerate(board.districts):
            stations = [words.station(board.stations[s]) for s in members(board.stations_in(number))]
            self._say(f"District {name}: {'; '.join(stations) or 'no station'}.")

    def _sheet(self, draft: Draft) -> None:
        self._lines(draft.position.ruleset.board, draft)

    def _lines(self, board: Board, draft: Draft) -> None:
        for pencil, line in enumerate(draft.position.sheet.lines):
            self._say(line_words(board, pencil, line).plain)

    def _score(self, draft: Draft) -> None:
        items = score(draft.position)
        for line in draft.position.ruleset.board.lines:
            worth = line_score(items, line)
            formula = f"{worth.districts} districts times {worth.stations} stations plus {worth.bonus}"
            self._say(f"{line}: {formula} is {worth.total}")
        for rule, value in extras(items).items():
            self._say(f"{words.EXTRAS.get(rule, rule)}: {value}")
        self._say(f"total: {total(items)}")

    def _cards(self, draft: Draft) -> None:
        table = self.session.table
        self._say(f"Turned in this round: {'; '.join(words.cards([card]) for card in table.turned)}.")
        self._say(
            f"Left in the deck: {words.remaining(table.ruleset.board.deck, table.turned)}. {_to_go(table)}"
        )

    def _others(self, draft: Draft) -> None:
        table = self.session.table
        for seat, items in enumerate(scores(table)):
            self._say(f"{table.seats[seat]}, {total(items)} points:")
            self._lines(table.ruleset.board, self.session.draft(seat))

    def _game(self, draft: Draft | None) -> None:
        for sentence in setup_words(self.session.table):
            self._say(sentence.plain)

    # -- the end ---------------------------------------------------------------------------------

    def _end(self) -> None:
        table = self.session.table
        self._say("\nThe game is over.")
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
            raise Left("\nThe input has ended.")
        return line.strip()


def _to_go(table: Table) -> str:
    deck = table.ruleset.board.deck
    if not (left := deck.fewest_to_go(table.turned)):
        return "The last turn of the round."
    cards = [f"{count} {suit}" for suit, count in deck.to_go(table.turned).items()] or [str(left)]
    return f"{' or '.join(cards)} {'card' if cards[-1].startswith('1 ') else 'cards'} to go."


def _worth(option: Option) -> str:
    """What a choice changes: nothing is said where it changes nothing."""
    if not option.gain:
        return ""
    return f": {option.gain:+d}, line {option.line}, total {option.total}"
