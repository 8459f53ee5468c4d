"""Prints to measure: made once each, read in millimetres from the upper left corner."""

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from typing import Any

import pdfplumber
from pdfminer.pdftypes import resolve1

from terminus.boards import board
from terminus.drawing.paper import paper
from terminus.drawing.paper.press import Size
from terminus.locale.spoken import speak
from terminus.rules.board import Board

POINT = 25.4 / 72
SHEETS = 4  # pages before the cards
Box = tuple[float, float, float, float]


@cache
def printed(city: str, size: Size = "a4", language: str = "en", ink: bool = False) -> bytes:
    return print_of(board(city), size, language, ink)


def print_of(city: Board, size: Size = "a4", language: str = "en", ink: bool = False) -> bytes:
    speak(language)
    try:
        return paper(city, size, ink)
    finally:
        speak("en")


def pages(pdf: bytes) -> list[Any]:
    return pdfplumber.open(BytesIO(pdf)).pages


def box(thing: dict[str, Any]) -> Box:
    """Left, top, right, bottom."""
    left, top, right, bottom = (round(thing[key] * POINT, 2) for key in ("x0", "top", "x1", "bottom"))
    return left, top, right, bottom


def sized(things: list[dict[str, Any]], width: float, height: float) -> list[Box]:
    """Those of this size, to a twentieth of a millimetre."""
    boxes = map(box, things)
    return [b for b in boxes if abs(b[2] - b[0] - width) < 0.05 and abs(b[3] - b[1] - height) < 0.05]


def lines(page: Any) -> list[Box]:
    """Whatever is drawn as a straight line, level or upright."""
    drawn = [box(thing) for thing in (*page.lines, *page.curves, *page.rects)]
    return [b for b in drawn if min(b[2] - b[0], b[3] - b[1]) < 0.3]


def bare(text: str) -> str:
    """Without spaces: where a line breaks does not matter."""
    return "".join(text.split()).replace("\u200b", "")


def text_within(page: Any, place: Box) -> str:
    """The text in a part of the page."""
    left, top, right, bottom = (edge / POINT for edge in place)
    return str(page.crop((max(left, 0), max(top, 0), right, bottom)).extract_text())


def colours(page: Any) -> set[tuple[float, ...]]:
    """Every colour that something on the page has."""
    things = (*page.chars, *page.lines, *page.curves, *page.rects)
    return {as_colour(thing[key]) for thing in things for key in ("stroking_color", "non_stroking_color")}


def as_colour(found: Any) -> tuple[float, ...]:
    """Grey is one number, and nothing is white."""
    match found:
        case None | ():
            return (1.0,)
        case float() | int():
            return (float(found),)
        case _:
            return tuple(found)


def fonts(page: Any) -> Iterator[dict[str, Any]]:
    """The descriptors of a page's fonts, those of its drawings too."""
    yield from _fonts(page.page_obj.resources)


def _fonts(resources: Any) -> Iterator[dict[str, Any]]:
    resources = resolve1(resources) or {}
    for font in (resolve1(resources.get("Font")) or {}).values():
        known = resolve1(font)
        for one in map(resolve1, resolve1(known.get("DescendantFonts")) or [known]):
            yield resolve1(one["FontDescriptor"])
    for form in (resolve1(resources.get("XObject")) or {}).values():
        yield from _fonts(resolve1(form).attrs.get("Resources"))
