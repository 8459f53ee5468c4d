"""Which signs nobody sees, or turn a line round: no name may hold them, whoever gives it to whatever."""

from __future__ import annotations

import unicodedata

# What makes one emoji of several, and what keeps two letters apart, as Persian needs it.
JOINER = "\u200d"
JOINERS = f"{JOINER}\u200c"
# Letters and symbols that show nothing.
BLANKS = "\u115f\u1160\u2800\u3164\uffa0\ufffc\U00013441\U00013442\U0001d159"


def is_hidden(sign: str) -> bool:
    """Of no width: what controls, what turns writing round, what only formats."""
    return unicodedata.category(sign) in ("Cc", "Cf") and sign not in JOINERS
