"""The second half of the rules on one page: what counts, how good it was alone, and the modules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ...locale.spoken import about, objective, t, word
from ...rules.board import Board
from ...rules.mechanics import EXCLUSIVE, MODULES, Mechanic
from ...rules.mechanics.crossings import Crossings
from ...rules.mechanics.gates import BONUSES, Gates
from ...rules.mechanics.interchanges import Interchanges
from ...rules.mechanics.loop import Loop
from ...rules.mechanics.objectives import Objectives
from ...rules.mechanics.powers import POWERS
from ...rules.mechanics.specials import EFFECTS
from ...rules.mechanics.stamps import Stamps
from ...rules.mechanics.tourist import Tourist
from ...rules.ruleset import Ruleset, build
from ...rules.score import SOLO_PENALTY
from . import pad
from .wording import SENTENCE, labelled, tame

MOST_COLUMNS = 14  # of a table across the page
Part = dict[str, Any]
Section = dict[str, Any]


def counting(board: Board) -> Section:
    """What the lines and the network score, with its figures."""
    route = t(
        "Each line, after its round: the districts in which it has a station × the most of its stations in "
        "one district."
    )
    parts: list[Part] = [{"item": route}]
    for bonus in pad.bonuses(board):
        said = about("line-bonus", bonus.tag, points=bonus.points_each)
        parts.append({"item": said or f"+{bonus.points_each}: {tame(word('line-bonus', bonus.tag))}"})
    for mechanic in Ruleset.of(board).mechanics:
        parts += _network(board, mechanic)
    won = t("The highest total wins; if it is equal, the highest single line; then the victory is shared.")
    parts.append({"item": won})
    return {"head": t("What counts"), "parts": parts}


def _network(board: Board, mechanic: Mechanic) -> Iterator[Part]:
    """What the whole network scores by a rule: a sentence with its figures, or with a table below it."""
    said = about("extra", mechanic.name)
    match mechanic:
        case Tourist(boxes):
            shown = list(enumerate(boxes))[1 : MOST_COLUMNS + 1]
            yield {"item": said}
            yield _table([t("Marks"), *(marks for marks, _ in shown)], [t("points"), *(n for _, n in shown)])
        case Interchanges(values):
            shown_values = list(values.items())[:MOST_COLUMNS]
            lines, points = zip(*shown_values, strict=True) if shown_values else ((), ())
            printed = t("The printed loop counts as a line here.") if board.printed else ""
            yield {"item": f"{said} {printed}"}
            yield _table([t("Lines at the station"), *lines], [t("points"), *points])
        case Stamps(values):
            worth = Counter(values.values())
            shown_worth = sorted(worth.items(), reverse=True)[:8]
            figures = ", ".join(f"{count} × {points}" for points, count in shown_worth)
            yield {"item": f"{said} {figures}."}
        case Loop(lost):
            yield {"item": f"{said} {t('−{points} for each station.', points=lost)}"}
        case Crossings(once, twice):
            worth_each = t("Once {once}, twice {twice} points.", once=once, twice=twice)
            yield {"item": f"{said} {worth_each}"}


def _table(*rows: list[object]) -> Part:
    return {"table": [[str(cell).replace("-", "−") for cell in row] for row in rows], "head": False}


def solo(board: Board) -> Section:
    """The ratings, and what modules cost."""
    rows = [[one["range"], one["name"]] for one in pad.ratings(board)]
    off = t("Alone, {points} is taken off for each module in play.", points=SOLO_PENALTY)
    parts: list[Part] = [{"table": rows, "head": False}]
    return {"head": t("Alone"), "parts": [*parts, {"text": off}] if board.modules else parts}


def modules(board: Board) -> Iterator[Section]:
    """A section for each module that the board can be played with."""
    there = [name for name in MODULES if name in board.modules]
    for name in there:
        module = build(name, board.modules[name])
        figures = {key: value for key, value in vars(module).items() if isinstance(value, int)}
        parts = [{"text": about("module", name, **figures)}, *_things(board, module)]
        yield {"head": word("module", name), "parts": parts}
    exclusive = [word("module", name) for name in there if name in EXCLUSIVE]
    if exclusive:
        yield {"head": t("With modules"), "parts": [{"text": text} for text in _together(exclusive)]}


def _together(exclusive: list[str]) -> Iterator[str]:
    if len(exclusive) > 1:
        yield t("At most one of these is in a game: {modules}.", modules=", ".join(exclusive))
    yield t(
        "A circled station counts as two, a doubled district as two districts: only for the line of this "
        "round, and only in districts × stations."
    )


def _things(board: Board, module: Mechanic) -> Iterator[Part]:
    match module:
        case Objectives():
            for name, figures in list(module.objectives.items())[:20]:
                yield {"item": tame(objective(name, figures), SENTENCE)}
        case Gates(never):
            yield from (_thing("bonus", name) for name in BONUSES)
            if never:
                yield {"text": t("A gate never circles: {stations}.", stations=", ".join(map(_kind, never)))}
        case _:
            kind, names = ("power", POWERS) if module.name == "powers" else ("effect", EFFECTS)
            yield from (_thing(kind, name) for name in names)


def _thing(kind: str, name: str) -> Part:
    return {"item": about(kind, name), "name": labelled(word(kind, name))}


def _kind(tag: str) -> str:
    """Stations of a kind, in the plural."""
    known = {
        "departure": t("departure stations"),
        "platform": word("station", "platform"),
        "monument": t("monuments"),
        "tourist": t("tourist sites"),
    }
    return known.get(tag, tame(tag, 20))
