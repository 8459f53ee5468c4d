"""Trouble that goes on is told once and then counted."""

import asyncio

import pytest

from terminus.server import complaints
from terminus.server.complaints import Complaint


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
