"""What strangers can have done with a board, step by step, each held to its time.

Time is the processor's, of this process and of those that it started: how busy the machine is with other
things says nothing. What merely waits is a fault too, but only after a time that no busy machine explains.
"""

from __future__ import annotations

import json
import random
import resource
import traceback
from collections.abc import Callable, Mapping
from functools import partial
from time import monotonic, process_time
from typing import Any

import msgspec

from terminus.boards import write_document
from terminus.boards.drawn import drawn
from terminus.boards.house_rules import with_all_cards
from terminus.bots import LEVELS, View, make_bot, play
from terminus.bots.report import Budget, as_json, report
from terminus.drawing import board_picture, heat_picture, picture, png
from terminus.drawing.paper import paper
from terminus.kernel import Unfit, installed
from terminus.record.conduct import moments
from terminus.record.dealer import Dealer
from terminus.record.log import Event, step, turn_event
from terminus.record.readings import texts
from terminus.record.sheets import INSISTED, take_sheets
from terminus.review import Game, Settings, face_up, review
from terminus.review import as_json as as_reviewed
from terminus.review.exercise import weigh
from terminus.rules.board import Board
from terminus.rules.errors import BadBoard, BadSetup
from terminus.rules.mechanics import EXCLUSIVE
from terminus.rules.ruleset import Ruleset
from terminus.rules.table import Table
from terminus.server.shown.boards import view_of
from terminus.server.shown.checks import check_view
from terminus.terminal.page import board_page

SECONDS, WAITED = 1.0, 90.0
TINY = Budget(games=2, seconds=0.3)
TURNS = 4  # that each level plays
REVIEWED = Settings(play_on=4)
MOST_FACE_UP = 10.0  # seconds of a job that stands in nobody's way
MARKS = 12  # of a line, on a sheet from paper
ONE_IN: Mapping[str, int] = {"play expert": 4, "review": 4, "report": 8, "png": 16, "paper": 40, "written": 3}
Document = Mapping[str, Any]


def spent() -> float:
    """Seconds of the processor, with those of processes that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


class Watched:
    """What was done to one board, step by step, and how long the slowest took."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.slowest: tuple[float, str] = 0.0, ""

    def done(
        self,
        what: str,
        work: Callable[[], Any],
        most: float = SECONDS,
        refusals: type[Exception] = BadBoard,
    ) -> Any:
        begun, since = spent(), monotonic()
        try:
            return work()
        except refusals:
            return None
        except Exception:
            self.faults.append(f"{what}: {traceback.format_exc(limit=-3)}")
            return None
        finally:
            took, waited = spent() - begun, monotonic() - since
            self.slowest = max(self.slowest, (took, what))
            if took > most:
                self.faults.append(f"{what} took {took:.1f} s")
            elif waited > WAITED:
                self.faults.append(f"{what} made one wait {waited:.0f} s")


def checked(document: Any, rng: random.Random, seen: Watched) -> None:
    """What the editor asks of every board, however broken it is."""
    sheet = rng.choice((None, "tokyo", "paris"))
    seen.done("check", lambda: json.dumps(_plain(check_view(drawn(document), sheet))))
    if rng.randrange(ONE_IN["written"]) == 0:
        seen.done("write", lambda: write_document(document))


