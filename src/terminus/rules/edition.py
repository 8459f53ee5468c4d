"""The edition of the rules, which every log names: a stored game comes out the same in every later version.

A change that could lead a log to another state or score, or refuse one that was accepted, is a new edition:
`EDITION` counts on, what it changes asks which edition the log names, and the changelog tells it (*Scores*).
Logs that name none are of the first. `tests/corpus` holds games of each edition with what became of them.
"""

from __future__ import annotations

from .errors import BadSetup, Sentence

EDITION = 1
FIRST = 1  # of logs that name none


def check_edition(named: object) -> None:
    """Raises `BadSetup` for rules that we do not know yet, and for what is no edition."""
    if type(named) is not int or named < FIRST:
        raise BadSetup(Sentence("the edition of the rules must be a whole number from 1"))
    if named > EDITION:
        raise BadSetup(
            Sentence(
                "this game was played by edition {named} of the rules, and this Terminus knows them up to "
                "edition {known}; use a newer Terminus",
                named=named,
                known=EDITION,
            )
        )
