"""`terminus paper BOARD -o FILE.pdf`: sheets, cards and the rules of a board, to print."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from ..locale.spoken import t
from ..record.files import BadFile
from ..rules.errors import BadSetup, Sentence
from .extras import extra
from .files import find_board

Board = Annotated[
    str, Parameter(name="BOARD", help="a board or a board file; - reads one", allow_leading_hyphen=True)
]
Output = Annotated[Path, Parameter(name=["--output", "-o"], help="the file to write: .pdf")]
Size = Annotated[Literal["a4", "letter"], Parameter(name="--paper", help="what it is printed on")]
Ink = Annotated[bool, Parameter(help="save ink: in black, without areas of colour")]


def paper(board: Board, /, *, output: Output, size: Size = "a4", ink: Ink = False) -> None:
    """Print a board: player sheets, cards and the rules on one page."""
    if output.suffix.lower() != ".pdf":
        raise BadSetup(t("{file}: a print is written as .pdf", file=output.name))
    with extra("paper", t("Printing a board")):
        from ..drawing.paper import paper as printed
    content = printed(find_board(board), size, ink)
    try:
        output.write_bytes(content)
    except OSError as error:
        raise BadFile(Sentence("{file}: {why}", file=str(output), why=error.strerror or str(error))) from None
