"""The trial of servers and databases that fail, a small share of it; and what is said too often is seen."""

from pathlib import Path

import pytest
from bench.trials.outages import BACK, GONE, on_postgres, told_once
from bench.trials.postgres import NoPostgres
from bench.trials.server import Server


async def test_tables_go_on_when_a_server_dies_and_when_postgres_does(tmp_path: Path) -> None:
    spans = (0.5, 1.0), (0.0, 0.01)
    try:
        outages, trial, faults = await on_postgres(1, 1, 1, 5, *spans, 1.0, 1.0, folder=tmp_path)
    except NoPostgres as why:
        pytest.skip(str(why))
    assert not [*trial.faults, *faults]
    assert [bool(outage.waits) for outage in outages[1:]] == [True, True]
    assert trial.games >= 2


@pytest.mark.parametrize(
    ("said", "fine"),
    [
        (f"{GONE}\n{BACK}\n", True),
        ("", True),
        (GONE, False),
        (f"{GONE}\n" * 2 + BACK, False),
        (f"{GONE}\n" + "Traceback\n" * 9 + BACK, False),
        (f"{GONE}\n" + "x" * 30_000 + BACK, False),
    ],
)
def test_what_is_said_too_often_is_seen(said: str, fine: bool, tmp_path: Path) -> None:
    (tmp_path / "complaints").write_text(said)
    assert (told_once(Server("", tmp_path / "complaints"), 1) == []) == fine
