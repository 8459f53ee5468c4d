"""What whoever plays alone may be told of the turn on the table: what each step is worth, and the best reply.

It follows from the table as everybody sees it. The dealer is not asked: the cards to come are as unknown here
as to the player. It is worked out in the bots' threads, one question at a time, so bots hardly wait for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Literal, TypeVar

import msgspec

from ...bots.judge import Judge
from ...kernel import NoKernel, Unfit
from ...record.notation import notate
from ...record.readings import texts
from ...review.figures import noise_of
from ..errors import Refused
from .drafts import draft_of
from .helping import is_helped
from .progress import playing
from .state import State
from .threads import BotThreads

DEPTH = 2  # as the review has it
LARGE = 3.0  # points that a reply may lose before somebody is asked whether they are sure
WAITING = 50  # questions; one takes some hundredths of a second
AGAIN = 2  # seconds
T = TypeVar("T")


class Judged(msgspec.Struct):
    """A step that may follow, and the total to be expected after the best way to go on from it."""

    do: str
    value: float


class Advice(msgspec.Struct):
    number: int  # of the log's last event, and the version of the draft, that it is about
    draft: int
    by: Literal["learned", "score"]
    best: list[str]  # the whole reply
    value: float  # the total to be expected after it
    options: list[Judged]
    lost: float | None  # by confirming now; nothing that cannot be told apart; null where that cannot be done
    large: bool  # so much that one may ask whether they are sure


def advise(state: State, seat: int = 0) -> Advice:
    table, kept = playing(state), draft_of(state, seat)
    judge, noise = Judge(table.ruleset, DEPTH), noise_of(table.ruleset, DEPTH)
    ((best,), _), now = judge.best_replies(table, seat, few=1), kept.draft.position
    values: dict[str, float] = {}
    for reply in judge.replies(table, seat, now):  # the best first
        values.setdefault(notate(table.ruleset.board, reply.actions[0]), reply.value)
    lost = best.value - values["done"] if "done" in values else None
    return Advice(
        number=state.number,
        draft=kept.version,
        by=judge.by,
        best=texts(table.positions[seat], best.actions),
        value=round(best.value, 1),
        options=[Judged(do, round(value, 1)) for do, value in values.items()],
        lost=None if lost is None else round(lost, 1) if lost > noise else 0.0,
        large=lost is not None and lost > max(noise, LARGE),
    )


class Counsel:
    def __init__(self, threads: BotThreads) -> None:
        self._threads, self._waiting = threads, 0
        self._one_at_a_time = asyncio.Lock()

    async def ask(self, state: State, person: str) -> Advice:
        """For whoever plays here alone and wants help, while a card waits for them."""
        if state.seat_of(person) is None:
            raise Refused("You do not sit at this table.", 403)
        if len(state.seats) > 1 or not is_helped(state):
            raise Refused("There is no help at this table.", 403)
        if not state.asks(0):
            raise Refused("No card waits for you.")
        return await self.think(partial(advise, state))

    async def think(self, thought: Callable[[], T]) -> T:
        """What a judge is asked, in its turn; refused if too many wait or nobody can judge."""
        if self._waiting >= WAITING:
            raise Refused("Many ask for help just now. Try again in {seconds} s.", 503, seconds=AGAIN)
        self._waiting += 1
        try:
            async with self._one_at_a_time:
                return await self._threads.run(thought)
        except (NoKernel, Unfit):  # nor can it later
            raise Refused("This server cannot judge this game.") from None
        except TimeoutError:
            raise Refused("This server cannot judge this game.", 503) from None
        finally:
            self._waiting -= 1
