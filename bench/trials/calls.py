"""python -m bench.trials.calls: thousands of requests to the HTTP interface that no page makes.

Some of them Schemathesis makes from the schema that the server gives of itself, some are bytes of our own:
hosts, origins, cookies, addresses, methods, bodies and lengths that no schema has. Each is answered in our
own words, none with a fault of the server, which has nothing to complain of; people play on meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.core.result import Ok

from ..wire import Address
from .besieging import stranger
from .report import ended, progress
from .server import Server, cookie_from
from .trial import Span, Trial

SLOW = 30.0  # seconds that no answer takes; a body that does not come is waited for half of them
AT_ONCE = 8
PAGES = (
    "/", "/t/{game}", "/r/{game}", "/r/{game}/review", "/j/AAAAA", "/s/x", "/c/AAAAA", "/rules/london",
    "/learn", "/practise", "/conduct", "/count", "/boards", "/boards/london", "/boards/edit/x", "/nothing",
    "/api/games/{game}/socket",
)  # fmt: skip
# What stands for a place in the addresses of the schema; a game is the one that is played.
FILLED = {
    "board": ("london", "x"), "code": ("AAAAA",), "drawing": ("x" * 12,), "seat": ("0", "9"),
    "exercise": ("london-1", "{game}-1-1"), "lesson": ("first", "x"), "key": ("x" * 32,), "version": ("1",),
    "file": ("{game}.png", "london.png", "london.pdf", "powers.png", "x"),
}  # fmt: skip
PATHS = (
    "/pictures/x", "/paper/x.pdf", "/qr.svg", "/health/live", "/health/ready", "/metrics", "/api/%00",
    "/api/games/%ff", "/api/games/%2e%2e%2f", "//", "/../../etc", "/assets/../app.py", "/assets/%2e%2e/x",
    f"/{'x' * 7000}", f"/{'x/' * 3000}", "/api/me?page=-1", "/api/me?page=1e99", "/api/me?page=" + "9" * 5000,
    "/?lang=%00", "/?lang[]=de", "*", "http://[/", "/api/lessons/%F0%9F%98%80", "/\x7f",
)  # fmt: skip
METHODS = (
    "GET", "GET", "POST", "POST", "PUT", "HEAD", "OPTIONS", "DELETE", "PATCH", "TRACE", "CONNECT", "get",
    "X" * 99,
)  # fmt: skip
HOSTS = (
    "[", "]", "[::1", "127.0.0.1:abc", "127.0.0.1:99999999", "x" * 3000, "a b", "evil.example", "@", "a@b",
    "\xff", "127.0.0.1\t", "localhost:1", "user:pass@localhost", "localhost/..", "%00", "..", "-", "[::1]:x",
    "1" * 400, "",
)  # fmt: skip
ORIGINS = (
    "null", "http://[", "http://evil.example", "x", "http://127.0.0.1:abc", "\xff", "http://" + "x" * 5000,
    "",
)  # fmt: skip
COOKIES = (
    "=", ";;;;", "terminus", "terminus=", "terminus=" + "a" * 43, "terminus=\xff", "terminus=a; terminus=b",
    "a=b;" * 900, "__Host-terminus=x", '"', "terminus=%00", "terminus=" + "x" * 4000,
    "$Version=1; terminus=x", "\t",
)  # fmt: skip
OTHERS = (
    "Accept-Language: " + "x," * 900, "Accept-Language: \xff", "Accept-Language: de;q=nan",
    "If-None-Match: \xff", "Range: bytes=-1", "Range: bytes=9-1,1-9", "X-Forwarded-For: \xff",
    "X-Forwarded-Proto: javascript", "Forwarded: for=[", "Content-Type: multipart/form-data; boundary=",
    "Content-Type: \xff", "Content-Type: application/json; charset=utf-16", "Transfer-Encoding: chunked",
    "Transfer-Encoding: x", "Content-Length: -1", "Content-Length: 99999999999", "Content-Encoding: gzip",
    "Expect: 100-continue", "Upgrade: websocket", "Connection: upgrade", "Host: other", ": x",
    "X" * 9000 + ": x", "X-Request-ID: \x1b[2J", "Accept: \xff",
    "Accept: application/openmetrics-text; version=x", "Authorization: Bearer x",
)  # fmt: skip
BODIES = (
    b"", b"{", b"null", b"[]", b"7", b"\xff\xfe", b"\x00", b"[" * 16_000, b'{"a":' * 9000,
    b'{"name":"\\ud800"}', b'{"name":"\\u0000\\u202e"}', b'{"name":7}', b'{"board":"london","board":"paris"}',
    b'{"board":{}}', b'{"open":1e999}', b'{"board":"london","open":99999999999999999999}',
    b'{"board":"london","bots":["x"]}', b'{"board":"\\ud83d"}',
    b'{"board":"london","modules":["powers","gates"]}',
    b'{"board":"london","bots":%s}' % (b"[" + b'"easy",' * 999 + b'"easy"]'), b'{"language":"x"}',
    b'{"clock":NaN}', b'{"contribute":{"0":"zz"}}', b'{"put_away":"yes"}', b" " * 2_000_000, b"9" * 5000,
    b'{"name":"' + b"x" * 1_000_000 + b'"}', b'{"document":{}}', b'{"document":{"stations":"C"}}',
    b'{"text":"x = ["}',
    b'{"version":1e999,"document":[]}', b'{"document":%s}' % (b'{"a":' * 3000 + b"1" + b"}" * 3000),
    b'{"game":{"board":"london","modules":["gates","x"],"dealt":{"powers":7},"seats":[]},"ask":null}',
    b'{"game":{"board":"london","modules":[],"dealt":{},"pencils":[],"cards":["\\u0000"],"seats":[]},"seat":-1}',
    b'{"game":{"board":"london","modules":[],"dealt":{},"seats":[{"name":"","lines":{"green":["z99-z99!"]}}]}}',
    b'{"board":"london","names":["","","","",""],"all_cards":true}', b'{"key":"","at":-1,"names":7}',
    b'{"actions":["done","done"],"do":{"undo":true},"about":"z9"}', b'{"when":"never"}',
    b'{"seat":0,"round":99,"turn":-1,"cards":"others","against":"x"}',
)  # fmt: skip


@dataclass
class Calls:
    """Answers by their status, and what was wrong."""

    answers: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def judge(self, asked: str, status: int, kind: str, body: bytes) -> None:
        """Count an answer; 0 is a connection that was closed without one."""
        self.answers[status] += 1
        self.faults += [f"{asked}: {fault}" for fault in unfit(status, kind, body)]


def unfit(status: int, kind: str, body: bytes) -> Iterator[str]:
    """What is wrong with an answer, whatever was asked."""
    if status >= 500 and status != 503:
        yield f"{status}: {body[:200]!r}"
    if b"Traceback" in body or b"Internal" in body:
        yield f"it tells of our insides: {body[:200]!r}"
    if status >= 400 and "json" in kind and body:
        said = json.loads(body)
        if said.keys() != {"error"} or said["error"].keys() != {"message", "values"}:
            yield f"an error in other words: {body[:200]!r}"


# -- from the schema ---------------------------------------------------------------------------------------


def ask_everything(address: str, game: str, examples: int, calls: Calls) -> None:
    """So many of each operation, half of them of a game that there is."""
    schema = schemathesis.openapi.from_url(f"{address}/api/schema/openapi.json")
    for result in schema.get_all_operations():
        assert isinstance(result, Ok)
        operation = result.ok()
        if not operation.path.startswith("/api/schema"):
            progress(f"{operation.label}; so far {calls.answers.total()} answers, {len(calls.faults)} faults")
            _ask(operation, address, game, examples, calls)


def _ask(operation: Any, address: str, game: str, examples: int, calls: Calls) -> None:
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    @given(case=operation.as_strategy())
    def ask(case: Any) -> None:
        if calls.answers.total() % 2 and "game" in (case.path_parameters or {}):
            case.path_parameters["game"] = game
        answer = case.call(base_url=address)
        kind = "".join(answer.headers.get("content-type", []))
        calls.judge(operation.label, answer.status_code, kind, answer.content)
        plain = case.path.startswith(("/pictures/", "/paper/"))
        ours = "text/plain; charset=utf-8" if plain else "application/json"
        said = kind == ours and (answer.content or case.method == "HEAD")
        if answer.status_code >= 400 and not said:
            calls.faults.append(f"{operation.label}: {kind} in other words: {answer.content[:200]!r}")

    ask()


# -- of our own ----------------------------------------------------------------------------------------


def paths_of(at: Address) -> list[str]:
    """All that the server says it has, and its pages: what is new is asked for too."""
    with urlopen(f"http://{at}/api/schema/openapi.json") as said:
        return [*json.load(said)["paths"], *PAGES]


def request_of(rng: random.Random, at: Address, paths: Sequence[str], game: str, cookie: str) -> bytes:
    """A request with one to three things that are not as they should be."""
    wrong = rng.sample(("host", "origin", "cookie", "other", "body", "path", "method"), k=rng.randint(1, 3))
    path = rng.choice(PATHS if "path" in wrong and rng.random() < 0.7 else paths)
    for place, values in FILLED.items():
        path = path.replace(f"{{{place}}}", rng.choice(values))
    path = path.replace("{game}", game)
    method = rng.choice(METHODS if "method" in wrong else METHODS[:5])
    body = rng.choice(BODIES) if "body" in wrong else b"{}"
    lines = [
        f"{method} {path} HTTP/1.1",
        f"Host: {rng.choice(HOSTS) if 'host' in wrong else at}",
        f"Cookie: {rng.choice(COOKIES) if 'cookie' in wrong else cookie}",
        f"Origin: {rng.choice(ORIGINS) if 'origin' in wrong else f'http://{at}'}",
        "Content-Type: application/json",
        "Connection: close",
        f"Content-Length: {len(body) + (rng.choice((-1, 1)) if rng.random() < 0.01 else 0)}",
        *(rng.sample(OTHERS, k=2) if "other" in wrong else ()),
    ]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


async def asked_at(at: Address, data: bytes) -> tuple[int, str, bytes]:
    """Status, kind and body of what is answered; nothing if the connection was just closed."""
    reader, writer = await asyncio.open_connection(at.host, at.port, local_addr=at.local)
    try:
        writer.write(data)
        said = await asyncio.wait_for(reader.read(), SLOW)
    except ConnectionError:
        return 0, "", b""
    finally:
        writer.close()
    head, _, body = said.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").lower().split("\r\n")[1:]
    fields = dict(line.split(": ", 1) for line in lines if ": " in line)
    kind = fields.get("content-type", "") if "transfer-encoding" not in fields else ""
    return int(head[9:12] or 0), kind, body


async def ask_oddly(at: Address, game: str, requests: int, rng: random.Random, calls: Calls) -> None:
    """So many, some at once."""
    cookie, paths = await cookie_from(lambda: at), await asyncio.to_thread(paths_of, at)

    async def some(number: int) -> None:
        for _ in range(number, requests, AT_ONCE):
            data = request_of(rng, at, paths, game, cookie)
            try:
                calls.judge(repr(data[:300]), *await asked_at(at, data))
            except TimeoutError:
                calls.faults.append(f"no answer: {data[:300]!r}")
            if calls.answers.total() % 500 == 0:
                progress(f"{calls.answers.total()} answers, {len(calls.faults)} faults")

    await asyncio.gather(*(some(number) for number in range(AT_ONCE)))


async def run(requests: int, examples: int, seed: int, think: Span) -> tuple[str, list[str]]:
    """What the trial showed, and what was wrong."""
    with tempfile.TemporaryDirectory() as temporary:
        folder, calls, made = Path(temporary), Calls(), Calls()
        server = Server(f"sqlite:///{folder / 'games.sqlite3'}", folder / "complaints")
        await server.start()
        first, trial = server.memory, Trial(lambda: server.address, seed, think)
        try:
            trial.begin(1, 1)
            await trial.tables[0].begun.wait()
            game = trial.tables[0].people[0].game
            await asyncio.to_thread(ask_everything, f"http://{server.address}", game, examples, made)
            await ask_oddly(stranger(server.address, 0), game, requests, random.Random(seed), calls)
            await trial.finish()
            await trial.check(folder)
            most = server.most_memory
        finally:
            code = await server.stop()
        faults = [*made.faults, *calls.faults, *trial.faults, *server.faults(code, first, most)]
        return _figures(made, calls, trial, first, most), faults


def _figures(made: Calls, calls: Calls, trial: Trial, first: float, most: float) -> str:
    fine = {n: count for n, count in sorted((made.answers + calls.answers).items()) if n < 400 and n}
    return (
        f"{made.answers.total()} requests from the schema and {calls.answers.total()} that no schema has: "
        f"{sum(fine.values())} taken, {calls.answers[0]} cut off, the rest refused in words; "
        f"{first:.0f} MB became {most:.0f} MB at most; beside them {trial}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.trials.calls", description=__doc__)
    parser.add_argument("--requests", type=int, default=10_000, help="that no schema has")
    parser.add_argument("--examples", type=int, default=200, help="of each operation in the schema")
    parser.add_argument("--think", type=float, nargs=2, default=(0.1, 1.0), help="seconds for each step")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", action="store_true", help="keep it in bench/RESULTS.md")
    told = parser.parse_args()
    outcome = asyncio.run(run(told.requests, told.examples, told.seed, tuple(told.think)))
    command = f"python -m bench.trials.calls --requests {told.requests} --examples {told.examples}"
    return ended("Requests that no page makes", command, *outcome, told.results)


if __name__ == "__main__":
    sys.exit(main())
