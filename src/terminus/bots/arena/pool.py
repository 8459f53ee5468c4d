"""Plays units on the cores of this machine. A worker that is killed is replaced and its unit repeated.

Workers hold nothing that matters: a unit counts once its outcome has come back. They end by themselves
when the arena is gone, and leave Ctrl-C to it.
"""

from __future__ import annotations

import logging
import multiprocessing
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait

from ...rules.errors import Sentence, TerminusError
from .contest import Contest
from .schedule import Schedule
from .units import Failure, Outcome, Unit, attempt, outcome_of

TRIES = 3


class LostWorker(TerminusError):
    """A unit whose workers die again and again."""


class Worker:
    """A process that plays one unit after another."""

    def __init__(self, contest: Contest, unit: Unit) -> None:
        # Not forked: a copy of this process would also hold its threads' locks and the others' pipes.
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(contest, theirs), daemon=True)
        self.process.start()
        theirs.close()
        self.give(unit)

    def give(self, unit: Unit) -> None:
        self.unit = unit
        with suppress(OSError):  # it has died: its pipe will say so
            self.pipe.send(unit)

    def answer(self) -> Outcome | Failure | None:
        """What became of its unit; None if it has died."""
        try:
            answer: Outcome | Failure = self.pipe.recv()
        except (EOFError, OSError):
            return None
        return answer

    def dismiss(self) -> None:
        self.pipe.close()
        self.process.terminate()
        self.process.join()


def work(contest: Contest, pipe: Connection) -> None:
    """What a worker does, until nobody holds the other end of the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    logging.getLogger("terminus").setLevel(logging.ERROR)  # the arena has said what there is to say
    try:
        while True:
            # The process does nothing else, so its clock also counts threads that a bot may start.
            pipe.send(attempt(contest, pipe.recv(), time.process_time))
    except (EOFError, OSError):
        return


def play(contest: Contest, schedule: Schedule, jobs: int) -> Iterator[Outcome]:
    """The outcomes of all units of the schedule, as they are finished."""
    schedule.hands = jobs
    workers: list[Worker] = []
    deaths: Counter[Unit] = Counter()
    try:
        while len(workers) < jobs and (unit := schedule.next()):
            workers.append(Worker(contest, unit))
        while workers:
            for pipe in wait([worker.pipe for worker in workers]):
                worker = next(worker for worker in workers if worker.pipe is pipe)
                answer = worker.answer()
                if answer is None:
                    workers[workers.index(worker)] = _replaced(contest, worker, deaths)
                else:
                    yield outcome_of(answer)
                    _go_on(worker, workers, schedule)
    finally:
        for worker in workers:
            worker.dismiss()


def _go_on(worker: Worker, workers: list[Worker], schedule: Schedule) -> None:
    unit = schedule.next()
    if unit is not None:
        worker.give(unit)
    else:
        workers.remove(worker)
        worker.dismiss()


def _replaced(contest: Contest, worker: Worker, deaths: Counter[Unit]) -> Worker:
    unit = worker.unit
    deaths[unit] += 1
    worker.dismiss()
    if deaths[unit] == TRIES:
        code = worker.process.exitcode
        raise LostWorker(
            Sentence(
                "{tries} workers died one after the other (the last with exit code {code}) while {bot} "
                "played games {first} to {last}; too little memory? Try fewer --jobs",
                tries=TRIES,
                code=code,
                bot=unit.bot,
                first=unit.first,
                last=unit.first + unit.count - 1,
            )
        )
    return Worker(contest, unit)
