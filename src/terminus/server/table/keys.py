"""The keys of commands that were taken: whoever repeats one, because its answer was lost, has it done once.

They are kept while that can happen: of this turn and the one before, and not more than some. An older command
is not done: if it is about a turn, by the card on the table; or else because nobody knows whether it was.
"""

from __future__ import annotations

from itertools import islice

from .state import State

Key = tuple[str, str]  # who gave the command, and what they called it
MOST = 1000  # of a table: four in a hurry do not give so many commands while a page comes back


def needless_before(before: State, after: State) -> int:
    """Keys that were taken before the log had this event are of no use once `after` has followed `before`."""
    turn_ended = after.turned_at != before.turned_at or after.game.phase != before.game.phase
    return before.turned_at if turn_ended else 0


def known_since(state: State) -> int:
    """The log's number from which on all keys are kept: what somebody did before it may have been done."""
    flips = (n for n in range(state.number, 0, -1) if state.events[n - 1]["event"] == "flip")
    return next(islice(flips, 0 if state.game.phase == "over" else 1, None), 0)


class Keys:
    """Of one table, each with the number of the log's last event when it was taken."""

    def __init__(self, taken: dict[Key, int]) -> None:
        self._taken = dict(taken)

    def __contains__(self, key: Key) -> bool:
        return key in self._taken

    def __len__(self) -> int:
        return len(self._taken)

    def surplus(self) -> list[Key]:
        """The oldest, which go when one more comes."""
        return list(islice(self._taken, max(0, len(self._taken) + 1 - MOST)))

    def add(self, key: Key, state: State) -> None:
        for old in self.surplus():
            del self._taken[old]
        self._taken[key] = state.number

    def forget(self, before: State, after: State) -> None:
        if first := needless_before(before, after):
            self._taken = {key: number for key, number in self._taken.items() if number >= first}
