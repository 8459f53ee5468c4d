"""What a card shows, in a square from -1 to 1: symbols, jokers, switches, and what modules deal."""

from __future__ import annotations

from .. import palette
from ..geometry import polygon, star
from ..stops import shape
from ..svg import at, element, group

LINE = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
RAILS = "M-0.5 1V-1M-0.5 0.65C-0.5 0.1 0.55 0.2 0.55 -0.45V-1"
TIPS = "M-0.85 -0.65L-0.5 -1.05L-0.15 -0.65M0.2 -0.65L0.55 -1.05L0.9 -0.65"
ARCH = "M-0.34 0.48V-0.1a0.34 0.34 0 0 1 0.68 0V0.48"


def face(name: str, colour: str) -> str:
    """A station card's face, as the page has it."""
    match name:
        case "switch":
            return element("path", d=RAILS + TIPS, stroke=colour, stroke_width=0.26, **LINE)
        case "visit":
            arch = element("path", d=ARCH, stroke=palette.INK, stroke_width=0.22, **LINE)
            return _gold(0.95, colour) + arch
        case "joker":
            return _gold(0.95, colour) + element("circle", r=0.26, fill=palette.INK)
        case symbol:
            look = {"fill": "none", "stroke": colour, "stroke_width": 0.26, "stroke_linejoin": "round"}
            return element("path", d=shape(symbol, 0.85), **look)


def thing(name: str, colour: str) -> str:
    """What a module deals, by its id; what is not known is a plain station."""
    match name:
        case "switch" | "joker":
            return face(name, colour)
        case "double-section":
            return _route(colour, (-0.9, 0.5), (0, -0.5), (0.9, 0.5))
        case "extension":
            arrow = element("path", d="M0.45 -0.3L0.9 0L0.45 0.3", stroke=colour, stroke_width=0.2, **LINE)
            return _route(colour, (-0.9, 0), (-0.1, 0)) + _rail(colour, (0.15, 0), (0.8, 0)) + arrow
        case "double-visit":
            return at(-0.45, 0.25, _gold(0.55, colour)) + at(0.5, -0.3, _gold(0.55, colour))
        case "double-district":
            box = {"width": 1.15, "height": 1.15, "rx": 0.2, "stroke": colour, "stroke_width": 0.14}
            back = element("rect", x=-0.9, y=-0.85, fill=palette.TINTS[1], **box)
            return back + element("rect", x=-0.25, y=-0.3, fill=palette.TINT_CENTRAL, **box)
        case "double-station":
            ring = {"fill": "none", "stroke": colour, "stroke_width": 0.12, "stroke_dasharray": "0.3 0.14"}
            return element("circle", r=0.9, **ring) + _stop(colour, (0, 0), 0.48)
        case "objective":
            return _flag(colour)
        case _:
            return _stop(colour, (0, 0), 0.7)


def icon(drawn: str) -> str:
    """A whole SVG of what stands around (0, 0)."""
    return element(
        "svg", drawn, xmlns="http://www.w3.org/2000/svg", viewBox="-1.3 -1.3 2.6 2.6", width=100, height=100
    )


def _gold(size: float, colour: str) -> str:
    look = {"stroke": colour, "stroke_width": 0.18, "stroke_linejoin": "round"}
    return element("path", d=star(size), fill=palette.WILD, **look)


def _stop(colour: str, here: tuple[float, float], r: float = 0.26) -> str:
    look = {"fill": palette.WHITE, "stroke": colour, "stroke_width": 0.16}
    return element("circle", cx=float(here[0]), cy=float(here[1]), r=r, **look)


def _rail(colour: str, *points: tuple[float, float]) -> str:
    path = "".join(f"{'L' if i else 'M'}{x} {y}" for i, (x, y) in enumerate(points))
    return element("path", d=path, stroke=colour, stroke_width=0.2, **LINE)


def _route(colour: str, *points: tuple[float, float]) -> str:
    """A line through stations."""
    return _rail(colour, *points) + group(*(_stop(colour, point) for point in points))


def _flag(colour: str) -> str:
    cloth = polygon(3, 0.62, 1.5708)
    pole = element("path", d="M-0.55 1V-0.95", stroke=colour, stroke_width=0.18, **LINE)
    look = {"fill": palette.WILD, "stroke": colour, "stroke_width": 0.16, "stroke_linejoin": "round"}
    return pole + at(-0.2, -0.4, element("path", d=cloth, **look))
