"""The trial of frames that no page sends, a small share of it; and that it would see a wrong answer."""

import json
import random
import re
from pathlib import Path

import pytest
from bench.trials.frames import Strangers, run, unheard_of
from bench.trials.noise import WAYS, binary, no_text, refused, too_long
from bench.trials.server import Server

from terminus.server.errors import Refused
from terminus.server.table.commands import read_frame


async def test_people_play_on_while_others_send_what_they_should_not() -> None:
    figures, faults = await run(700, tables=1, seed=5, think=(0.0, 0.01), limited=0.0)
    assert not faults
    over = re.findall(r"(\d+) games played to their end", figures)
    assert len(over) == 2
    assert all(map(int, over)), "those who shout, and those who do not"


@pytest.mark.parametrize(
    "answer",
    [
        b"\xff",
        b"no",
        b"[]",
        b'{"type": "gossip"}',
        b'{"type": "same", "more": 1}',
        b'{"type": "ack", "key": "x"}',
        b'{"type": "view", "view": {"deck": []}}',
        b'{"type": "refused", "key": null, "code": 409, "error": {"message": "no", "trace": ""}}',
    ],
)
def test_an_answer_that_is_none_is_seen(answer: bytes) -> None:
    assert list(unheard_of(answer))
    assert not list(unheard_of(b'{"type": "same"}'))


def test_a_strangers_command_that_is_taken_is_seen(tmp_path: Path) -> None:
    strangers = Strangers(Server("", tmp_path / "complaints"), [], random.Random(5), 0)
    strangers._hear(b'{"type":"refused","key":"x","code":409,"error":{"message":"no","values":{}}}')
    assert not strangers.faults
    strangers._hear(b'{"type":"ack","key":"x","number":1,"draft":0}')
    assert strangers.faults


def test_what_is_to_be_refused_in_words_is_read() -> None:
    rng = random.Random(5)
    for _ in range(500):
        data = refused(rng)
        read_frame(data)
        assert len(data) <= 4096
        assert json.loads(data)["type"] in ("hello", "why", "command")


def test_what_ends_a_socket_is_no_frame() -> None:
    rng = random.Random(5)
    closing = [way.make for way in WAYS if way.closes and way.make not in (too_long, binary, no_text)]
    for make in closing:
        for _ in range(50):
            data = make(refused(rng), rng)
            head = {126: 8, 127: 14}.get(data[1] & 127, 6)
            with pytest.raises(Refused):
                read_frame(data[head:])
