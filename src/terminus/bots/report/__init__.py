"""What one should know of a board before one plays it: its ground, and what bots make of it.

`report(board)` is all that command line, server and page ask for; docs/formats.md has its JSON.
"""

from .budget import Budget
from .made import as_json, report
from .shapes import BoardReport

__all__ = ["BoardReport", "Budget", "as_json", "report"]
