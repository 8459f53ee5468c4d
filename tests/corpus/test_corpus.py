"""Stored games of every edition of the rules lead to the state and the score that they led to when stored."""

import json
import zipfile
from pathlib import Path

import pytest
from tests.corpus.states import outcome

from terminus.record.log import read
from terminus.rules.edition import EDITION

FOLDER = Path(__file__).parent
EXPECTED = {
    (edition, name): what
    for edition in range(1, EDITION + 1)
    for name, what in json.loads((FOLDER / f"edition-{edition}.json").read_text(encoding="utf-8")).items()
}


def test_the_corpus_is_whole() -> None:
    assert len([name for edition, name in EXPECTED if edition == 1]) == 48
    assert {what["winners"] is None for what in EXPECTED.values()} == {True, False}, "some stop on their way"


@pytest.mark.parametrize(("edition", "name"), EXPECTED, ids=lambda part: str(part))
def test_a_stored_game_comes_out_the_same(edition: int, name: str) -> None:
    with zipfile.ZipFile(FOLDER / f"edition-{edition}.zip") as logs:
        found = outcome([event for _, event in read(logs.read(f"{name}.jsonl"))])
    assert found == EXPECTED[edition, name]
