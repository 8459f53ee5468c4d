"""From what is said and drawn to a PDF: the same board gives the same bytes.

Typst sets it in a process of its own. It keeps whatever it has set (some 150 MB for a print), and only a
process can be given up when it takes too long, whatever a stranger's board holds.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Literal

from ...locale import msg
from ...locale.spoken import spoken, t
from ...rules.board import Board
from ...rules.errors import BadSetup
from .. import palette
from ..lettering import glyph
from . import colours, typeset
from .cards import cards
from .icons import face, icon
from .sheets import map_drawing, pencil_drawing, sheet
from .summary import faces, summary
from .wording import city

Size = Literal["a4", "letter"]
PAPERS: Mapping[Size, tuple[float, float]] = {"a4": (210, 297), "letter": (215.9, 279.4)}  # in mm
SECONDS = 60  # for what takes one
NO_PAPER = msg("There is no paper {paper}; there are {known}.")
MANY_PRINTS = msg("Many prints are being made just now. Please try again in a minute.")
WEIGHTS = ("Regular", "Semibold", "Bold", "Black")
TEMPLATES = ("main", "type", "sheets", "cards", "summary")


class GivenUp(BadSetup):
    """It took too long; with less to do at the same time it might not."""


def paper(board: Board, size: Size = "a4", ink: bool = False, seconds: float | None = None) -> bytes:
    """Sheets, cards and the rules on one page; `ink` saves it. `GivenUp` after so many seconds."""
    said = _said(board, size, ink)
    drawn = {"map.svg": map_drawing(board)}
    drawn |= {f"pencil-{line}.svg": pencil_drawing(board, line) for line in range(len(board.lines))}
    drawn |= {f"face-{name}.svg": icon(face(name, palette.INK)) for name in faces(board)}
    for number, card in enumerate(said["cards"]):
        drawn[f"card-{number}.svg"] = card.pop("icon")
    text = json.dumps(said, ensure_ascii=False)
    files = {name: colours.inked(svg, ink) for name, svg in drawn.items()}
    return _set({**_templates(), **files, "said.json": text}, _known(text), seconds or SECONDS)


def _set(files: Mapping[str, str], known: bool, seconds: float) -> bytes:
    """The PDF of these files, or an error in words."""
    asked = {"files": files, "fonts": _fonts(), "known": known}
    command = [sys.executable, "-I", typeset.__file__]
    try:
        done = subprocess.run(
            command, input=json.dumps(asked).encode(), capture_output=True, timeout=seconds, check=True
        )
    except subprocess.TimeoutExpired:
        said = t("the print was not ready after {seconds} s, so it was given up", seconds=seconds)
        raise GivenUp(said) from None
    except subprocess.CalledProcessError as error:
        why = " ".join(error.stderr.decode(errors="replace").splitlines()[-1:])[:200]
        raise BadSetup(t("the print could not be made: {why}", why=why)) from None
    return done.stdout


def _said(board: Board, size: Size, ink: bool) -> dict[str, Any]:
    wide, high = PAPERS[size]
    return {
        "language": spoken(),
        "title": city(board),
        "page": {"width": wide, "height": high},
        "sparing": ink,
        "colours": colours.of_the_page(ink),
        "sheet": sheet(board, ink),
        "cards": cards(board, ink),
        "summary": summary(board),
        "ruler": t("Print at 100 %: this line is 50 mm long."),
        "duplex": t("Cards: print on both sides, turned over the long edge, and cut along the marks."),
    }


@cache
def _templates() -> dict[str, str]:
    folder = resources.files(__package__)
    found = {name: folder.joinpath(f"{name}.typ").read_text("utf-8") for name in TEMPLATES}
    return {"main": found.pop("main"), **{f"{name}.typ": text for name, text in found.items()}}


def _fonts() -> list[str]:
    folder = resources.files("font_source_sans_pro") / "files"
    return [str(folder / f"SourceSansPro-{weight}.ttf") for weight in WEIGHTS]


def _known(text: str) -> bool:
    """Whether our own font has every sign; the machine's are looked through only where one is missing."""
    return all(sign.isspace() or sign == "\u200b" or glyph("Regular", sign) for sign in set(text))
