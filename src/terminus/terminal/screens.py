"""The screens beside the game: a notice, the help, other sheets, and the end."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, ScrollableContainer, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

from ..locale import msg
from ..locale.spoken import t, word
from ..rules.table import Table
from .canvas import fitting
from .draw import draw
from .pad import full_pad
from .page import legend, line_words
from .panels import pad
from .tokens import all_dealt, lying
from .translated import Translated

RULES = (
    msg(
        "Four rounds, one line each. A card shows a symbol: draw one section from an end of your line to a "
        "station with that symbol, along a straight, crossing nothing drawn, never back to a station of the "
        "same line. You may always pass."
    ),
    msg("★ joker: any station.   ⇄ switch: start from any station of your line."),
    msg(
        "A line is worth its districts × the most stations it has in one of them, plus its bonuses. At the "
        "end come interchanges (stations on several lines) and what else the city counts."
    ),
)
KEYS = (
    (msg("↑ ↓ or a number"), msg("point at a choice")),
    (msg("Enter"), msg("take it")),
    (msg("Space"), msg("confirm or pass")),
    (msg("u or Backspace"), msg("undo a step")),
    ("Tab", msg("the sheets of all")),
    ("g", msg("what the modules dealt")),
    (msg("Shift and arrows"), msg("move a large board")),
    ("q", msg("leave, the game is kept")),
)
SIGNS = msg(
    "On the board every section shows its line's letter; choices are dotted and numbered. "
    "( ) is a circled station, * a tourist site, ! a city gate, ═ a double track."
)


class Notice(Translated, ModalScreen[None]):
    """A few words that wait for Enter: a new round, or the next player."""

    BINDINGS = [Binding("enter,space,escape", "close", "Go on")]  # noqa: RUF012

    def __init__(self, heading: str, sentences: Sequence[str]) -> None:
        super().__init__()
        self.heading, self.sentences = heading, sentences

    def compose(self) -> ComposeResult:
        with Vertical(id="notice"):
            yield Static(Text(self.heading, "bold"))
            yield Static(Text("\n".join(["", *self.sentences, "", t("Press Enter.")])))

    def action_close(self) -> None:
        self.dismiss()


class Reading(Translated, ModalScreen[None]):
    """A page to read and scroll."""

    BINDINGS = [Binding("enter,space,escape,q", "close", "Back")]  # noqa: RUF012

    def __init__(self, content: RenderableType) -> None:
        super().__init__()
        self.content = content

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="reading"):
            yield Static(self.content)
        yield Footer()

    def action_close(self) -> None:
        self.dismiss()


def help_screen(table: Table) -> Reading:
    """How to play, the keys, and what the signs on the board mean."""
    keys = Grid.grid(padding=(0, 2))
    for key, what in KEYS:
        keys.add_row(t(key), t(what))
    rules = "\n\n".join(t(rule) for rule in RULES)
    signs = [Text(t(SIGNS)), *legend(table.ruleset.board)]
    how, used = Text(t("How to play"), "bold"), Text(t("Keys"), "bold")
    return Reading(Group(how, Text(rules), "", used, keys, "", *signs))


def game_screen(table: Table) -> Reading:
    """What was dealt for the whole game, and who holds which pencil when."""
    dealt = [Text(sentence) for sentence in all_dealt(table)] or [Text(t("No modules are in play."))]
    seats = zip(table.seats, table.pencils, strict=True)
    pencils = [Text(f"{name}: {', '.join(word('line', line) for line in row)}") for name, row in seats]
    return Reading(
        Group(Text(t("The game"), "bold"), *dealt, "", Text(t("Pencils, round by round"), "bold"), *pencils)
    )


class Sheets(Translated):
    """The sheets of all seats, one at a time."""

    BINDINGS = [  # noqa: RUF012
        Binding("tab,right,space", "turn(1)", "Next sheet"),
        Binding("shift+tab,left", "turn(-1)", "Previous", show=False),
        Binding("escape,enter,q", "close", "Back"),
    ]

    def __init__(self, table: Table, seat: int) -> None:
        super().__init__()
        self.table, self.seat = table, seat

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Horizontal():
            with ScrollableContainer(id="board"):
                yield Static(id="drawing")
            with VerticalScroll(id="side"):
                yield Static(id="pad")
        yield Footer()

    def on_mount(self) -> None:
        self.refresh_sheet()

    def on_resize(self) -> None:
        self.refresh_sheet()

    def refresh_sheet(self) -> None:
        table, position = self.table, self.table.positions[self.seat]
        board = table.ruleset.board
        scale = fitting(board.columns, board.rows, self.size.width - 36, self.size.height - 2)
        heading = t(
            "Sheet {number} of {count}: {name}",
            number=self.seat + 1,
            count=len(table.seats),
            name=table.seats[self.seat],
        )
        self.query_one("#title", Static).update(Text(heading, "bold"))
        self.query_one("#drawing", Static).update(
            draw(board, position.sheet, scale=scale, marked=lying(position))
        )
        lines = [line_words(board, pencil, line) for pencil, line in enumerate(position.sheet.lines)]
        self.query_one("#pad", Static).update(Group(pad(position), "", *lines))

    def action_turn(self, by: int) -> None:
        self.seat = (self.seat + by) % len(self.table.seats)
        self.refresh_sheet()

    def action_close(self) -> None:
        self.dismiss()


class End(Translated):
    """The final score of everybody."""

    BINDINGS = [  # noqa: RUF012
        Binding("tab", "sheets", "Sheets"),
        Binding("q,escape", "leave", "Leave"),
    ]

    def __init__(self, table: Table, kept_in: str) -> None:
        super().__init__()
        self.table, self.kept_in = table, kept_in

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="end"):
            yield Static(
                Group(full_pad(self.table), "", Text(t("The game is kept in {path}.", path=self.kept_in)))
            )
        yield Footer()

    def action_sheets(self) -> None:
        self.app.push_screen(Sheets(self.table, 0))

    def action_leave(self) -> None:
        self.app.exit()
