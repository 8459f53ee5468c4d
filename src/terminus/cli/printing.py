"""Printing: with colour where there is a terminal, in plain text where there is none; a fault in one line."""

from __future__ import annotations

import re
from typing import NoReturn

from rich.console import Console

from ..terminal.look import visible

BLANKS = re.compile(r"[^\S\u00a0\u202f]+")  # the spaces at which no line breaks are a language's own
HEAD, TAIL = 600, 200  # characters of a sentence that quotes something endless


class Paper(Console):
    """A console that leaves a closed pipe to `main`, as every other error."""

    def __init__(self) -> None:
        super().__init__(highlight=False)

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


def one_line(message: str) -> str:
    """A message as one line that a terminal only shows, whatever it quotes."""
    line = visible(BLANKS.sub(" ", message.strip()))
    return line if len(line) <= HEAD + TAIL else f"{line[:HEAD]} … {line[-TAIL:]}"
