"""Which signs nobody sees, or turn a line round: no name may hold them, whoever gives it to whatever."""

from __future__ import annotations

import re
import unicodedata

# What makes one emoji of several, and what keeps two letters apart, as Persian needs it.
JOINER = "\u200d"
JOINERS = f"{JOINER}\u200c"
# Letters and symbols that show nothing.
BLANKS = "\u115f\u1160\u2800\u3164\uffa0\ufffc\U00013441\U00013442\U0001d159"

# Marks that show nothing; some of them choose how an emoji or a letter is drawn.
UNSEEN = re.compile("[\u034f\u17b4\u17b5\u180b-\u180d\u180f\ufe00-\ufe0f\U00016fe4\U000e0100-\U000e01ef]")


def is_hidden(sign: str) -> bool:
    """Of no width: what controls, what turns writing round, what only formats."""
    return unicodedata.category(sign) in ("Cc", "Cf") and sign not in JOINERS


def shows(text: str) -> bool:
    """Whether there is something to see in it."""
    return any(
        not (sign.isspace() or is_hidden(sign) or sign in BLANKS or sign in JOINERS)
        for sign in UNSEEN.sub("", text)
    )
