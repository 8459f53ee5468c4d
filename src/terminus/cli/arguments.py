"""The arguments that several commands share, with their help."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from ..locale.spoken import t
from ..rules.errors import BadSetup

BoardName = Annotated[str, Parameter(help="a board that ships with Terminus, or a board file")]
LogName = Annotated[str, Parameter(help="a log; - reads standard input", allow_leading_hyphen=True)]
BoardFile = Annotated[
    str | None, Parameter(help="the board of the log, if it neither ships nor stands beside it as BOARD.toml")
]
Json = Annotated[bool, Parameter(help="print JSON", show_default=False)]
Words = Annotated[tuple[str, ...], Parameter(consume_multiple=True, show_default=False)]


def words(given: tuple[str, ...]) -> tuple[str, ...]:
    """A list that may be written with spaces, with commas or with both."""
    return tuple(word for part in given for word in part.split(",") if word)


def pair(text: str, between: str, form: str) -> tuple[str, str]:
    """Two words and what stands between them; raises `BadSetup` saying how they are written."""
    left, found, right = text.partition(between)
    if not (left and found and right):
        raise BadSetup(t("«{text}» is not understood; write it as {form}", text=text, form=form))
    return left, right
