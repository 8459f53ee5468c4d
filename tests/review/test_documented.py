"""docs/review.md says of every field that a review has what it is, and what it is not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.review.games import log
from tests.strategies import ruleset

from terminus.cli import main
from terminus.kernel import installed
from terminus.record.log import write_line
from terminus.review import Game, Settings, as_json, review

pytestmark = pytest.mark.skipif(not installed(), reason="NO NATIVE KERNEL: there is no review without it")

DOCS = Path(__file__).parents[2] / "docs" / "review.md"
BY_NAME = {"rules", "difference", "opened"}  # what these hold is named by rules and modules


def rows() -> dict[str, list[str]]:
    """The cells beside each field, of the tables that have a column for what it is not."""
    found: dict[str, list[str]] = {}
    head: list[str] = []
    for line in DOCS.read_text("utf-8").splitlines():
        if not line.startswith("|"):
            head = []
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        head = head or cells
        if head[-1] == "is not":
            for name in re.findall(r"`(\w+)`", cells[0]):
                found[name] = cells[1:]
    return found


def fields(value: Any) -> Iterator[str]:
    match value:
        case dict():
            for name, inner in value.items():
                yield name
                if name not in BY_NAME:
                    yield from fields(inner)
        case list():
            for inner in value:
                yield from fields(inner)


def test_every_field_has_a_row_that_says_what_it_is_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    events = log(ruleset("london", ("specials",)), "random")
    shown = as_json(review(Game.of(events), Settings(depth=1, play_on=2)))
    source = tmp_path / "game.jsonl"
    source.write_text("".join(map(write_line, events)), encoding="utf-8")
    assert main(["analyse", "--face-up", "--json", str(source)]) == 0
    known = rows()
    found = {*fields(shown), *fields(json.loads(capsys.readouterr().out))}
    assert {"next_up", "better", "later", "se", "opened", "best"} <= found, "all shapes are seen"
    assert found <= known.keys(), found - known.keys()
    for name, cells in known.items():
        assert len(cells) == 2, name
        assert all(cells), name
    assert known.keys() <= found, known.keys() - found
