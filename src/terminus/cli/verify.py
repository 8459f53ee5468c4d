"""`terminus verify LOG`: were the shuffles sealed before and opened after, and do the cards follow?"""

from __future__ import annotations

import sys

from ..locale.spoken import t
from ..record.files import BadFile, read_lines, title
from ..record.log import read
from ..record.verify import Broken
from ..record.verify import verify as verified
from ..rules.errors import BadLog, Sentence
from ..rules.table import ROUNDS
from .arguments import BoardFile, LogName
from .files import board_finder
from .printing import one_line
from .telling import told

BROKEN = 1


def verify(log: LogName, /, *, board: BoardFile = None) -> int:
    """Check the sealed shuffles of a log as far as it goes."""
    try:
        opened = verified(read(read_lines(log)), board_finder(log, board))
    except Broken as error:
        fault = Sentence("{file}, {fault}", file=title(log), fault=error.sentence)
        print("terminus:", one_line(told(fault)), file=sys.stderr)
        return BROKEN
    except BadLog as error:
        raise BadFile(Sentence("{file}, {fault}", file=title(log), fault=error.sentence)) from None
    print(one_line(f"{told(title(log))}: {_proven(opened)}"))
    return 0


def _proven(opened: int) -> str:
    if opened == ROUNDS:
        return t("all shuffles are proven: sealed before, opened after, and every card follows.")
    if opened < 0:
        return t("all shuffles are sealed, and none has been opened yet.")
    if opened == 0:
        return t("the deal is proven; no round has been opened yet.")
    return t(
        "the deal and the rounds up to {round} are proven; what comes after is not opened yet.", round=opened
    )
