"""`terminus picture LOG -o FILE`: a finished network with its score, as SVG or PNG."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ..locale.spoken import t
from ..record.files import BadFile
from ..rules.errors import BadSetup, Sentence
from .arguments import BoardFile, LogName
from .extras import extra
from .files import table_in

PIXELS = 2400  # twice the size at which links show it
Output = Annotated[Path, Parameter(name=["--output", "-o"], help="the file to write: .svg or .png")]
Seat = Annotated[int | None, Parameter(help="whose network, from 0 on; the winner's unless told")]


def picture(log: LogName, /, *, output: Output, seat: Seat = None, board: BoardFile = None) -> None:
    """Draw a finished network with its score."""
    kind = output.suffix.lower()
    if kind not in (".svg", ".png"):
        raise BadSetup(t("{file}: a picture is written as .svg or .png", file=output.name))
    with extra("pictures", t("Drawing a picture")):
        from ..drawing import picture as drawn
        from ..drawing import png
    svg = drawn(table_in(log, board), seat)
    content = svg.encode() if kind == ".svg" else png(svg, PIXELS)
    try:
        output.write_bytes(content)
    except OSError as error:
        raise BadFile(Sentence("{file}: {why}", file=str(output), why=error.strerror or str(error))) from None
