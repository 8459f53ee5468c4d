"""Where weights come from that are in no file: whoever keeps some says so here, and bots find them.

A server keeps those that were trained on it in its database; bots know nothing of that.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from terminus_kernel import Net

    Named = tuple[Net, str]  # and what its weights are called

MANY = 8  # nets that are kept at hand; each has 32 MB


class Source(Protocol):
    """Asked by the fingerprint of a board, at every thought: it must know at once what it has."""

    def name(self, board_print: str) -> str | None:
        """What its weights for the board are called (`evaluation.name_of`), if it has some."""

    def data(self, board_print: str) -> bytes | None:
        """Their file, if it can be had just now. Not asked in the thread of an event loop."""


_sources: list[Source] = []
_nets: OrderedDict[str, Named] = OrderedDict()  # by the name of their weights, the last used last


def learn_from(source: Source) -> None:
    """From now on boards without weights in a file are looked up there too."""
    _sources.append(source)


def forget(source: Source) -> None:
    _sources.remove(source)


def name(board_print: str) -> str | None:
    return next((found for source in _sources if (found := source.name(board_print)) is not None), None)


def net(board_print: str, read: Callable[[bytes], Named]) -> Named | None:
    """What a source has; what cannot be had just now is asked for again the next time. The name
    is that of what was read: a source may have something newer than it has told."""
    for source in _sources:
        called = source.name(board_print)
        if called is not None and (found := _at_hand(called, source, board_print, read)) is not None:
            return found
    return None


def _at_hand(called: str, source: Source, board_print: str, read: Callable[[bytes], Named]) -> Named | None:
    found = _nets.get(called)
    if found is None:
        data = source.data(board_print)
        found = read(data) if data is not None else None
    if found is not None:
        _nets[called] = found
        _nets.move_to_end(called)
        while len(_nets) > MANY:
            _nets.popitem(last=False)
    return found
