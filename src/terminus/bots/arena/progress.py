"""How far a run is, on standard error: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ...rules.errors import Sentence
from .run import Watch

EVERY_S = 30.0
Tell = Callable[[Sentence], str]  # says a sentence to the reader


@contextmanager
def progress(tell: Tell = str) -> Iterator[Watch]:
    """A watcher that shows the games played; what it draws is gone at the end."""
    if sys.stderr.isatty():
        with _bar(tell) as watch:
            yield watch
    else:
        yield _lines(tell)


@contextmanager
def _bar(tell: Tell) -> Iterator[Watch]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

    games, left = tell(Sentence("games")), tell(Sentence("left"))
    columns = (games, BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), left, TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(games, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _lines(tell: Tell) -> Watch:
    began = said = time.monotonic()

    def watch(done: int, total: int) -> None:
        nonlocal said
        now = time.monotonic()
        if now - said < EVERY_S or not done:
            return
        said = now
        left = round((now - began) * (total - done) / done)
        text = Sentence(
            "{done} of {total} games played, about {left} s left", done=done, total=total, left=left
        )
        print(tell(text), file=sys.stderr, flush=True)

    return watch
