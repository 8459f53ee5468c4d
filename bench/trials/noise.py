"""What no socket should be sent: payloads that are refused in words, and bytes that end the socket.

Nothing here is ever to be obeyed, whoever sends it: not even by the seat whose turn it is.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..wire import CLOSE, LAST, MASKED, PING, PONG, TEXT, Json

MORE, BINARY = 0, 2
NUMBERS = (-1, -(2**63), 10**9, 2**31, 2**63, 2**64 - 1)  # that no log has yet, or has no longer
TEXTS = (
    "", " ", "z9-z8", "d2-d2", "use everything", "circle z9", "\x00", "\x1b[2J", "\u202e", "\ufffe",
    "\U0010ffff", "done" * 500, "<script>", "'; drop table games; --", "{message}", "%s%n", "../../etc",
)  # fmt: skip
AT_A_CARD = ("draft", "instead", "undo", "clear", "commit", "take_back")
HOPELESS: tuple[Json, ...] = (
    *({name: text} for name in ("draft", "instead") for text in TEXTS),
    *({name: False} for name in ("undo", "clear", "commit", "take_back", "leave", "back", "start")),
    *({"say": text} for text in ("", " ", "\x00", "\u202e")),
    *({"react": text} for text in TEXTS),
    *({"add_bot": text} for text in TEXTS),
    *({"board": text} for text in TEXTS),
    *({"modules": names} for names in (["powers", "gates"], ["powers"] * 99, [""], list(TEXTS))),
    *({"remove": seat} for seat in (-1, 9, 2**63)),
    *({"clock": seconds} for seconds in (0, -1, 7, 2**63)),
    *({"contribute": {key: value}} for key in ("5", "x", "0") for value in ("", "ab", "zz" * 16, "a" * 999)),
)  # fmt: skip


def hopeless(rng: random.Random) -> Json:
    """A command that nobody can give."""
    key = rng.choice(("x", "x" * 64, f"x{rng.randrange(10**9)}"))
    do, number = rng.choice(HOPELESS), rng.choice((0, 1, *NUMBERS))
    if rng.random() < 0.3:
        name = rng.choice(AT_A_CARD)
        do, number = {name: "d2-f4" if name in ("draft", "instead") else True}, rng.choice(NUMBERS)
    return {"type": "command", "key": key, "number": number, "do": do}


def harmless(rng: random.Random) -> Json:
    """A question or a greeting, with more in it than it should have."""
    more = {rng.choice(("x", "version", "about", "number", "do")): rng.choice((*TEXTS, *NUMBERS))}
    if rng.random() < 0.5:
        return {**more, "type": "hello", "version": rng.choice((None, *TEXTS))}
    return {**more, "type": "why", "about": rng.choice(TEXTS)}


def refused(rng: random.Random) -> bytes:
    """The payload of a frame that changes nothing and leaves the socket open."""
    if rng.random() < 0.1:  # of two that have one name the last counts
        return (
            b'{"type": "command", "key": "x", "key": "y", "number": 1, "number": -1, "do": {"commit": true}}'
        )
    return json.dumps(harmless(rng) if rng.random() < 0.2 else hopeless(rng)).encode()


def framed(
    payload: bytes, kind: int = TEXT, first: int = LAST, mask: int = MASKED, size: int | None = None
) -> bytes:
    """A frame with a mask of zeros; as long as it says, or of another `size`."""
    length = len(payload) if size is None else size
    if length < 126:
        head = bytes([mask | length])
    else:
        wide = 2 if length < 2**16 else 8
        head = bytes([mask | (126 if wide == 2 else 127)]) + length.to_bytes(wide, "big")
    return bytes([first | kind]) + head + (bytes(4) if mask else b"") + payload


def in_parts(payload: bytes, rng: random.Random) -> bytes:
    """One message in several frames, with a ping between."""
    cuts = sorted(rng.randrange(len(payload) + 1) for _ in range(rng.randint(1, 4)))
    parts = [payload[a:b] for a, b in zip([0, *cuts], [*cuts, len(payload)], strict=True)]
    frames = [framed(part, MORE if n else TEXT, 0) for n, part in enumerate(parts[:-1])]
    return framed(b"?", PING).join([*frames, framed(parts[-1], MORE)])


# -- what ends a socket ------------------------------------------------------------------------------------


def no_json(good: bytes, rng: random.Random) -> bytes:
    broken = rng.choice(
        (b"", b"{", b"null", b"[]", b"7", b'"x"', b"NaN", good[:-1], good + b"}", good[1:], b"\xef\xbb\xbf")
    )
    return framed(broken)


def no_text(good: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(good))
    return framed(
        good[:at] + rng.choice((b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf5\x80\x80\x80")) + good[at:]
    )


def binary(good: bytes, rng: random.Random) -> bytes:
    return framed(rng.choice((good[:9], rng.randbytes(rng.randrange(1, 3000)))), BINARY)


def too_long(good: bytes, rng: random.Random) -> bytes:
    return framed(good + b" " * rng.choice((4097, 5000, 20_000, 60_000)))


def deep(_: bytes, rng: random.Random) -> bytes:
    times = rng.choice((100, 1000, 1900))
    begin, end = rng.choice(((b"[", b"]"), (b"[", b""), (b'{"do":'[: 4096 // times], b"")))
    inside = begin * times + end * times
    return framed(
        rng.choice((inside, b'{"type":"hello","version":%s}' % inside, b'{"do":%s}' % inside))[:4096]
    )


def no_command(_: bytes, rng: random.Random) -> bytes:
    """Of another type than it must be, twice, or none at all."""
    frame: Json = {"type": "command", "key": "x", "number": 1, "do": {"undo": True}}
    frame |= rng.choice(
        (
            {"type": rng.choice(("", "view", "ack", None, 7))},
            {"key": rng.choice(("", "x" * 65, "é", "\n", None, 7, []))},
            {"number": rng.choice((1.5, "1", None, [], True))},
            {
                "do": rng.choice(
                    ({}, [], None, "undo", {"undo": 1}, {"undo": True, "clear": True}, {"x": True})
                )
            },
            {
                "do": rng.choice(
                    ({"draft": 7}, {"draft": None}, {"modules": "powers"}, {"contribute": {"0": 7}})
                )
            },
        )
    )
    return framed(json.dumps(frame).encode())


def huge_number(_: bytes, rng: random.Random) -> bytes:
    digits = b"9" * rng.choice((400, 3000))
    return framed(b'{"type":"command","key":"x","number":%s,"do":{"draft":7}}' % digits)


def no_frame(good: bytes, rng: random.Random) -> bytes:
    """Against the protocol of sockets itself."""
    return rng.choice(
        (
            framed(good, first=LAST | 0x40),
            framed(good, kind=3),
            framed(good, kind=11),
            framed(good, mask=0),
            framed(good, MORE),
            framed(b"x" * 126, PING),
            framed(b"x", PONG, first=0),
            framed(b"\x03", CLOSE),
            framed(b"\x03\xed", CLOSE),
            framed(good, size=2**63),
            framed(good[:3], first=0) + framed(good),
        )
    )


@dataclass(frozen=True)
class Way:
    make: Callable[[bytes, random.Random], bytes]
    closes: bool = True  # the server ends the socket


def random_bytes(good: bytes, rng: random.Random) -> bytes:
    data = bytearray(framed(good))
    for _ in range(rng.randint(1, 4)):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(data)


def without_end(good: bytes, rng: random.Random) -> bytes:
    """A message in fragments that never ends; or one that says it is longer than it is."""
    if rng.random() < 0.3:
        return framed(good, size=4000)
    return framed(good, first=0) + framed(b"x" * 100, MORE, 0) * rng.choice((1, 10, 1000))


WAYS = (
    *(Way(way) for way in (no_json, no_text, binary, too_long, deep, no_command, huge_number)),
    Way(no_frame, closes=False),
    Way(random_bytes, closes=False),
    Way(without_end, closes=False),
)


def mixed(payloads: Sequence[bytes], rng: random.Random) -> list[bytes]:
    """The same as frames: some twice or more, some in parts, in another order."""
    frames = [in_parts(data, rng) if rng.random() < 0.1 else framed(data) for data in payloads]
    frames += rng.choices(frames, k=rng.randrange(len(frames) + 1))
    rng.shuffle(frames)
    return frames
