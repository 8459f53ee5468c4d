"""Were the shuffles of a log sealed before, opened after, and are its cards the ones that follow?

A sealed log is the start event; the five seals; for the deal and then for each round the contributions in the
order of the seats, what was turned, and the opening. Nothing else of it may stand anywhere else.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..boards import board as shipped_board
from ..rules.errors import BadLog, Sentence, TerminusError
from ..rules.mechanics import OPENINGS
from ..rules.table import ROUNDS, Table, pencils_of
from .log import Event, FindBoard, board_of, step
from .sealed import dealt, deck_of, pencils, turned_up
from .seals import CONTRIBUTION, DEAL, SEALED, SECRET, Shuffle, seal_of
from .sheets import EVENT as SHEETS

NOTHING = -1  # is opened


class Broken(BadLog):
    """A log that can be read, but whose shuffles are not proven; names the line where they break."""


class Wrong(TerminusError):
    pass


def verify(events: Iterable[tuple[int, Event]], find_board: FindBoard = shipped_board) -> int:
    """The last round that was opened, 0 for the deal and -1 if nothing was; raises `Broken` where the log
    breaks, and `BadLog` if it is none."""
    check, number = _Check(find_board), 0
    for number, event in events:
        try:
            check.take(number, event)
        except Wrong as wrong:
            raise Broken(number, wrong.sentence) from None
        except _At as other:
            raise Broken(other.line, other.sentence) from None
    if check.table is None:
        raise BadLog(1, Sentence("there is no start event, so this is no log"))
    if not check.seals:
        raise Broken(number, NOT_SEALED)
    return check.opened


NOT_SEALED = Sentence("the shuffles of this game were not sealed, so nothing can be proven")


class _At(TerminusError):
    """What is wrong stands in an earlier line."""

    def __init__(self, line: int, message: str) -> None:
        self.line = line
        super().__init__(message)


class _Check:
    def __init__(self, find_board: FindBoard) -> None:
        self.find_board = find_board
        self.table: Table | None = None
        self.game = ""
        self.start: tuple[int, Event] = (0, {})
        self.seals: list[str] = []
        self.contributions: dict[int, str] = {}  # to what is opened next
        self.turned: list[tuple[int, Event, Table]] = []  # in the round, each with the table before it
        self.opened = NOTHING
        self.ended = False

    def take(self, line: int, event: Event) -> None:
        kind = event["event"]
        if kind not in ("start", "seal", "contribution", "opening", "turn", "flip", "end", SHEETS, *OPENINGS):
            return
        if self.ended:
            raise Wrong(Sentence("the game has ended, nothing can follow"))
        if kind == SHEETS:
            raise Wrong(Sentence("these sheets were counted from paper: no card was turned here"))
        if kind == "start":
            self._start(line, event)
        elif self.table is None:
            raise Wrong(Sentence("the log begins with {kind}, not with a start event", kind=kind))
        elif kind in ("seal", "contribution", "opening"):
            {"seal": self._seal, "contribution": self._contribution, "opening": self._opening}[kind](event)
        else:
            self._play(line, event, self.table)

    def _start(self, line: int, event: Event) -> None:
        if isinstance(event.get("board"), str) and self.table is None:
            board_of(event, self.find_board)  # a board that cannot be found proves nothing of the log
        self.table, self.start = self._stepped(event), (line, event)
        if not isinstance(event.get("game"), str):
            raise Wrong(NOT_SEALED)
        self.game = event["game"]

    def _seal(self, event: Event) -> None:
        if len(self.seals) > ROUNDS or self.opened != NOTHING or self.contributions:
            raise Wrong(Sentence("a seal stands where none can be: all are published before anything else"))
        self._expect(event, len(self.seals))
        self.seals.append(_hex(event, "seal"))

    def _contribution(self, event: Event) -> None:
        self._all_sealed()
        self._expect(event, self.opened + 1)
        seat, value = event.get("seat"), event.get("value")
        assert self.table is not None
        if self.turned or self.opened == ROUNDS:
            raise Wrong(Sentence("this contribution comes too late: its round was dealt already"))
        if type(seat) is not int or not max(self.contributions, default=NOTHING) < seat < len(
            self.table.seats
        ):
            raise Wrong(Sentence("each seat contributes once, in the order of the seats"))
        if not isinstance(value, str) or not CONTRIBUTION.fullmatch(value):
            raise Wrong(Sentence("a contribution is 16 to 32 bytes, written as pairs of 0–9 and a–f"))
        self.contributions[seat] = value

    def _opening(self, event: Event) -> None:
        self._all_sealed()
        number, table = self.opened + 1, self.table
        assert table is not None
        self._expect(event, number)
        if number not in SEALED or table.round != number + 1:
            raise Wrong(Sentence("round {round} is opened before it has ended", round=event["round"]))
        secret = _hex(event, "secret")
        if seal_of(self.game, number, secret) != self.seals[number]:
            raise Wrong(Sentence("this secret is not the one that was sealed"))
        shuffle = Shuffle(self.game, number, secret, self.contributions)
        if event.get("key", shuffle.key) != shuffle.key:  # logs once named none
            raise Wrong(Sentence("the contributions are not those that were shuffled with"))
        self._dealt(shuffle) if number == DEAL else self._cards(shuffle)
        self.opened, self.contributions, self.turned = number, {}, []

    def _play(self, line: int, event: Event, table: Table) -> None:
        """What is played; nothing is turned before the deal, or the round before, was opened."""
        self._all_sealed()
        if event["event"] != "turn" and self.opened != min(table.round, ROUNDS + 1) - 1:
            raise Wrong(Sentence("round {round} has not been opened", round=self.opened + 1))
        self.table = self._stepped(event)
        self.ended = event["event"] == "end"
        if event["event"] not in ("turn", "end"):
            self.turned.append((line, event, table))

    def _dealt(self, shuffle: Shuffle) -> None:
        assert self.table is not None
        (line, event), ruleset = self.start, self.table.ruleset
        rows = pencils_of(ruleset.board.lines, pencils(shuffle, ruleset.board), len(self.table.seats))
        things: dict[str, Any] = {"pencils": [list(row) for row in rows], **dealt(shuffle, ruleset)}
        for what, wanted in things.items():
            if event.get(what) != wanted:
                raise _At(
                    line, Sentence("{what} do not follow from the secret and the contributions", what=what)
                )

    def _cards(self, shuffle: Shuffle) -> None:
        for line, event, table in self.turned:
            if (mechanic := table.awaits_opening) is not None:
                follows = all(
                    event[key] == thing for key, thing in turned_up(shuffle, table, mechanic).items()
                )
            else:
                deck, shown = deck_of(shuffle, table.ruleset.board), len(table.turned)
                follows = event["cards"] == deck[shown : shown + len(event["cards"])]
            if not follows:
                raise _At(
                    line,
                    Sentence("what is turned here does not follow from the secret and the contributions"),
                )

    def _stepped(self, event: Event) -> Table:
        try:
            return step(self.table, event, self.find_board)
        except TerminusError as error:
            raise Wrong(error.sentence) from None

    def _all_sealed(self) -> None:
        if not self.seals:
            raise Wrong(NOT_SEALED)
        if len(self.seals) <= ROUNDS:
            raise Wrong(Sentence("the seal of round {round} is missing", round=len(self.seals)))

    @staticmethod
    def _expect(event: Event, number: int) -> None:
        if type(event.get("round")) is not int or event["round"] != number:
            raise Wrong(
                Sentence(
                    "this is of round {given}, but round {number} comes next",
                    given=event.get("round"),
                    number=number,
                )
            )


def _hex(event: Event, key: str) -> str:
    value = event.get(key)
    if not isinstance(value, str) or not SECRET.fullmatch(value):
        raise Wrong(Sentence("{key} must be 32 bytes, written as pairs of 0–9 and a–f", key=key))
    return value
