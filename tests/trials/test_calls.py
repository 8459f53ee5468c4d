"""The trial of requests that no page makes, a small share of it; and that it would see a wrong answer."""

import pytest
from bench.trials.calls import run, unfit

ERROR = b'{"error": {"message": "no", "values": {}}}'


async def test_people_play_on_while_others_ask_oddly() -> None:
    figures, faults = await run(300, examples=1, seed=5, think=(0.0, 0.01))
    assert not faults
    assert "300 that no schema has" in figures


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
