"""Stored games of every edition of the rules lead to the state and the score that they led to when stored."""

import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.corpus.states import outcome

from terminus.record.log import read
from terminus.record.verify import verify
from terminus.rules.edition import EDITION

FOLDER = Path(__file__).parent
FILES = [f"edition-{edition}{more}" for edition in range(1, EDITION + 1) for more in ("", "-kinds")]
EXPECTED = {
    (file, name): what
    for file in FILES
    for name, what in json.loads((FOLDER / f"{file}.json").read_text(encoding="utf-8")).items()
}


def test_the_corpus_is_whole() -> None:
    assert len([name for file, name in EXPECTED if file == "edition-1"]) == 48
    assert {what["winners"] is None for what in EXPECTED.values()} == {True, False}, "some stop on their way"


def stored(file: str, name: str) -> list[tuple[int, Mapping[str, Any]]]:
    with zipfile.ZipFile(FOLDER / f"{file}.zip") as logs:
        return list(read(logs.read(f"{name}.jsonl")))


@pytest.mark.parametrize(("file", "name"), EXPECTED, ids=lambda part: str(part))
def test_a_stored_game_comes_out_the_same(file: str, name: str) -> None:
    assert outcome([event for _, event in stored(file, name)]) == EXPECTED[file, name]


def test_there_is_one_of_each_kind() -> None:
    """Sealed and proven to its end, on a city that its log carries, and counted from paper."""
    logs = {name.split("-")[0]: stored(file, name) for file, name in EXPECTED if file == "edition-1-kinds"}
    assert verify(iter(logs["sealed"])) == 4
    assert logs["own"][0][1]["city"]["name"] == "Edo"
    assert [event["event"] for _, event in logs["counted"]] == ["start", "sheets", "end"]
