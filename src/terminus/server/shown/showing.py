"""What a table shows: each view is made once for a state, each frame is encoded once, however many get it."""

from __future__ import annotations

from dataclasses import fields

import msgspec

from ..table.presence import Presence
from ..table.state import State
from .differences import difference
from .frames import Change, Shown
from .kept import Kept
from .shapes import Public, View
from .views import at_this_moment, own, public

MOST_FRAMES = 16
SHARED = [field.name for field in fields(State) if field.name not in ("drafts", "version")]


def is_private(before: State, after: State) -> bool:
    """Whether only drafts differ: those concern nobody but the seat that made them."""
    return all(getattr(before, name) is getattr(after, name) for name in SHARED)


class Showing:
    def __init__(self) -> None:
        self._kept = Kept()
        self._public: tuple[State, object, Public] | None = None
        self._views: dict[int | None, tuple[tuple[object, ...], View]] = {}
        self._frames: dict[tuple[object, ...], tuple[View | None, View, bytes]] = {}

    def view(self, state: State, me: int | None, here: Presence) -> View:
        """As this seat sees it; the very same one as long as nothing changes for it."""
        shared = self._shared(state, here)
        made_of = (
            shared,
            state.drafts.get(me) if me is not None else None,
            here.moment if me is not None else 0,
        )
        known = self._views.get(me)
        if known and all(one is other for one, other in zip(known[0], made_of, strict=True)):
            return known[1]
        watchers = here.watchers({seat.person for seat in state.seats}) if me is not None else ()
        seen = own(state, me, shared, watchers, self._kept)
        if known and known[1].version == seen.version:
            seen = known[1]
        self._views[me] = (made_of, seen)
        return seen

    def _shared(self, state: State, here: Presence) -> Public:
        present = (*(seat.person in here.connected for seat in state.seats), state.host(here.there))
        if self._public and self._public[1] == present and is_private(self._public[0], state):
            return self._public[2]
        made = public(state, here.connected, here.there, self._kept)
        self._public = (state, present, made)
        return made

    def frame(self, old: View | None, new: View, ends_in: float | None) -> bytes:
        """What brings somebody from the one view to the other, or all of it to who has none."""
        key = (id(old), id(new), ends_in)
        if key not in self._frames:
            if len(self._frames) >= MOST_FRAMES:
                self._frames.clear()
            self._frames[key] = (old, new, _frame(old, at_this_moment(new, ends_in), self._kept))
        return self._frames[key][2]


def _frame(old: View | None, new: View, kept: Kept) -> bytes:
    """A clock is told each time: what is left of it changes by itself."""
    if old is None:
        return msgspec.json.encode(Shown(new))
    clock = {"clock": new.clock} if new.clock else {}
    return msgspec.json.encode(Change(old.version, difference(old, new, kept) | clock))
