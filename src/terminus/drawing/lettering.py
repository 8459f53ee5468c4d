"""Text as outlines of Source Sans: the same everywhere, whatever fonts a reader's machine has.

A text with a sign that the font lacks stays text, in whatever the reader has for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Literal

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont

from .svg import element, number, words

Weight = Literal["Regular", "Semibold", "Bold", "Black"]
Anchor = Literal["start", "middle", "end"]
SHARES = {"start": 0.0, "middle": 0.5, "end": 1.0}
UNKNOWN_WIDTH = 0.62  # of the size, for a sign that we cannot measure


@dataclass(frozen=True, slots=True)
class Glyph:
    path: str
    width: float  # of the size


@cache
def _font(weight: Weight) -> Any:
    file = resources.files("font_source_sans_pro") / "files" / f"SourceSansPro-{weight}.ttf"
    with file.open("rb") as opened:
        font = TTFont(opened, lazy=False)
    return font, font.getGlyphSet(), font.getBestCmap()


@lru_cache(4096)
def glyph(weight: Weight, sign: str) -> Glyph | None:
    """A sign, one unit high; None if the font has none for it."""
    font, drawn, names = _font(weight)
    name = names.get(ord(sign))
    if name is None:
        return None
    pen = SVGPathPen(drawn, ntos=lambda value: number(round(value)))
    drawn[name].draw(pen)
    return Glyph(pen.getCommands(), drawn[name].width / font["head"].unitsPerEm)


def width(text: str, size: float, weight: Weight = "Regular") -> float:
    known = (glyph(weight, sign) for sign in text)
    return size * sum(one.width if one else UNKNOWN_WIDTH for one in known)


def lettered(
    text: str,
    x: float,
    y: float,
    size: float,
    fill: str,
    *,
    weight: Weight = "Regular",
    anchor: Anchor = "start",
    most: float | None = None,
) -> str:
    """A line of text whose foot is at (x, y); it shrinks where it would be wider than `most`."""
    if most is not None and (wide := width(text, size, weight)) > most:
        size *= most / wide
    left = x - SHARES[anchor] * width(text, size, weight)
    signs = [glyph(weight, sign) for sign in text]
    if not all(signs):
        heavy = {"Regular": 400, "Semibold": 600, "Bold": 700, "Black": 900}[weight]
        look = {"font_family": "sans-serif", "font_size": size, "font_weight": heavy, "text_anchor": anchor}
        return element("text", words(text), x=float(x), y=float(y), fill=fill, **look)
    return _outlined([sign for sign in signs if sign], left, y, size, fill, _font(weight)[0])


def _outlined(signs: list[Glyph], x: float, y: float, size: float, fill: str, font: Any) -> str:
    scale = size / font["head"].unitsPerEm
    parts = []
    for sign in signs:
        if sign.path:
            place = f"translate({number(x)} {number(y)}) scale({scale:.5f} {-scale:.5f})"
            parts.append(element("path", d=sign.path, transform=place))
        x += sign.width * size
    return element("g", *parts, fill=fill) if parts else ""
