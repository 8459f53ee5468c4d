"""What has to be put into one view to make another of it, by path: `number`, `answer`, `seats/0/score`.

Only whole values are put, at places that are there: whoever reads it need not know what it means.
"""

from __future__ import annotations

from .shapes import SeatView, View

FIELDS = [name for name in View.__struct_fields__ if name != "seats"]


def difference(old: View, new: View) -> dict[str, object]:
    """Empty if nothing differs."""
    found = {name: getattr(new, name) for name in FIELDS if _differ(getattr(old, name), getattr(new, name))}
    if len(old.seats) != len(new.seats):
        return {**found, "seats": new.seats}
    for number, (before, after) in enumerate(zip(old.seats, new.seats, strict=True)):
        if before is not after:
            found |= _in_seat(number, before, after)
    return found


def _in_seat(number: int, old: SeatView, new: SeatView) -> dict[str, object]:
    return {
        f"seats/{number}/{name}": getattr(new, name)
        for name in SeatView.__struct_fields__
        if _differ(getattr(old, name), getattr(new, name))
    }


def _differ(old: object, new: object) -> bool:
    return old is not new and old != new
