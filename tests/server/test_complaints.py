"""Trouble that goes on is told once and then counted."""

import asyncio

import pytest

from terminus.server import complaints
from terminus.server.complaints import Complaint, faults


async def test_it_is_told_once_then_counted_then_forgotten(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(complaints, "PAUSE", 0.05)
    complaint = Complaint("The disk is full")
    for number in range(100):
        complaint.tell(f"game {number}", OSError("no space"))
    assert [record.message for record in caplog.records] == ["The disk is full (game 0)"]
    assert caplog.records[0].exc_info
    while len(caplog.records) < 2:  # noqa: ASYNC110 (a log cannot be awaited)
        await asyncio.sleep(0.01)
    assert caplog.records[1].message == "The disk is full (99 times more)"
    assert not caplog.records[1].exc_info
    await asyncio.sleep(0.2)
    complaint.tell("game 7", OSError("no space"))
    assert [record.message for record in caplog.records[2:]] == ["The disk is full (game 7)"], "a new one"


async def test_its_end_is_told_with_how_often_it_was_met(caplog: pytest.LogCaptureFixture) -> None:
    complaint = Complaint("The disk is full")
    complaint.over("There is room again")
    for number in range(100):
        complaint.tell(f"game {number}", OSError("no space"))
    complaint.over("There is room again")
    complaint.over("There is room again")
    complaint.tell("game 7", OSError("no space"))
    assert [(record.message, bool(record.exc_info)) for record in caplog.records] == [
        ("The disk is full (game 0)", True),
        ("There is room again: it lasted 0 s, and was met 100 times", False),
        ("The disk is full (game 7)", False),
    ], "what comes and goes is traced once a minute"


async def test_its_end_is_told_although_nobody_met_it_for_long(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(complaints, "PAUSE", 0.02)
    complaint = Complaint("The disk is full")
    complaint.tell("game 1", OSError("no space"))
    await asyncio.sleep(0.2)
    complaint.tell("game 2", OSError("no space"))
    await asyncio.sleep(0.2)
    complaint.over("There is room again")
    complaint.over("There is room again")
    assert [record.message for record in caplog.records] == [
        "The disk is full (game 1)",
        "The disk is full (game 2)",
        "There is room again: it lasted 0 s, and was met 2 times",
    ]


def test_a_fault_is_told_once_a_minute_by_where_it_arose(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def met(where: str, error: Exception) -> None:
        try:
            raise error
        except Exception as raised:
            faults.tell(where, raised)

    for number in range(50):
        met(f"game {number}", KeyError("x"))
    met("game 0", ValueError("x"))
    assert [record.message for record in caplog.records] == ["game 0", "game 0"]
    monkeypatch.setattr(complaints, "PAUSE", 0.0)
    met("game 9", KeyError("x"))
    assert caplog.records[2].message == "game 9 (49 times more since it was last told)"
