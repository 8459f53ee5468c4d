"""Terminus: an open, unofficial implementation of the Next Station games.

`replay` and `step` fold events into a `Table`; `Dealer` makes the events that chance decides; `legal` and
`apply` answer a card, `commit` hands the answer in, and `score` says what a sheet is worth and why.
"""

from .boards import BOARDS, board
from .record.dealer import Dealer
from .record.log import replay, step
from .record.scores import score_file
from .rules.errors import TerminusError
from .rules.play import apply, legal
from .rules.position import Position
from .rules.ruleset import Ruleset
from .rules.score import score
from .rules.table import Table, commit, flip

__all__ = [
    "BOARDS",
    "Dealer",
    "Position",
    "Ruleset",
    "Table",
    "TerminusError",
    "apply",
    "board",
    "commit",
    "flip",
    "legal",
    "replay",
    "score",
    "score_file",
    "step",
]
