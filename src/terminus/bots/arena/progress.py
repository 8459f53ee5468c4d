"""How far a run is, on standard error: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from .run import Watch

EVERY_S = 30.0


@contextmanager
def progress() -> Iterator[Watch]:
    """A watcher that shows the games played; what it draws is gone at the end."""
    if sys.stderr.isatty():
        with _bar() as watch:
            yield watch
    else:
        yield _lines()


@contextmanager
def _bar() -> Iterator[Watch]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

    columns = ("games", BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), "left", TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _lines() -> Watch:
    began = said = time.monotonic()

    def watch(done: int, total: int) -> None:
        nonlocal said
        now = time.monotonic()
        if now - said < EVERY_S or not done:
            return
        said = now
        left = (now - began) * (total - done) / done
        print(f"{done} of {total} games played, about {left:.0f} s left", file=sys.stderr, flush=True)

    return watch
