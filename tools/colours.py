"""python -m tools.colours: how far the page's colours are apart, for every eye (`make colours`).

It reads the page's own palette (web/src/palette.css) and patterns (web/src/lib/ink.ts), and writes
docs/colours.md. A dichromat's view is Machado, Oliveira and Fernandes (2009) at full severity; a difference
is a hundred times the distance in OKLab (Ottosson 2020), of which about two are just seen side by side;
contrast is WCAG's, from 1 to 21.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from terminus.boards import BOARDS, board

ROOT = Path(__file__).parents[1]
PALETTE = ROOT / "web" / "src" / "palette.css"
PATTERNS = ROOT / "web" / "src" / "lib" / "ink.ts"

Colour = tuple[float, float, float]  # red, green, blue from 0 to 1, as a screen is told them
Matrix = tuple[Colour, Colour, Colour]

EYES: dict[str, Matrix] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_CONES: Matrix = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
TO_LAB: Matrix = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
THEMES = {
    "light": (":root",),
    "dark": (":root", ":root[data-theme='dark']"),
    "high contrast, light": (":root", ":root[data-contrast='more']"),
    "high contrast, dark": (
        ":root",
        ":root[data-theme='dark']",
        ":root[data-contrast='more']",
        ":root[data-contrast='more'][data-theme='dark']",
    ),
}
TINTS = ("tint0", "tint1", "tint2", "tint3", "tint4", "tint-central")


def palette(theme: str) -> dict[str, Colour]:
    """Every colour of a theme by its name, as the browser would find it."""
    text = PALETTE.read_text("utf-8")
    found: dict[str, str] = {}
    for selector in THEMES[theme]:
        block = re.search(rf"^{re.escape(selector)} {{\n(.*?)^}}", text, re.MULTILINE | re.DOTALL)
        assert block, f"{PALETTE.name} has no {selector}"
        found |= dict(re.findall(r"--([\w-]+): #([0-9a-f]{6});", block[1]))
    return {name: colour(digits) for name, digits in found.items()}


def colour(digits: str) -> Colour:
    red, green, blue = (int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4))
    return red, green, blue


def patterns() -> list[str]:
    """What the lines of a city bear beside their colours, in their order."""
    found = re.search(r"PATTERNS = \[(.*?)\]", PATTERNS.read_text("utf-8"))
    assert found, f"{PATTERNS.name} has no PATTERNS"
    return re.findall(r"'(\w+)'", found[1])


def seen(what: Colour, eyes: str) -> Colour:
    """A colour as these eyes have it."""
    red, green, blue = (min(1.0, max(0.0, part)) for part in _times(EYES[eyes], _linear(what)))
    return _screen(red), _screen(green), _screen(blue)


def difference(one: Colour, other: Colour) -> float:
    return 100 * math.dist(_lab(one), _lab(other))


def contrast(one: Colour, other: Colour) -> float:
    dark, bright = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in map(_linear, (one, other)))
    return (bright + 0.05) / (dark + 0.05)


def _times(matrix: Matrix, column: Colour) -> Colour:
    one, two, three = (sum(a * b for a, b in zip(row, column, strict=True)) for row in matrix)
    return one, two, three


def _linear(what: Colour) -> Colour:
    one, two, three = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in what)
    return one, two, three


def _screen(part: float) -> float:
    return 12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055


def _lab(what: Colour) -> Colour:
    one, two, three = (math.cbrt(part) for part in _times(TO_CONES, _linear(what)))
    return _times(TO_LAB, (one, two, three))


# -- the report ----------------------------------------------------------------------------------

LINES_APART = 10.0  # under it two lines (or a line and the loop) must not bear the same pattern
TINTS_APART = 4.0  # between two districts that may touch, for every eye
EDGE = 3.0  # contrast of what must be seen on its ground: a district's border, a line on the paper
LOOP = "loop"
REPORT = ROOT / "docs" / "colours.md"
MEASURED = "<!-- measured: `make colours` writes what follows -->\n"


def lines(city: str) -> dict[str, str]:
    """What is drawn and printed as a line, with its pattern."""
    ways = board(city)
    found = {f"line-{line}": pattern for line, pattern in zip(ways.lines, patterns(), strict=True)}
    return found | ({LOOP: "rails"} if ways.scenery.get("loop") else {})


def apart(theme: str, one: str, other: str) -> dict[str, float]:
    """How different two colours of a theme are, by eyes."""
    colours = palette(theme)
    return {eyes: difference(seen(colours[one], eyes), seen(colours[other], eyes)) for eyes in EYES}


def _row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def _head(*cells: str) -> list[str]:
    return [_row(*cells), _row(*("---" for _ in cells))]


def _pairs(theme: str, names: list[str]) -> Iterator[str]:
    for one, other in combinations(names, 2):
        figures = apart(theme, one, other)
        nearest = min(figures.values())
        shown = (f"**{figure:.1f}**" if figure == nearest else f"{figure:.1f}" for figure in figures.values())
        yield _row(f"{_short(one)} – {_short(other)}", *shown)


def _short(name: str) -> str:
    return name.removeprefix("line-")


def _contrasts(theme: str) -> Iterator[str]:
    colours = palette(theme)
    for name in TINTS:
        border, river = (contrast(colours[other], colours[name]) for other in ("border", "river"))
        yield _row(name, f"{border:.1f}", f"{river:.1f}")


def report() -> str:
    parts: list[str] = []
    for theme in THEMES:
        parts += [f"## {theme.capitalize()}", ""]
        for city in BOARDS:
            parts += [f"### {board(city).name}: lines{' and loop' if LOOP in lines(city) else ''}", ""]
            parts += [*_head("pair", *EYES), *_pairs(theme, list(lines(city))), ""]
        parts += ["### Districts side by side", "", *_head("pair", *EYES), *_pairs(theme, list(TINTS)), ""]
        parts += ["### Contrast on a district's ground", "", *_head("ground", "its border", "the river")]
        parts += [*_contrasts(theme), ""]
    return "\n".join(parts)


def main() -> None:
    words = REPORT.read_text("utf-8").split(MEASURED)[0]
    REPORT.write_text(f"{words}{MEASURED}\n{report()}", "utf-8")


if __name__ == "__main__":
    main()
