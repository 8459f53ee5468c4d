"""Boards of one's own. A *document* is what a board file holds: plain data that JSON and TOML can both write.

Such a board is named by its content: whoever has the document can make the board and its name, and nobody can
put another one under it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from threading import Lock
from typing import Any

from ..rules.board import Board
from ..rules.errors import BadBoard, Sentence
from .document import json_of, plain, unseen
from .extent import too_many
from .load import load_document

REMEMBERED = 64  # boards, those that were asked for last; each has some hundred kilobytes
_made: dict[str, Board] = {}
_remembering = Lock()
OWN_ID = re.compile(r"own-[0-9a-f]{32}")


def is_own(board_id: str) -> bool:
    return OWN_ID.fullmatch(board_id) is not None


def content_id(document: object) -> str:
    """The name of a board of one's own: equal for equal documents, whatever the order of their keys."""
    return f"own-{hashlib.sha256(json_of(plain(document)).encode()).hexdigest()[:32]}"


def own_board(document: Mapping[str, Any]) -> Board:
    """The board of a document that somebody makes; raises `BadBoard` with every fault found."""
    found = _board(document, made_before=False)
    if any(unseen(plain(document))) or any(too_many(found)):  # it is remembered from a game on it
        load_document(document, found.id)  # which refuses it
    return found


def made_before(document: Mapping[str, Any]) -> Board:
    """The board of a document that was good once, which it carries; raises `BadBoard` with every fault found.
    Equal documents give the same one, as long as somebody asks for it now and then."""
    return _board(document, made_before=True)


def _board(document: Mapping[str, Any], made_before: bool) -> Board:
    name = content_id(document)
    with _remembering:
        found = _made.pop(name, None)
    if found is None:  # it may take half a second, and nobody else should wait for it
        found = replace(load_document(document, name, made_before), city=deepcopy(dict(document)))
    with _remembering:
        found = _made.setdefault(name, found)
        if len(_made) > REMEMBERED:
            del _made[next(iter(_made))]
    return found


def named_board(board_id: str, document: object) -> Board:
    """The board of a document that came with a name; raises `BadBoard` too if the name is another board's."""
    if not isinstance(document, Mapping) or content_id(document) != board_id:
        raise BadBoard(
            [Sentence("the board is called {board}, but that is another one", board=board_id[:40])]
        )
    return made_before(document)
