"""The trial of requests that no page makes, a small share of it; and that it would see a wrong answer."""

import asyncio
import random
from pathlib import Path

import pytest
from bench.trials.calls import paths_of, request_of, run, unfit
from bench.wire import Address
from tests.server.live import serving

ERROR = b'{"error": {"message": "no", "values": {}}}'


async def test_people_play_on_while_others_ask_oddly() -> None:
    figures, faults = await run(300, examples=1, seed=5, think=(0.0, 0.01))
    assert not faults
    assert "300 that no schema has" in figures


async def test_every_address_is_asked_for(tmp_path: Path) -> None:
    rng = random.Random(5)
    async with serving(f"sqlite:///{tmp_path / 'games.sqlite3'}") as live:
        at = Address("127.0.0.1", live.port)
        paths = await asyncio.to_thread(paths_of, at)
    asked = {request_of(rng, at, paths, "g", "").split()[1].decode("latin-1") for _ in range(9000)}
    for part in (
        "conducts/",
        "count/turn",
        "practise/",
        "drawings/",
        "check",
        "boards/london/report",
        "/c/",
        "/what-if",
    ):
        assert any(part in path for path in asked), part
    assert not [path for path in asked if "{" in path]


@pytest.mark.parametrize(
    ("status", "kind", "body", "fine"),
    [
        (200, "application/json", b"[]", True),
        (404, "application/json", ERROR, True),
        (503, "application/json", ERROR, True),
        (400, "", b"", True),
        (0, "", b"", True),
        (500, "application/json", ERROR, False),
        (400, "application/json", b'{"detail": "no"}', False),
        (400, "application/json", b'{"error": {"message": "no"}}', False),
        (400, "text/plain", b"Traceback (most recent call last)", False),
        (500, "text/plain", b"Internal server error", False),
    ],
)
def test_an_answer_in_other_words_is_seen(status: int, kind: str, body: bytes, fine: bool) -> None:
    assert (not list(unfit(status, kind, body))) == fine
