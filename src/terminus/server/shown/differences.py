"""What has to be put into one view to make another of it, by path: `number`, `seats/0/score/total`.

Only whole values are put, at places that are there: whoever reads it need not know what it means. A path
leads as far down as few of the parts change at a time: to a line of a sheet, to an item of a score.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from .kept import Kept
from .shapes import AnswerView, ItemView, ScoreView, SeatView, SheetView, View

OPENED = (SeatView, AnswerView, SheetView, ScoreView)
OWN = [name for name in View.__struct_fields__ if name != "seats"]
Part = tuple[object, object, object]  # its name, as it was, as it is


def difference(old: View, new: View, kept: Kept | None = None) -> dict[str, object]:
    """Empty if nothing differs. What everybody sees of the seats is compared once for all who see it."""

    kept = kept or Kept()
    found = dict(kept.of("change", (old.seats, new.seats), lambda: dict(_put("seats", old.seats, new.seats))))
    for name in OWN:
        found.update(_put(name, getattr(old, name), getattr(new, name)))
    return found


def _put(path: str, old: object, new: object) -> Iterator[tuple[str, object]]:
    if old is new or old == new:
        return
    parts = _parts(old, new)
    if parts is None:
        yield path, new
        return
    for name, before, after in parts:
        yield from _put(f"{path}/{name}", before, after)


def _parts(old: object, new: object) -> Iterable[Part] | None:
    """What both of them consist of, if they have the same parts and are worth taking apart."""
    if isinstance(new, OPENED) and type(old) is type(new):
        return _fields(old, new)
    if isinstance(new, dict) and isinstance(old, dict) and list(old) == list(new) and "/" not in "".join(new):
        return [(name, old[name], new[name]) for name in new]
    if isinstance(new, list) and isinstance(old, list) and len(old) == len(new) and _opened_list(new):
        return [(number, *both) for number, both in enumerate(zip(old, new, strict=True))]
    return None


def _fields(old: msgspec.Struct, new: msgspec.Struct) -> Iterator[Part]:
    return ((name, getattr(old, name), getattr(new, name)) for name in new.__struct_fields__)


def _opened_list(found: list[object]) -> bool:
    return isinstance(found[0], SeatView | ItemView)
