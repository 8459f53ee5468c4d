"""What is counted and measured in a server, for Prometheus. docs/operations.md says what each figure means.

Every app has a registry of its own. No label takes a value that somebody outside can make up.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.core import Metric
from prometheus_client.registry import Collector

from .errors import Refused

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
LONG = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0)  # seconds
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class LookedUp(Collector):
    figure: Callable[[], Metric]

    def collect(self) -> list[Metric]:
        return [self.figure()]


class Metrics:
    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)

        def counter(name: str, about: str, *labels: str) -> Counter:
            return Counter(f"terminus_{name}", about, labels, registry=registry)

        def gauge(name: str, about: str) -> Gauge:
            return Gauge(f"terminus_{name}", about, registry=registry)

        def seconds(name: str, about: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
            return Histogram(f"terminus_{name}_seconds", about, labels, buckets=buckets, registry=registry)

        self.requests = counter("requests", "HTTP requests answered", "to", "status")
        self.request_seconds = seconds("request", "From a request to the end of its answer", QUICK, "to")
        self.commands = counter("commands", "Commands given at tables", "kind", "outcome")
        self.command_seconds = seconds("command", "From a command's arrival to its answer", QUICK)
        self.commit_seconds = seconds("commit", "Writing one change of one table, until it is on disk", QUICK)
        self.refusals = counter("refusals", "What was refused, by its code", "of", "code")
        self.limits = counter("limits_hit", "What was refused because it was too much at once", "limit")
        self.cleared = counter("cleared", "What nobody wanted any more and was cleared away", "what")
        self.sent = counter("sent_bytes", "Bytes of answers and frames", "by")
        self.sockets = gauge("sockets", "Sockets that are open")
        self.thoughts = gauge("thoughts", "Thoughts of bots that are asked for and not there yet")
        self.thinking_seconds = seconds("thinking", "What one thought of a bot took, without its wait", LONG)

    def look_up(self, figure: Callable[[], Metric]) -> None:
        """A figure that is asked for whenever somebody wants to see it."""
        self.registry.register(LookedUp(figure))

    def refused(self, of: str, code: int) -> None:
        self.refusals.labels(of, str(code)).inc()

    def limit_hit(self, limit: str) -> None:
        self.limits.labels(limit).inc()

    @contextmanager
    def command(self, kind: str) -> Iterator[None]:
        """Around a command: what becomes of it is counted."""
        outcome = "fault"
        try:
            yield
            outcome = "taken"
        except Refused as refusal:
            outcome = refusal.outcome
            self.refused("command", refusal.status)
            raise
        finally:
            self.commands.labels(kind, outcome).inc()

    def committing(self, write: Callable[[], Awaitable[T]]) -> Callable[[], Awaitable[T]]:
        """The same write, measured if it succeeds."""

        async def measured() -> T:
            begun = time.perf_counter()
            done = await write()
            self.commit_seconds.observe(time.perf_counter() - begun)
            return done

        return measured
