"""Plays units on a Dask cluster. Its workers need the same Terminus; a lost one is Dask's to replace.

What came back before the cluster was lost is finished: the caller has kept it.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from queue import Empty, SimpleQueue
from typing import Any

from ...rules.errors import Sentence, TerminusError
from .code import source_hash
from .contest import Contest
from .run import Play
from .schedule import Schedule
from .units import Failure, Outcome, Unit, attempt, outcome_of

Client = Any  # Dask is optional, and hardly typed
Future = Any

CONNECT_S = 10
PATIENCE_S = 30  # how long a cluster may be without a worker
ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?([\w.-]+|\[[0-9a-fA-F:.]+\]):[0-9]{1,5}")


class LostCluster(TerminusError):
    """A cluster that cannot be reached, or not any more."""


@contextmanager
def connected(address: str) -> Iterator[Play]:
    """Whoever plays on the cluster at this address, for as long as the connection is held."""
    client = connect(address)
    try:
        yield partial(play, client=client, address=address)
    finally:
        client.close(timeout=2)


def play(contest: Contest, schedule: Schedule, client: Client, address: str) -> Iterator[Outcome]:
    """The outcomes of all units of the schedule, as they are finished."""
    finished: SimpleQueue[Future] = SimpleQueue()
    playing: set[Future] = set()
    schedule.hands = _hands(client, address)
    while True:
        while len(playing) < 2 * schedule.hands and (unit := schedule.next()):
            playing.add(_submitted(client, contest, unit, finished))
        if not playing:
            return
        future = _next(client, finished, address)
        playing.remove(future)
        yield outcome_of(_answer(future, address))


def connect(address: str) -> Client:
    """A client of the cluster; raises `LostCluster` if nothing answers there."""
    if not ADDRESS.fullmatch(address):
        raise LostCluster(
            Sentence(
                "«{address}» is no address of a Dask scheduler; write it as tcp://HOST:8786", address=address
            )
        )
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise LostCluster(
            Sentence("a cluster needs Dask: {install}", install="pip install 'terminus[cluster]'")
        ) from None
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # the arena says it in its own words
    try:
        return distributed.Client(address, timeout=CONNECT_S, set_as_default=False)
    except OSError:
        raise LostCluster(Sentence("no Dask scheduler answers at {address}", address=address)) from None


def _hands(client: Client, address: str) -> int:
    """How many units can be played at the same time, once the first worker is there."""
    deadline = time.monotonic() + PATIENCE_S
    while not (hands := int(sum(client.nthreads().values()))):
        if time.monotonic() > deadline:
            raise LostCluster(Sentence("the cluster at {address} has no workers", address=address))
        time.sleep(0.2)
    return hands


def _submitted(client: Client, contest: Contest, unit: Unit, finished: SimpleQueue[Future]) -> Future:
    future = client.submit(attempt_there, contest, unit, source_hash(), pure=False)
    future.add_done_callback(finished.put)
    return future


def attempt_there(contest: Contest, unit: Unit, code: str) -> Outcome | Failure:
    """What a worker of the cluster does; it may have other threads, so only this one's time counts."""
    if source_hash() != code:
        return Failure(
            Sentence("a worker of the cluster has another version of Terminus than this machine"), fault=False
        )
    return attempt(contest, unit, time.thread_time)


def _next(client: Client, finished: SimpleQueue[Future], address: str) -> Future:
    """The next future that is done, one way or another."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            return finished.get(timeout=1)
        except Empty:
            if client.status != "running" or client.scheduler_info()["workers"]:
                deadline = time.monotonic() + PATIENCE_S
            elif time.monotonic() > deadline:
                raise LostCluster(
                    Sentence("the cluster at {address} has lost all its workers", address=address)
                ) from None


def _answer(future: Future, address: str) -> Outcome | Failure:
    match future.status:
        case "finished":
            answer: Outcome | Failure = future.result()
            return answer
        case "error":
            error = future.exception()
            raise LostCluster(
                Sentence(
                    "the workers of the cluster at {address} cannot play ({error}); is the same Terminus "
                    "installed there?",
                    address=address,
                    error=f"{type(error).__name__}: {error}",
                )
            )
        case _:
            raise LostCluster(Sentence("the cluster at {address} is lost", address=address))
