"""Commands that need more than the base install: what is missing is said with the way to get it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..locale.spoken import t
from ..rules.errors import TerminusError


class MissingExtra(TerminusError):
    """A package that a command needs is not installed."""


@contextmanager
def extra(name: str, what: str) -> Iterator[None]:
    """Around the imports of what an extra of the package brings."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] == "terminus":
            raise
        install = f"pip install 'terminus[{name}]'"
        raise MissingExtra(
            t(
                "{what} needs {package}, which is not installed: {install}",
                what=what,
                package=error.name,
                install=install,
            )
        ) from None
