"""Finding the native kernel. Terminus works without it; then it says so, once."""

from __future__ import annotations

import logging
from functools import cache
from types import ModuleType

from ..rules.errors import Sentence, TerminusError

FORMAT = 4  # of the tables that terminus.kernel.contract describes
MISSING = Sentence("the native kernel is not installed: bots play on the reference engine and will be slower")


class NoKernel(TerminusError):
    """The native kernel was asked for and is not there."""


class Unfit(TerminusError):
    """A game that the native kernel cannot play; the reference engine can."""


def load() -> ModuleType:
    """The native module; raises `NoKernel` where it is not installed or of another version."""
    try:
        import terminus_kernel
    except ImportError as error:
        raise NoKernel(
            Sentence("the native kernel is not installed ({why}); `make kernel` builds it", why=str(error))
        ) from None
    if terminus_kernel.table_format() != FORMAT:
        raise NoKernel(
            Sentence("the native kernel is of another version than terminus; `make kernel` builds it anew")
        )
    return terminus_kernel


def installed() -> bool:
    try:
        load()
    except NoKernel:
        return False
    return True


@cache
def installed_or_say() -> bool:
    """Whether there is a kernel; the first to ask in vain is told what that means."""
    if not installed():
        logging.getLogger("terminus").warning(MISSING)
        return False
    return True
