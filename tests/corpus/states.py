"""What a log leads to, in words that no redesign of ours changes: the ink on every sheet after each event."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from terminus.record.log import step
from terminus.record.scores import score_file
from terminus.rules.board import Board, members
from terminus.rules.position import Position
from terminus.rules.table import Table


def outcome(log: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The state after the whole log as a hash over all states on the way, and the score."""
    seen, table = hashlib.sha256(), None
    for event in log:
        table = step(table, event)
        seen.update(json.dumps(state(table), sort_keys=True).encode())
    assert table is not None
    scored = score_file(table)
    totals = [seat["total"] for seat in scored["seats"]]
    whole = hashlib.sha256(json.dumps(scored, sort_keys=True).encode()).hexdigest()
    return {"state": seen.hexdigest(), "score": whole, "totals": totals, "winners": scored["winners"]}


def state(table: Table) -> dict[str, Any]:
    board = table.ruleset.board
    return {
        "at": [table.round, table.turn, list(table.turned), list(table.shown), list(table.answered)],
        "sheets": [sheet(board, position) for position in table.positions],
        "pencils": [board.lines[position.pencil] for position in table.positions],
    }


def sheet(board: Board, position: Position) -> dict[str, list[list[str]]]:
    """By line: sections by their ends, the stations, the open ends, what is circled, districts doubled."""

    def cells(stations: int) -> list[str]:
        return sorted(board.stations[station].cell for station in members(stations))

    return {
        name: [
            sorted("-".join(board.sections[section].ends) for section in members(line.sections)),
            cells(line.stations),
            cells(line.ends),
            cells(line.circled),
            sorted(board.districts[district] for district in members(line.doubled)),
        ]
        for name, line in zip(board.lines, position.sheet.lines, strict=True)
    }
