"""Printing with colour where there is a terminal, and in plain text where there is none."""

from __future__ import annotations

from typing import NoReturn

from rich.console import Console


class Paper(Console):
    """A console that leaves a closed pipe to `main`, as every other error."""

    def __init__(self) -> None:
        super().__init__(highlight=False)

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError
