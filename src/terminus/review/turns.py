"""One seat's turns, judged one at a time: what the cards were worth and what the reply was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..bots.arena.statistics import Estimate
from ..bots.judge import Judge
from ..record.readings import texts
from ..rules.actions import Action
from ..rules.cards import Card
from ..rules.play import advance
from ..rules.position import Position
from ..rules.score import score
from .figures import noise_of
from .game import Game, Step
from .settings import Settings

TO_COME = "to_come"  # what is expected beyond the points on the sheet, beside the names of the scoring rules
Places = Collection[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Option:
    """A reply: in the words of a log, what it is worth, and what the sheet after it scores by rule."""

    do: tuple[str, ...]
    value: float
    rules: Mapping[str, int]
    position: Position = field(compare=False, repr=False)  # after it

    def same_sheet(self, other: Option) -> bool:
        """Whether both leave the same behind, in whatever words."""
        mine, theirs = self.position, other.position
        return mine.sheet == theirs.sheet and mine.notes == theirs.notes

    @property
    def points(self) -> int:
        return sum(self.rules.values())

    @property
    def parts(self) -> dict[str, float]:
        """What its value is made of."""
        return {**self.rules, TO_COME: self.value - self.points}


def difference(better: Option, other: Option) -> dict[str, float]:
    """What one reply has more than another, by scoring rule and in what is still to come; but for what is
    equal."""
    more, less = better.parts, other.parts
    found = {rule: more[rule] - less[rule] for rule in more}
    return {rule: by for rule, by in found.items() if by}


@dataclass(frozen=True, slots=True)
class NextUp:
    """What a bot one level above the player did here, where that is surely better."""

    level: str
    do: tuple[str, ...]
    better: float


@dataclass(frozen=True, slots=True)
class Most:
    """A scoring rule, and what it gave more after the turn: beyond what both replies had scored by then."""

    rule: str
    mean: float
    se: float


@dataclass(frozen=True, slots=True)
class Later:
    """What games that went on from the best reply scored more in the end than those that went on from the one
    played, on the same cards: by scoring rule, but for rules that never differed, and in all. `most` is the
    rule that what is still to come between the two came from above all, where that is beyond the error."""

    games: int
    rules: Mapping[str, Estimate]
    total: Estimate
    most: Most | None


@dataclass(frozen=True, slots=True)
class TurnReview:
    """`worth` is the total expected before the cards and `after` the one expected after the reply: it holds
    that worth + luck − lost + drift = after."""

    seat: int
    round: int
    turn: int
    pencil: str
    cards: tuple[Card, ...]
    opened: tuple[Mapping[str, str], ...]  # what was turned up before them; its luck is in `luck` too
    worth: float
    after: float
    played: Option
    options: tuple[Option, ...]  # the best few, the best first
    count: int  # how many replies there were
    opening_luck: float
    noise: float
    next_up: NextUp | None = None
    later: Later | None = None

    @property
    def best(self) -> Option:
        return self.options[0]

    @property
    def luck(self) -> float:
        return self.best.value - self.worth

    @property
    def lost(self) -> float:
        return self.best.value - self.played.value

    @property
    def drift(self) -> float:
        return self.after - self.played.value

    @property
    def choice(self) -> bool:
        return self.count > 1

    @property
    def as_good(self) -> bool:
        """Whether what was lost is less than the review can tell."""
        return self.lost <= self.noise

    @property
    def difference(self) -> dict[str, float]:
        """What the best reply has more, by scoring rule and in what is still to come; adds up to `lost`."""
        return difference(self.best, self.played)


def turns(
    game: Game,
    seat: int,
    settings: Settings | None = None,
    only: Places | None = None,
    judge: Judge | None = None,
) -> Iterator[TurnReview]:
    """The seat's turns as they are judged, all or those of these rounds and turns; whoever stops asking has
    cancelled it. Raises `NoKernel` or `Unfit` where nobody can judge. What is more than one seat's turns has
    one `judge` for all: another may have learned more."""
    settings = settings or Settings()
    judge, noise = judge or judge_of(game, settings), noise_of(game.ruleset, settings.depth)
    worth: float | None = None
    for step in game.steps(seat):
        if only is not None and step.place not in only:
            worth = None
            continue
        judged = _judged(judge, step, seat, settings.replies, noise, worth)
        worth = judged.after
        yield judged


def judge_of(game: Game, settings: Settings) -> Judge:
    """Who judges a game's turns, by what is known now."""
    return Judge(game.ruleset, settings.depth)


def _judged(judge: Judge, step: Step, seat: int, few: int, noise: float, worth: float | None) -> TurnReview:
    worth = judge.worth(step.before) if worth is None else worth
    found, count = judge.best_replies(step.turned, few=few)
    asked = step.turned.positions[0]
    played = Option(step.do, judge.value(step.turned, 0, step.answer), by_rule(step.answer), step.answer)
    options = [option_of(asked, reply.actions, reply.value) for reply in found]
    return TurnReview(
        seat=seat,
        round=step.turned.round,
        turn=step.turned.turn,
        pencil=asked.ruleset.board.lines[asked.pencil],
        cards=step.cards,
        opened=_opened(step),
        worth=worth,
        after=judge.worth(step.after),
        played=played,
        options=tuple(played if option.same_sheet(played) else option for option in options),
        count=count,
        opening_luck=judge.worth(step.opened[-1]) - worth if step.opened else 0.0,
        noise=noise,
    )


def _opened(step: Step) -> tuple[Mapping[str, str], ...]:
    return tuple(
        table.opened[mechanic.name][-1]
        for table in step.opened
        for mechanic in table.ruleset.opening
        if len(table.opened.get(mechanic.name, ())) == table.round
    )


def option_of(asked: Position, actions: Sequence[Action], value: float) -> Option:
    """A reply to what is asked, which is worth so much."""
    position = asked
    for action in actions:
        position = advance(position, action)
    return Option(tuple(texts(asked, actions)), value, by_rule(position), position)


def by_rule(position: Position) -> dict[str, int]:
    """What each scoring rule gives the sheet now."""
    found: Counter[str] = Counter()
    for item in score(position):
        found[item.rule] += item.value
    return dict(found)
