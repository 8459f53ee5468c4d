"""How a crowd is measured, by a crowd of two tables: there are figures, of this crowd. None has a bound."""

from dataclasses import asdict
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from bench import load
from bench.growth import drawn
from bench.load import HEAD, measure, row, section, served


def test_two_tables_are_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "SETTLING", 0.5)
    with served(f"sqlite:///{tmp_path / 'games.sqlite3'}") as server:
        found = measure(2, "fast", 3.0, "SQLite", [server])
    assert (found.tables, found.processes, found.refused) == (2, 1, 0)
    assert 0 < found.commits < found.commands, "a draft is a command and no commit"
    assert 0 < found.ack_p50 <= found.ack_p99
    assert 0 < found.turn_p50 <= found.turn_p99
    assert min(found.cpu, found.cores, found.clients, found.kilobytes) > 0
    assert row(found).count("|") == HEAD.splitlines()[0].count("|")
    assert section([found]).startswith("## A crowd\n")
    picture = ET.fromstring(drawn([asdict(found), {**asdict(found), "tables": 4}]))
    lines = [element for element in picture.iter() if element.tag.endswith("polyline")]
    assert [len(line.attrib["points"].split()) for line in lines] == [2]
