"""An address as a QR code: for the page, and for the terminal of whoever starts the server."""

from __future__ import annotations

import io

import segno


def qr_svg(text: str) -> bytes:
    """Black on white whatever the theme: that is what cameras expect."""
    out = io.BytesIO()
    segno.make(text, error="m").save(out, kind="svg", scale=8, border=2, light="#fff", dark="#000")
    return out.getvalue()


def qr_text(text: str) -> str:
    out = io.StringIO()
    segno.make(text, error="l").terminal(out, compact=True, border=2)
    return out.getvalue()
