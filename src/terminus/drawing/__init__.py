"""Drawings of boards and sheets, as SVG and PNG: what the page draws, for places where there is no page.

A sheet is drawn in cells: a station stands at (column, row). Nothing here decides anything.
"""

from .heat import heat_picture
from .picture import board_picture, picture
from .raster import png

__all__ = ["board_picture", "heat_picture", "picture", "png"]
