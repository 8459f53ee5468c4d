"""Python's collector of cycles, kept out of everybody's way.

It begins when so many more things were made than dropped, and then looks at all that were made since: where
each move replaces what the last one made, that is everything there is. With 400 tables it stood still for 0.1
to 0.35 s every second or two, took a tenth of the processor, and found nothing: what a table drops is in no
cycle, and a test sees to it. In one is what a framework leaves of a closed socket, some 60 things, of
statements that are put together for a request, some 260, and of tasks that failed. So it begins rarely and
looks at what is young, which takes some hundredths of a second also while a crowd arrives; at what has grown
old only after many such looks, which may come to a hundred megabytes, and once an hour.
"""

from __future__ import annotations

import asyncio
import gc

MORE = 60_000  # made than dropped
YOUNG, OLDER = 10, 10  # looks at the young for one at what is older, and of these for one at all
HOUR = 3600.0  # seconds


def collect_rarely() -> None:
    """To be called when all that stays is loaded: it is never looked at again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(MORE, YOUNG, OLDER)


async def collect_hourly() -> None:
    """As long as the server runs: what of the old is in a cycle does not wait for a crowd."""
    while True:
        await asyncio.sleep(HOUR)
        gc.collect()
