"""What Cyclopts says of a command line that it does not understand, in the reader's language."""

from __future__ import annotations

import re

from ..locale import msg
from ..locale.spoken import t

# The sentences of Cyclopts that our commands can lead to. What is none of them is said as it is.
SAID = (
    msg('Unknown command "{word}".'),
    msg('Unknown option: "{word}".'),
    msg("Unknown option: {word}."),
    msg('Invalid value for {option}: unable to convert "{word}" into int.'),
    msg('Invalid value for {option}: unable to convert "{word}" into float.'),
    msg('Command "{command}" parameter {name} requires an argument.'),
    msg("Parameter {name} requires an argument."),
    msg("Parameter {name} specified multiple times."),
    msg("Unused Tokens: {words}."),
)


def understood(mistake: str) -> str:
    """The sentence that a mistake begins with, translated; suggestions that follow it stay."""
    for message in SAID:
        if found := re.match(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.*?)", re.escape(message)), mistake, re.DOTALL):
            return t(message, **found.groupdict()) + _suggested(mistake[found.end() :])
    return mistake


def _suggested(rest: str) -> str:
    """The choice that Cyclopts names, in words of the catalogue."""
    known, meant = re.search(r"Available commands: (.*)", rest), re.search(r"Did you mean ([^?]*)\?", rest)
    if known:
        return " " + t("Available commands: {commands}", commands=known[1])
    return " " + t("Did you mean {words}?", words=meant[1]) if meant else rest
