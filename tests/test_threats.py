"""docs/threats.md: each threat names tests that cover it, and those tests exist."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
COLUMNS = 4  # who and what, how it is met, what is left, tests
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (ROOT / "docs" / "threats.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("|") and not line.startswith(("|---", "| who and what"))
]


@cache
def functions_of(path: str) -> set[str]:
    """The functions at the top of a file."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_there_are_threats() -> None:
    assert len(ROWS) > 30


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_a_threat_is_met_by_tests_that_exist(row: list[str]) -> None:
    assert len(row) == COLUMNS
    assert row[0]
    assert row[1]
    named = NAMED.findall(row[-1])
    assert named
    assert NAMED.sub("", row[-1]).strip() == "", "what is no test"
    for path, name in named:
        assert (ROOT / path).is_file(), path
        assert name in functions_of(path), f"{path} has no {name}"
