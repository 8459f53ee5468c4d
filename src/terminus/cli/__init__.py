"""The command line. Each command is a file beside this one and is imported only when it is called.

A command prints its result and returns None or an exit code. Whatever a user can get wrong is a
`TerminusError`: one sentence on standard error and exit code 2. Before any command `--language` is taken out
of the words, so that all that follows is in the reader's language.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from cyclopts import App, CycloptsError, Parameter

from ..locale import LANGUAGES, msg
from ..locale.spoken import preferred, speak, t
from ..rules.errors import BadSetup, TerminusError
from .helping import Help

BAD_INPUT = 2
INTERRUPTED = 130
OPTION = "--language"

COMMANDS = {
    "play": ("terminus.cli.play:play", msg("Play in the terminal: alone, at one keyboard, or against bots.")),
    "serve": ("terminus.cli.serve:serve", msg("Start the web app.")),
    "work": ("terminus.cli.work:work", msg("Think for the bots of servers on a PostgreSQL.")),
    "backup": (
        "terminus.cli.keeping:backup",
        msg("Keep all that a database holds in one file, also while a server uses it."),
    ),
    "restore": ("terminus.cli.keeping:restore", msg("Make a database what a backup holds.")),
    "export": ("terminus.cli.keeping:export", msg("Write every game of a database as a log.")),
    "import": ("terminus.cli.keeping:take_in", msg("Take finished games from logs into a database.")),
    "show": ("terminus.cli.show:show", msg("Print a board, or the sheets of a log, as text.")),
    "score": ("terminus.cli.score:score", msg("Score a log as far as it goes.")),
    "verify": ("terminus.cli.verify:verify", msg("Check that a log's shuffles were sealed and opened.")),
    "picture": ("terminus.cli.picture:picture", msg("Draw a finished network with its score.")),
    "paper": ("terminus.cli.paper:paper", msg("Print a board: sheets, cards and the rules on one page.")),
    "analyse": ("terminus.cli.analyse:analyse", msg("Review a log: what every card and reply was worth.")),
    "board": ("terminus.cli.board:app", msg("Check a board file.")),
    "perft": ("terminus.cli.perft:perft", msg("Count the ways to answer some turns on an empty sheet.")),
    "bench": ("terminus.cli.bench:bench", msg("Measure how many games a second are played.")),
    "train": ("terminus.cli.train:train", msg("Train the bots' evaluation of a board.")),
    "arena": ("terminus.cli.arena:arena", msg("Let bots play the same games and compare them.")),
}


def version() -> str:
    from importlib.metadata import version as installed

    return installed("terminus")


def _app() -> App:
    app = App(
        name="terminus",
        help=msg("An open, unofficial implementation of the Next Station games."),
        help_epilogue=f"{OPTION} {'|'.join(LANGUAGES)}",
        help_format="plaintext",
        help_formatter=Help(),
        version=version,
        default_parameter=Parameter(negative=""),
        suppress_keyboard_interrupt=False,
    )
    for place, (name, (target, summary)) in enumerate(COMMANDS.items()):
        app.command(target, name=name, help=summary, sort_key=place)
    return app


app = _app()


def main(tokens: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0, or 2 for what the user can mend."""
    _take_any_text()
    try:
        words = _spoken(list(sys.argv[1:] if tokens is None else tokens))
        code = app(words, exit_on_error=False, print_error=False, result_action="return_value")
        if sys.stdout is not None:
            sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except CycloptsError as error:
        from .mistakes import understood

        return _refuse(f"{understood(str(error))} {t('Try {command}.', command='terminus --help')}")
    except TerminusError as error:
        return _refuse(error.sentence)
    except BrokenPipeError:
        _leave_stdout()
        return BAD_INPUT
    except OSError as error:
        _leave_stdout()
        return _refuse(f"{error.filename or t('the output')}: {error.strerror or error}")
    except KeyboardInterrupt:
        return INTERRUPTED


def _spoken(tokens: list[str]) -> list[str]:
    """The tokens without `--language`, which is spoken from now on; else what the environment asks for."""
    language = preferred(os.environ)
    for place, token in enumerate(tokens[: tokens.index("--") if "--" in tokens else None]):
        name, given, value = token.partition("=")
        if name == OPTION:
            language = value if given else "".join(tokens[place + 1 : place + 2])
            tokens = tokens[:place] + tokens[place + (1 if given else 2) :]
            break
    speak(language)
    if language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise BadSetup(
            t("there is no language «{language}»; there are {known}", language=language, known=known)
        )
    return tokens


def _take_any_text() -> None:
    """What is no text in the terminal's encoding is read and written as a question mark."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _refuse(message: str) -> int:
    from .printing import one_line
    from .telling import told

    print("terminus:", one_line(told(message)), file=sys.stderr)
    return BAD_INPUT


def _leave_stdout() -> None:
    """Nobody reads what was printed: what is still buffered goes nowhere, so that leaving cannot fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
