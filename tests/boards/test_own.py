"""A board as a document: read as strictly as a file, written back, named by its content."""

import json
from collections.abc import Callable
from copy import deepcopy
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terminus.boards import (
    board,
    content_id,
    is_own,
    load_document,
    own_board,
    parse_document,
    shipped_boards,
    shipped_document,
    write_document,
)
from terminus.boards.digest import digest, fingerprint
from terminus.boards.own import named_board
from terminus.rules.errors import BadBoard

Document = dict[str, Any]
keys = st.text(max_size=5) | st.sampled_from(["name", "modules", "mechanics", "stations", "deck"])
texts = st.text(max_size=20) | st.just("C S\nT P\n") | st.just('"""\n\\')
leaves = texts | st.booleans() | st.integers(-(10**6), 10**6) | st.floats(allow_nan=False)
values = st.recursive(
    leaves, lambda one: st.lists(one, max_size=3) | st.dictionaries(keys, one, max_size=3), max_leaves=9
)


@pytest.mark.parametrize("name", shipped_boards())
def test_a_shipped_document_is_its_board_and_goes_through_json_and_toml(name: str) -> None:
    document = shipped_document(name)
    assert digest(load_document(document, name)) == digest(board(name))
    assert json.loads(json.dumps(document)) == document
    assert parse_document(write_document(document)) == document


def test_a_written_file_is_laid_out_for_people() -> None:
    text = write_document(shipped_document("tokyo"))
    assert '\nstations = """\nS . T S . S . . P C\n' in text
    assert '\n[departures]\npurple = "d0"\n' in text
    assert '\n[[mechanics]]\nrule = "stamps"\nvalues = { A = 10, ' in text
    assert "\n[modules.objectives]\ndrawn = 2\n" in text
    assert '\nall-districts = { predicate = "every-district" }\n' in text


@given(st.dictionaries(keys, values, max_size=6))
def test_whatever_is_written_is_read_again(document: Document) -> None:
    try:
        text = write_document(document)
    except BadBoard:
        return  # too deep
    assert parse_document(text) == document


def test_equal_documents_have_equal_names_whatever_the_order_of_their_keys() -> None:
    london = shipped_document("london")
    turned = dict(reversed(london.items()))
    assert content_id(turned) == content_id(london)
    assert is_own(content_id(london))
    assert content_id({**london, "river": {**london["river"], "name": "Styx"}}) != content_id(london)
    assert content_id({"a": [2.0, True]}) == content_id({"a": [2, True]}) != content_id({"a": [2, 1]})
    assert not any(map(is_own, ("london", "own-../../etc/passwd", "own-" + "0" * 31)))


def test_an_own_board_carries_its_document_and_is_otherwise_the_same() -> None:
    mine = own_board(shipped_document("paris"))
    assert mine.id == content_id(shipped_document("paris"))
    assert mine.city == shipped_document("paris")
    assert fingerprint(mine) == fingerprint(board("paris"))  # so it has the weights
    assert board("paris").city is None


def test_a_name_that_is_another_boards_is_refused() -> None:
    toy = shipped_document("toy")
    assert named_board(content_id(toy), toy).name == toy["name"]
    for name in ("toy", "own-" + "0" * 32, content_id(shipped_document("london"))):
        with pytest.raises(BadBoard, match="that is another one"):
            named_board(name, toy)


def deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


HOSTILE: dict[str, Callable[[dict[Any, Any]], object]] = {
    "no table": lambda toy: [toy],
    "nothing": lambda toy: None,
    "null": lambda toy: {**toy, "note": None},
    "a date": lambda toy: {**toy, "note": date(2026, 1, 1)},
    "bytes": lambda toy: {**toy, "note": b"x"},
    "a number as key": lambda toy: {**toy, "departures": {1: "a0"}},
    "a number as top key": lambda toy: {**toy, 1: "a0"},
    "deep": lambda toy: {**toy, "note": deep(9)},
    "endlessly deep": lambda toy: {**toy, "note": deep(100_000)},
    "half a character": lambda toy: {**toy, "name": "\ud800"},
    "half a character as a key": lambda toy: {**toy, "\udfff": 1},
    "a million cells": lambda toy: {**toy, "stations": "C " * 1_000_000},
    "a long name": lambda toy: {**toy, "name": "x" * 81},
    "a long key": lambda toy: {**toy, "departures": {**toy["departures"], "x" * 10_000: "a0"}},
    "a long note": lambda toy: {**toy, "note": "x" * 1001},
    "a large number": lambda toy: {**toy, "solo": {"ratings": [1, 2, 3, 4, 10**400]}},
    "infinity": lambda toy: {**toy, "solo": {"ratings": [1, 2, 3, 4, float("inf")]}},
    "no number": lambda toy: {**toy, "solo": {"ratings": [1, 2, 3, 4, float("nan")]}},
    "half a number": lambda toy: {**toy, "solo": {"ratings": [1, 2, 3, 4, 5.5]}},
    "truth as a number": lambda toy: {**toy, "solo": {"ratings": [0, True, 3, 4, 5]}},
    "a turned name": lambda toy: {**toy, "name": "a\u202eb"},
    "a name that steers": lambda toy: {**toy, "name": "a\x1b[2Jb"},
}


@pytest.mark.parametrize("what", HOSTILE)
def test_what_is_no_playable_board_is_refused_in_a_few_words(what: str) -> None:
    with pytest.raises(BadBoard) as refused:
        load_document(HOSTILE[what](deepcopy(shipped_document("toy"))), "hostile")
    for fault in refused.value.faults:
        assert "\n" not in fault
        assert len(fault.encode()) < 1000
