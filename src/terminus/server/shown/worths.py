"""What each choice is worth: by the kernel, which is much faster, and by the engine where there is none."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel import Kernel, NoKernel, Unfit, kernel_of
from ...kernel.actions import code_of
from ...rules.actions import Action
from ...rules.play import advance
from ...rules.position import Position
from ...rules.ruleset import Ruleset
from ...rules.score import line_score, score, total

Worth = tuple[int, int]  # of the line in hand, and of the sheet


def worths(position: Position, actions: Sequence[Action]) -> list[Worth]:
    """After each of these actions, all of which are allowed."""
    kernel = _kernel(position.ruleset)
    known = kernel.worths(position) if kernel else {}
    return [known.get(code_of(action)) or _counted(position, action) for action in actions]


def _kernel(ruleset: Ruleset) -> Kernel | None:
    try:
        return kernel_of(ruleset)
    except (NoKernel, Unfit):
        return None


def _counted(position: Position, action: Action) -> Worth:
    """The kernel lists one order of those that lead to the same; so some are not among what it knows."""
    items = score(advance(position, action))
    line = position.ruleset.board.lines[position.pencil]
    return line_score(items, line).total, total(items)
