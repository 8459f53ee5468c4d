"""Python's collector of cycles, kept out of everybody's way.

A whole collection looks at all that is alive: with 150 tables it stood still for 0.3 s, every few seconds,
and found nothing, for what a table drops is in no cycle that grows old. So the old are looked at rarely: what
closed sockets leave of their framework, some 60 things each, comes to 80,000 sockets until then. The young,
where the cycles of failed tasks and their tracebacks are, are looked at as ever.
"""

from __future__ import annotations

import gc

YOUNG = 5_000  # more made than dropped: then the youngest are looked at
MIDDLE = 10  # times: then those that survived one look, some 15 ms
OLD = 100  # times that: then all


def collect_rarely() -> None:
    """To be called when all that stays is loaded: it is never looked at again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
