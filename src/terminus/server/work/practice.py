"""Practice: exercises from somebody's own games, as reviews find them, and positions made by us.

Whoever opens the page has their latest games looked over in the background: one at a time for each person, as
reviews, which have a queue of their own and are in nobody's way. What the judge says of an answer counts.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ...boards import BOARDS
from ...bots.evaluation import weights_of
from ...record.log import Event
from ...review.exercise import NEAR, Weighed, weigh
from ...review.game import own_log
from ...review.positions import Posed, positions
from ...review.turns import Option
from ...rules.board import Board
from ...rules.table import Table
from ..disk.boards import Boards
from ..disk.exercises import Exercise, Exercises, Mistake
from ..errors import Refused
from ..table.boxes import SOON, after
from ..table.counsel import Counsel
from ..table.drafts import confirm
from ..table.practice import drafted, posed
from ..table.progress import playing
from ..table.state import State
from .desk import FULL
from .games import Games
from .jobs import Job
from .reviews import Reviews, review_of

MOST = 8  # exercises from one game
KEPT = 300  # tables of exercises in memory
BOARDS_KEPT = 60


@dataclass(frozen=True, slots=True)
class Asked:
    """An exercise that somebody has opened: a turn of theirs, or a position made by us."""

    id: str
    log: Sequence[Event]
    mine: Exercise | None
    posed: Posed | None
    then: tuple[str, ...] | None  # what was answered in the game; of ours, the most tempting other one


@dataclass(frozen=True, slots=True)
class Judged:
    """An answer (none if one wanted to see it), what it is compared with, and when it comes back."""

    answer: Weighed | None
    then: Weighed | None
    best: Option
    counted: bool
    waits: float | None  # seconds

    @property
    def found(self) -> bool:
        return self.answer is not None and self.answer.found

    @property
    def same(self) -> bool:
        """Whether the answer is what it is compared with, which is known to be worse."""
        return bool(self.answer and self.then and self.answer.reply.same_sheet(self.then.reply))

    @property
    def as_good(self) -> bool:
        return self.answer is not None and self.answer.as_good and not self.same

    @property
    def mistaken(self) -> bool:
        """Whether there was nothing to find: what was answered then is as good, as far as can be told."""
        return self.then is not None and (self.then.found or self.then.as_good)


class Practice:
    def __init__(
        self, exercises: Exercises, reviews: Reviews, counsel: Counsel, games: Games, boards: Boards
    ) -> None:
        self.exercises, self._reviews, self._counsel = exercises, reviews, counsel
        self._games, self._boards = games, boards
        self._known: OrderedDict[str, Board] = OrderedDict()
        self._tables: OrderedDict[str, State] = OrderedDict()

    # -- where exercises come from ---------------------------------------------------------------

    async def look_over(self, person: str) -> tuple[int, float] | None:
        """Take in what reviews have found, and have the next game reviewed; how many games are left and how
        much is done of the next one, None once all were looked over. A game whose review failed is left out
        for now: whoever asks for that review has it tried again."""
        learned = await self._learned([*BOARDS, *await self.exercises.own_boards(person)])
        unseen = await self.exercises.unseen(person, list(learned))
        for number, game in enumerate(unseen):
            wanted = review_of(game.id, learned[game.board])
            try:
                job = await self._reviews.look(wanted) or await self._reviews.ask(wanted)
            except Refused as refused:
                if refused.status != FULL:
                    raise
                # The next look asks again.
                return len(unseen) - number, 0.0
            if not job.finished:
                return len(unseen) - number, job.progress[0] if job.progress else 0.0
            if job.failure is None:
                await self.exercises.keep(game.id, mistakes(job))
        return None

    async def _learned(self, names: Sequence[str]) -> Mapping[str, Board]:
        """Those of these boards for which something was learned: judged by the score alone, nothing can be
        called a mistake."""
        boards = {name: board for name in names if (board := await self._board(name)) is not None}

        def learned() -> dict[str, Board]:
            return {name: board for name, board in boards.items() if weights_of(board) is not None}

        return await asyncio.to_thread(learned)

    async def _board(self, name: str) -> Board | None:
        """Boards never change; one that was cleared away is none."""
        if name not in self._known:
            try:
                self._known[name] = await self._boards.find(name)
            except Refused:
                return None
        self._known.move_to_end(name)
        if len(self._known) > BOARDS_KEPT:
            self._known.popitem(last=False)
        return self._known.get(name)

    # -- one exercise ----------------------------------------------------------------------------

    async def open(self, person: str, name: str) -> Asked:
        """Refused if there is none of this name for this person."""
        if name in positions():
            one = positions()[name]
            return Asked(name, one.log, None, one, one.tempting)
        game, place = read_name(name)
        mine = await self.exercises.find(person, game, place) if place else None
        try:
            log = await self._games.log(game) if mine else []
        except LookupError:
            mine = None
        if mine is None:
            raise Refused("This exercise is gone, with its game or with your seat there.", 404)
        return Asked(name, own_log(log, mine.seat, mine.place), mine, None, _played(log, mine))

    async def table(self, asked: Asked, person: str, actions: Sequence[str] = ()) -> State:
        """Its table, with this answer so far. It is the same for everybody but for who sits there."""
        key = f"{person} {asked.id}"
        state = self._tables.pop(key, None)
        if state is None:
            state = await asyncio.to_thread(posed, asked.log, person)
        self._tables[key] = state
        if len(self._tables) > KEPT:
            self._tables.popitem(last=False)
        return drafted(state, actions) if actions else state

    async def answer(self, asked: Asked, person: str, actions: Sequence[str] | None) -> Judged:
        """What this answer is worth, or what would have been found if there is none. It counts if the
        exercise was to be done; after that one may try as often as one likes."""
        state = await self.table(asked, person)
        words = None if actions is None else handed_in(state, actions)
        found = await self._counsel.think(partial(_weighed, playing(state), words, asked.then))
        judged = Judged(*found, False, None)
        if asked.mine is not None:
            return replace(judged, **await self._put_back(asked.mine, judged))
        if judged.found:
            await self.exercises.solve(person, asked.id)
        return judged

    async def _put_back(self, mine: Exercise, judged: Judged) -> dict[str, Any]:
        """Into its next box; what other weights see no mistake in any more is taken out."""
        now = time.time()
        if mine.due is None or mine.due > now:
            return {"waits": None if mine.due is None else mine.due - now}
        if judged.as_good and not judged.mistaken:  # who can say that it was missed?
            return {"waits": 0.0}
        box, waits = after(mine.box, judged.found)
        waits = None if judged.mistaken else waits
        counted = await self.exercises.move(mine, box, None if waits is None else now + waits)
        return {"counted": counted, "waits": waits}

    async def put(self, asked: Asked, when: str) -> None:
        """`later`: in a while; `never`: taken out; `now`: back again."""
        if asked.mine is not None:
            dues = {"later": time.time() + SOON, "never": None, "now": 0.0}
            await self.exercises.move(asked.mine, asked.mine.box, dues[when])


def mistakes(job: Job) -> dict[int, list[Mistake]]:
    """What was surely lost, by seat, the most first."""
    return {seat["seat"]: _of_seat(seat)[:MOST] for seat in job.answer["seats"]}


def _of_seat(seat: Any) -> list[Mistake]:
    lost = {(turn["round"], turn["turn"]): turn["lost"] for turn in seat["turns"]}
    found = [(*place, lost[place]) for place in map(tuple, seat["mistakes"])]
    return [one for one in found if one[2] > NEAR]


def name_of(mine: Exercise) -> str:
    return f"{mine.game}-{mine.round}-{mine.turn}"


def read_name(name: str) -> tuple[str, tuple[int, int] | None]:
    """The game, round and turn of an exercise; no place if it is no name of one."""
    match name.split("-"):
        case [game, round_, turn] if _is_number(round_) and _is_number(turn):
            return game, (int(round_), int(turn))
    return "", None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 4


def _played(log: Sequence[Event], mine: Exercise) -> tuple[str, ...] | None:
    here = (mine.seat, *mine.place)
    turns = (event for event in log if event["event"] == "turn")
    return next((tuple(e["do"]) for e in turns if (e["seat"], e["round"], e["turn"]) == here), None)


def handed_in(state: State, actions: Sequence[str]) -> tuple[str, ...]:
    """An answer as a log would have it; refused if it is not whole."""
    answered = confirm(drafted(state, actions), 0).confirmed(0)
    assert answered is not None
    return tuple(answered["do"])


def _weighed(
    table: Table, answer: Sequence[str] | None, then: Sequence[str] | None
) -> tuple[Weighed | None, Weighed | None, Option]:
    best, found = weigh(table, *(do for do in (answer, then) if do is not None))
    return None if answer is None else found[0], None if then is None else found[-1], best
