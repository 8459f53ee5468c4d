"""The help of the commands, in the reader's language."""

from __future__ import annotations

from attrs import evolve
from cyclopts.help import DefaultFormatter, HelpPanel, InlineText
from rich.console import Console, ConsoleOptions
from rich.text import Text

from ..locale import msg
from ..locale.spoken import t

# What Cyclopts says itself.
SAID = (
    msg("Commands"), msg("Arguments"), msg("Parameters"),
    msg("Display this message and exit."), msg("Display application version."),
)  # fmt: skip


class Help(DefaultFormatter):
    """Titles and descriptions are written in English where commands are defined and translated here."""

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        entries = [evolve(entry, description=_translated(entry.description)) for entry in panel.entries]
        super().__call__(console, options, panel.copy(title=t(str(panel.title)), entries=entries))

    def render_description(self, console: Console, options: ConsoleOptions, description: object) -> None:
        super().render_description(console, options, _translated(description))

    def render_usage(self, console: Console, options: ConsoleOptions, usage: object) -> None:
        if usage is not None:
            console.print(f"{t('Usage:')} {usage}", highlight=False, markup=False)


def _translated(description: object) -> object:
    match description:
        case InlineText(primary_renderable=Text(plain=plain)) if plain:
            return InlineText(Text(t(plain)), force_empty_end=description.force_empty_end)
        case _:
            return description
