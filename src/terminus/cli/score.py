"""`terminus score LOG`: the score pad of a log, or the score file with --json."""

from __future__ import annotations

import json as json_format

from ..record.scores import score_file
from .arguments import BoardFile, Json, LogName
from .files import table_in


def score(log: LogName, /, *, json: Json = False, board: BoardFile = None) -> None:
    """Score a log as far as it goes."""
    table = table_in(log, board)
    if json:
        print(json_format.dumps(score_file(table), ensure_ascii=False))
        return
    from ..terminal.pad import full_pad
    from .printing import Paper

    Paper().print(full_pad(table))
