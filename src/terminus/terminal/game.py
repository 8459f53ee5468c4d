"""The screen of a turn: board, card, score pad and choices. It holds no rule: it asks the draft."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import partial

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, ScrollableContainer, Vertical
from textual.events import Key
from textual.geometry import Region
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option as Row

from ..locale.spoken import t, word
from ..record.draft import Draft, Option
from ..rules.actions import DONE, Draw
from ..rules.board import Station
from ..rules.errors import TerminusError
from ..rules.score import line_score, score
from ..rules.table import ROUNDS
from . import words
from .canvas import Scale, fitting
from .draw import Choices, draw
from .panels import card_panel, choice_row, pad, title
from .screens import End, Notice, Sheets, game_screen, help_screen
from .session import Session
from .tokens import in_hand, lying, told
from .translated import Translated

SIDE = 36
FRAME = 3  # title, question, keys
ROOM_FOR_PAD = 20  # rows; in a lower window the choices come first


class ChoiceList(OptionList):
    """A list that is paged only where the window leaves room for it: Textual fails where there is none."""

    def action_page_down(self) -> None:
        if self.scrollable_content_region:
            super().action_page_down()  # type: ignore[no-untyped-call]

    def action_page_up(self) -> None:
        if self.scrollable_content_region:
            super().action_page_up()  # type: ignore[no-untyped-call]


class GameScreen(Translated):
    BINDINGS = [  # noqa: RUF012
        Binding("u,backspace", "undo", "Undo"),
        Binding("space", "finish", "Confirm"),
        Binding("tab", "sheets", "Sheets"),
        Binding("g", "game", "Game"),
        Binding("question_mark,h,f1", "help", "Help", key_display="?"),
        Binding("q", "leave", "Leave"),
        Binding("shift+left", "pan(-8, 0)", show=False),
        Binding("shift+right", "pan(8, 0)", show=False),
        Binding("shift+up", "pan(0, -4)", show=False),
        Binding("shift+down", "pan(0, 4)", show=False),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.seat = -1
        self.round = 0
        self.draft: Draft | None = None
        self.options: tuple[Option, ...] = ()
        self.typed = ""
        self.asked = False  # whether the player knows that a pass is not needed
        self.busy = False

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Horizontal():
            with ScrollableContainer(id="board", can_focus=False):
                yield Static(id="drawing")
            with Vertical(id="side"):
                yield Static(id="card")
                yield Static(id="pad")
                yield ChoiceList(id="choices")
        yield Static(id="question")
        yield Footer()

    async def on_mount(self) -> None:
        await self._move_on(self.session.proceed)

    def on_resize(self) -> None:
        self.query_one("#pad").display = self.size.height >= ROOM_FOR_PAD
        if self.draft is not None:
            self._show_choices(pointed=self.query_one("#choices", OptionList).highlighted or 0)

    # -- turns -----------------------------------------------------------------------------------

    async def _move_on(self, step: Callable[[], None]) -> None:
        """Let the session take a step (bots may think about it), then show whose turn it is."""
        self.busy = True
        self.query_one("#question", Static).update(t("The others are drawing…"))
        try:
            await asyncio.to_thread(step)
        except TerminusError as error:
            self.app.exit(error)
            return
        self.busy = False
        self._next_turn()

    def _next_turn(self) -> None:
        seat = self.session.waiting
        if seat is None:
            self.app.push_screen(End(self.session.table, str(self.session.log.path)))
            return
        handed_over = seat != self.seat and len(self.session.people) > 1
        new_round = self.session.table.round != self.round
        self.seat, self.round = seat, self.session.table.round
        self._edit(self.session.draft(seat))
        if handed_over or new_round:
            self.app.push_screen(Notice(*self._notice(handed_over, new_round)))

    def _notice(self, handed_over: bool, new_round: bool) -> tuple[str, list[str]]:
        table, name = self.session.table, self.session.table.seats[self.seat]
        begins = t("Round {round} of {rounds}", round=table.round, rounds=ROUNDS)
        heading = begins if new_round else t("Turn {turn}", turn=table.turn)
        sentences = [t("{name}, it is your turn.", name=name)] if handed_over else []
        if new_round:
            sentences += [*self._round_words(), t("Press ? for help at any time.")]
        return heading, sentences

    def _round_words(self) -> Iterator[str]:
        table, position = self.session.table, self.session.table.positions[self.seat]
        board = table.ruleset.board
        if table.round > 1:
            drawn = table.pencils[self.seat][table.round - 2]
            worth = line_score(score(position), drawn).total
            yield t(
                "Your line of the last round, {line}, is worth {points}.",
                line=word("line", drawn),
                points=worth,
            )
        departure = board.stations[board.departures[position.pencil]]
        yield t(
            "Your pencil is {line}; it departs from {station}.",
            line=word("line", board.lines[position.pencil]),
            station=words.station(departure),
        )
        yield from (told(board, token) for token in in_hand(position))

    # -- the draft -------------------------------------------------------------------------------

    def _edit(self, draft: Draft) -> None:
        """Show a draft and what may follow it."""
        self.draft, self.options, self.typed, self.asked = draft, draft.options, "", False
        table = self.session.table
        done = f"{', '.join(draft.said)}. " if draft.actions else ""
        self.query_one("#title", Static).update(title(table, self.seat))
        self.query_one("#card", Static).update(card_panel(table, draft.position))
        self.query_one("#question", Static).update(Text(done + words.prompt(draft.position), "bold"))
        self._show_choices(pointed=0)

    def _show_choices(self, pointed: int) -> None:
        """List the choices; pointing at one of them draws the board."""
        assert self.draft is not None
        choices = self.query_one("#choices", OptionList)
        width = self.size.width - self._board_width() - 3
        choices.clear_options()
        choices.add_options(Row(choice_row(self.draft.position, option, width)) for option in self.options)
        choices.highlighted = pointed
        choices.focus()

    def _pointed(self) -> Option | None:
        index = self.query_one("#choices", OptionList).highlighted
        return self.options[index] if index is not None and index < len(self.options) else None

    # -- the board -------------------------------------------------------------------------------

    def _scale(self) -> Scale:
        board = self.session.table.ruleset.board
        return fitting(board.columns, board.rows, self.size.width - SIDE, self.size.height - FRAME)

    def _board_width(self) -> int:
        board = self.session.table.ruleset.board
        return max(0, min(self._scale().size(board.columns, board.rows)[0], self.size.width - SIDE))

    def _show_board(self) -> None:
        assert self.draft is not None
        position, pointed = self.draft.position, self._pointed()
        actions = {option.number: option.action for option in self.options}
        choices = Choices(actions, pointed.number if pointed else None)
        drawing = draw(
            position.ruleset.board,
            position.sheet,
            position.pencil,
            choices,
            self._scale(),
            lying(position),
        )
        self.query_one("#board").styles.width = self._board_width()
        self.query_one("#drawing", Static).update(drawing)
        self.query_one("#pad", Static).update(pad(position, pointed))
        if pointed is not None and isinstance(pointed.action, Draw):
            self._bring_into_view(position.ruleset.board.stations[pointed.action.target])

    def _bring_into_view(self, station: Station) -> None:
        """A board larger than the window moves to the station pointed at."""
        column, row = self._scale().cell(station.cell)
        self.query_one("#board").scroll_to_region(Region(column - 6, row - 3, 12, 7), animate=False)

    # -- keys ------------------------------------------------------------------------------------

    def on_option_list_option_highlighted(self) -> None:
        if self.draft is not None:
            self._show_board()

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if self.draft is not None and not self.busy:
            await self._take(self.options[event.option_index])

    async def _take(self, option: Option) -> None:
        assert self.draft is not None
        draft = self.draft.take(option.action)
        if draft.position.done:
            await self._move_on(partial(self.session.confirm, self.seat, draft))
        else:
            self._edit(draft)

    def on_key(self, event: Key) -> None:
        """Digits point at a choice; a second digit goes on with the first where there are so many."""
        self.asked &= event.key == "space"
        if event.character is None or not event.character.isdecimal():
            self.typed = ""
            return
        self.typed += event.character
        if int(self.typed) > len(self.options):
            self.typed = event.character
        if 1 <= int(self.typed) <= len(self.options):
            self.query_one("#choices", OptionList).highlighted = int(self.typed) - 1

    async def action_finish(self) -> None:
        done = next((option for option in self.options if option.action == DONE), None)
        if self.busy:
            return
        if done is None:
            self.notify(t("First draw what you began, or undo it"))
        elif self._needless() and not self.asked:
            self.asked = True
            question = t("You could still draw. Space again passes, Enter takes the choice.")
            self.query_one("#question", Static).update(Text(question, "bold"))
        else:
            await self._take(done)

    def _needless(self) -> bool:
        """Whether ending the turn now would be a pass although something can be done."""
        return self.draft is not None and not self.draft.actions and len(self.options) > 1

    def action_undo(self) -> None:
        if self.draft is not None and not self.busy:
            self._edit(self.draft.undo())

    def action_pan(self, across: int, down: int) -> None:
        self.query_one("#board").scroll_relative(x=across, y=down, animate=False)

    def action_sheets(self) -> None:
        self.app.push_screen(Sheets(self.session.table, max(self.seat, 0)))

    def action_game(self) -> None:
        self.app.push_screen(game_screen(self.session.table))

    def action_help(self) -> None:
        self.app.push_screen(help_screen(self.session.table))

    def action_leave(self) -> None:
        self.app.exit()
