"""What a server has found out about a board, or is finding out: docs/formats.md has what a report says."""

from __future__ import annotations

import msgspec

from ...bots.report import BoardReport
from .reviews import Stage


class ReportStage(msgspec.Struct):
    """How far a report has come, `done` of 1; it is shown whole or not at all."""

    state: Stage
    done: float
    report: BoardReport | None


class TrainingStage(msgspec.Struct):
    """How far the training of bots for a board has come; `weights` is what bots play it by now, if they have
    learned something, `mean` what those last scored that this server trained."""

    state: Stage
    done: float
    may: bool  # whether there is something to gain here: not where weights ship, nor beyond the kernel
    mine: bool  # whether it is this person who asked, and who may stop it
    weights: str | None
    mean: float | None
