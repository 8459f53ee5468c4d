"""Python's collector of cycles, kept out of everybody's way.

It begins when so many more things were made than dropped, and then looks at all that were made since: where
each move replaces what the last one made, that is everything there is. With 400 tables it stood still for 0.1
to 0.35 s every second or two, took a tenth of the processor, and found nothing: what a table drops is in no
cycle, and a test sees to it. In one is what a framework leaves of a closed socket, some 60 things, of
statements that are put together for a request, some 260, and of tasks that failed. That may come to a
hundred megabytes until it is looked for; and some sixty tables that are new are reason to look, too.
"""

from __future__ import annotations

import gc

MORE = 300_000  # made than dropped


def collect_rarely() -> None:
    """To be called when all that stays is loaded: it is never looked at again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(MORE, 0, 0)  # whoever looks so rarely looks at the old too