def used(board: Board, rng: random.Random, seen: Watched) -> None:
    """All that a board is good for."""
    modules = list(board.modules)
    alone = [module for module in modules if module in EXCLUSIVE]
    modules = [module for module in modules if module not in alone] + rng.sample(alone, min(1, len(alone)))
    seen.done("show", lambda: board_page(board, 100))
    seen.done("view", lambda: _plain(view_of(board)))
    seen.done("conduct", lambda: list(moments(Ruleset.of(board, modules), ["a", "b"], _dealer())))
    seen.done("all cards", lambda: with_all_cards(board))
    seen.done("pictures", lambda: pictures(board))
    seen.done("sheet", partial(_counted, board, modules, rng))
    for level in LEVELS:
        if rng.randrange(ONE_IN.get(f"play {level}", 1)) == 0:
            play_some(board, modules, level, seen)
    if installed() and rng.randrange(ONE_IN["review"]) == 0:
        look_back(board, modules, seen)
    if rng.randrange(ONE_IN["report"]) == 0:
        seen.done("report", lambda: json.dumps(as_json(report(board, TINY))), TINY.seconds + SECONDS)
    if rng.randrange(ONE_IN["png"]) == 0:
        seen.done("png", lambda: png(board_picture(board, board.name, "about"), 1200))
    if rng.randrange(ONE_IN["paper"]) == 0:  # too many cards are refused, as is what takes a minute
        seen.done("paper", lambda: paper(board, "a4", True), refusals=BadSetup)


def pictures(board: Board) -> list[str]:
    heat = {section.name_from(section.a): 1.0 / (section.id + 1) for section in board.sections}
    return [board_picture(board, board.name, "about"), heat_picture(board, heat, board.name)]


def play_some(board: Board, modules: list[str], level: str, seen: Watched) -> None:
    """The first turns of a game with all that the board has; each answer has its own time."""
    table = seen.done("begin", lambda: _begun(board, modules))
    dealer = _dealer()
    for _ in range(TURNS):
        table = seen.done(f"play {level}", partial(_turn, table, dealer, level)) if table else None


def look_back(board: Board, modules: list[str], seen: Watched) -> None:
    """The first turns of a game are reviewed, one is asked about for help, and what their cards allowed is
    searched for. What the kernel cannot play is refused."""
    events = seen.done("log", lambda: _first_turns(board, modules))
    game = seen.done("game", lambda: Game.of(events, lambda _: board)) if events else None
    if game is None:
        return
    seen.done("review", lambda: json.dumps(as_reviewed(review(game, REVIEWED))), refusals=Unfit)
    seen.done("help", lambda: weigh(next(game.steps(0)).turned), refusals=Unfit)
    seen.done("face up", lambda: face_up(game, 0), MOST_FACE_UP, refusals=Unfit)


def _first_turns(board: Board, modules: list[str]) -> list[Event]:
    """The log of a bot that knows the simplest play."""
    dealer, bot = _dealer(), make_bot("easy", random.Random(1))
    log: list[Event] = [dealer.start(Ruleset.of(board, modules), ["bot"])]
    table = step(None, log[0], lambda _: board)
    while table.turn < TURNS and (event := dealer.next_event(table)) is not None:
        log.append(event)
        table = step(table, event)
        if not table.awaits_flip and table.awaits_opening is None:
            seat = View.of(table, 0)
            log.append(turn_event(table, 0, texts(seat.position, play(bot, seat))))
            table = step(table, log[-1])
    return log


def _begun(board: Board, modules: list[str]) -> Table:
    return step(None, _dealer().start(Ruleset.of(board, modules), ["bot"]), lambda _: board)


def _turn(table: Table, dealer: Dealer, level: str) -> Table:
    while table.awaits_opening is not None:
        table = dealer.turn_up(table)
    table = dealer.turn_up(table)
    seat = View.of(table, 0)
    do = texts(seat.position, play(make_bot(level, random.Random(1)), seat))
    return step(table, turn_event(table, 0, do))


def _counted(board: Board, modules: list[str], rng: random.Random) -> None:
    """A sheet from paper that hardly can be, insisted on, and its picture."""
    names = ["-".join(section.ends) for section in board.sections]
    few = [rng.sample(names, min(MARKS, len(names))) for _ in board.lines]
    drawn_lines = {line: [name + INSISTED for name in few[i]] for i, line in enumerate(board.lines)}
    picture(take_sheets(_begun(board, modules), {"event": "sheets", "sheets": [drawn_lines]}))


def _dealer() -> Dealer:
    return Dealer(random.Random(1))


def _plain(view: object) -> Any:
    return msgspec.to_builtins(view)
