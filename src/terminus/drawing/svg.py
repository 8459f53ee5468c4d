"""Elements of an SVG as text: attributes are escaped, numbers short."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape, quoteattr

FORBIDDEN = re.compile("[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")  # by XML itself


def number(value: float) -> str:
    """To a thousandth, without needless zeros."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(name: str, *inner: str, **attributes: object) -> str:
    """An element; `stroke_width` is `stroke-width`, and what is None is left out."""
    given = "".join(
        f" {key.strip('_').replace('_', '-')}={quoteattr(_text(value))}"
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{given}>{''.join(inner)}</{name}>" if inner else f"<{name}{given}/>"


def group(*inner: str, **attributes: object) -> str:
    return element("g", *inner, **attributes)


def at(x: float, y: float, *inner: str, scale: float = 1, **attributes: object) -> str:
    """Something that is drawn around (0, 0), moved to a place."""
    grown = f" scale({number(scale)})" if scale != 1 else ""
    return group(*inner, transform=f"translate({number(x)} {number(y)}){grown}", **attributes)


def words(text: str) -> str:
    return escape(FORBIDDEN.sub("\ufffd", text))


def _text(value: object) -> str:
    return number(value) if isinstance(value, float) else FORBIDDEN.sub("\ufffd", str(value))
