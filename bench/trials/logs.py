"""A log is proven twice and counted: by the program in docs/fairness.md, which uses nothing of Terminus, and
by `terminus verify` and `terminus score`. A tampered copy must not be proven by either."""

from __future__ import annotations

import contextlib
import io
import json
import random
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from types import CodeType
from typing import Any

from terminus.cli import main as terminus

DOCUMENT = Path(__file__).parents[2] / "docs" / "fairness.md"
Events = list[dict[str, Any]]


def _program() -> CodeType:
    found = re.search(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    assert "terminus." not in found[1]
    return compile(found[1], str(DOCUMENT), "exec")


PROGRAM = _program()


def proven_by_document(log: Path) -> bool:
    """What the document's own program says of it."""
    arguments, sys.argv = sys.argv, ["verifier.py", str(log)]
    try:
        exec(PROGRAM, {"__name__": "__main__", "open": _opened})
    except SystemExit as ended:
        return ended.code == 0
    except Exception:  # it ends with a traceback, and so with 1
        return False
    finally:
        sys.argv = arguments
    return False


def _opened(name: str, encoding: str) -> io.StringIO:
    """What the program opens and leaves to the end of its process, which here is not near."""
    return io.StringIO(Path(name).read_text(encoding))


def said_by_terminus(*words: str) -> tuple[int, str]:
    """Exit code and output of the command line."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = terminus([*words, "--language=en"])
    return code, out.getvalue()


def proven_by_terminus(log: Path) -> bool:
    code, said = said_by_terminus("verify", str(log))
    return code == 0 and "all shuffles are proven" in said


def faults_of(log: Path, totals: Sequence[int]) -> list[str]:
    """What is wrong with the log of a whole game that ended with these totals."""
    code, said = said_by_terminus("score", str(log), "--json")
    scored = [seat["total"] for seat in json.loads(said)["seats"]] if code == 0 else said
    found = {
        "the document's program does not prove it": proven_by_document(log),
        f"terminus verify: {said_by_terminus('verify', str(log))[1]}": proven_by_terminus(log),
        f"the log leads to {scored}, shown was {list(totals)}": scored == list(totals),
    }
    return [f"{log.name}: {fault}" for fault, well in found.items() if not well]


# -- tampering -------------------------------------------------------------------------------------


def one_card(log: Events, rng: random.Random) -> None:
    """Two cards of a round change places: every card is still there once."""
    flips = [event for event in log if event["event"] == "flip"]
    one = rng.choice(flips)
    other = rng.choice([flip for flip in flips if flip["round"] == one["round"] and flip is not one])
    one["cards"][0], other["cards"][0] = other["cards"][0], one["cards"][0]


def _other_sign(log: Events, kind: str, key: str, rng: random.Random) -> None:
    event = rng.choice([event for event in log if event["event"] == kind])
    text, place = event[key], rng.randrange(len(event[key]))
    sign = rng.choice([sign for sign in "0123456789abcdef" if sign != text[place]])
    event[key] = text[:place] + sign + text[place + 1 :]


def one_seal(log: Events, rng: random.Random) -> None:
    _other_sign(log, "seal", "seal", rng)


def one_contribution(log: Events, rng: random.Random) -> None:
    _other_sign(log, "contribution", "value", rng)


TAMPERINGS = (one_card, one_seal, one_contribution)


def believed_although_tampered(log: Path, rng: random.Random) -> list[str]:
    """Copies with one thing changed that somebody still takes for proven."""
    copy, believed = log.with_suffix(".tampered"), []
    for tamper in TAMPERINGS:
        events = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
        tamper(events, rng)
        copy.write_text("".join(json.dumps(event) + "\n" for event in events), encoding="utf-8")
        believed += [
            f"{log.name}: {prover.__name__} although {tamper.__name__} was changed"
            for prover in (proven_by_document, proven_by_terminus)
            if prover(copy)
        ]
    copy.unlink()
    return believed
