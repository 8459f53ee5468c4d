"""The full-screen game: the Textual app around its screens, and how they look."""

from __future__ import annotations

from textual.app import App

from ..rules.errors import TerminusError
from .game import GameScreen
from .session import Session


class GameApp(App[TerminusError | None]):
    """Runs a session; returns the error that ended it early, or None."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "Terminus"
    CSS = """
    Screen { background: $background; }
    #title, #question { height: 1; padding: 0 1; }
    #title { background: $surface; }
    #board { width: auto; height: 1fr; }
    #drawing { width: auto; height: auto; }
    #side { width: 1fr; height: 1fr; padding: 0 0 0 1; }
    #card, #pad { height: auto; }
    #pad, #choices { margin: 1 0 0 0; }
    #choices { height: 1fr; min-height: 3; border: none; padding: 0; }
    #choices, #choices:focus { background: $background; background-tint: $background 0%; }
    #choices > .option-list--option { padding: 0; }
    Notice { align: center middle; background: $background 60%; }
    #notice { width: 60; max-width: 90%; height: auto; padding: 1 2; }
    #notice { border: round $primary; background: $surface; }
    #reading, #end { padding: 1 2; background: $background; }
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    def get_default_screen(self) -> GameScreen:
        return GameScreen(self.session)
