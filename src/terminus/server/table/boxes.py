"""When an exercise comes back: Leitner's boxes. What was found goes a box on and comes back later; what was
missed begins again, and comes back soon. There is nothing to lose: no streak, no points, no date to keep."""

from __future__ import annotations

MINUTE, DAY = 60.0, 86_400.0
SOON = 10 * MINUTE
WAITS = (SOON, DAY, 4 * DAY, 14 * DAY, 60 * DAY)  # seconds until it comes back, of the boxes from 1 on


def after(box: int, found: bool) -> tuple[int, float | None]:
    """The box that an exercise is in after an answer, and how long it waits there; found in the last box it
    is learned, and comes back no more. A new one is in box 0."""
    if not found:
        return 1, WAITS[0]
    box = max(box, 1) + 1
    return box, WAITS[box - 1] if box <= len(WAITS) else None
