"""For how long is kept what nobody touches. Games that are over are kept for ever."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from ...rules.errors import Sentence
from ..errors import Trouble

DAY = 24 * 3600.0  # seconds
LONGEST = 36_500


@dataclass(frozen=True, slots=True)
class Keep:
    """Days; None is for ever."""

    lobbies: int | None = 30  # games that never began
    unfinished: int | None = 180
    people: int | None = 400  # who sit nowhere: as long as their browser may keep its cookie
    conducts: int | None = 90  # the cards of games on paper: some are dealt ahead, for days without a network
    boards: int | None = 90  # of people's own, that are on no shelf and in no game

    @property
    def nothing_goes(self) -> bool:
        return self == NOTHING_GOES


NAMES = [field.name for field in fields(Keep)]
NOTHING_GOES = Keep(None, None, None, None, None)


def read_keep(text: str) -> Keep:
    """With changes like `lobbies=7 people=off`; `off` alone clears nothing away."""
    found = Keep()
    for change in text.replace(",", " ").replace(";", " ").split():
        name, _, days = change.partition("=")
        if change == "off":
            found = NOTHING_GOES
        elif name in NAMES:
            found = replace(found, **{name: _days(change, days)})
        else:
            raise _unread(change)
    return found


def _days(change: str, days: str) -> int | None:
    """A day at least: what is open is marked as seen more often than that."""
    if days == "off":
        return None
    if not (days.isascii() and days.isdecimal() and len(days) < 9 and 1 <= int(days) <= LONGEST):
        raise _unread(change)
    return int(days)


def _unread(change: str) -> Trouble:
    return Trouble(
        Sentence(
            "«{change}» does not say how long something is kept; write name=DAYS, name=off or off (names: "
            "{names})",
            change=change[:60],
            names=", ".join(NAMES),
        )
    )
