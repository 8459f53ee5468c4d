"""What every trial has: its progress on one line, an outcome, and a paragraph in bench/RESULTS.md."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from datetime import UTC, datetime

from ..results import RESULTS, machine, replace_section

HEADING = "## Trials"


def progress(text: str) -> None:
    """On one line, which the next one replaces; on its own where nobody looks at it."""
    print(f"\r\x1b[K{text}" if sys.stderr.isatty() else text, end="", file=sys.stderr, flush=True)
    if not sys.stderr.isatty():
        print(file=sys.stderr)


def at_once(fault: str) -> None:
    """A fault, on lines of its own: whoever ends a trial before its end has seen it."""
    print(f"\nFAULT {datetime.now(tz=UTC):%H:%M:%S} {fault}", file=sys.stderr, flush=True)


def ended(name: str, command: str, figures: str, faults: Sequence[str], results: bool) -> int:
    """Say how it went, keep it if it is to be kept; the exit code."""
    verdict = "nothing was wrong" if not faults else f"{len(faults)} FAULTS"
    print(f"\n{name}: {figures}; {verdict}")
    for fault in faults[:20]:
        print(f"  {fault}")
    if results:
        keep(name, command, f"{figures}; {verdict}.")
    return 1 if faults else 0


def keep(name: str, command: str, text: str) -> None:
    """In the place of what the same trial said before."""
    load = f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    when = f"{datetime.now(tz=UTC):%Y-%m-%d %H:%M} UTC, {machine()}, {load}"
    paragraph = f"**{name}** ({when}; `{command}`): {text}"
    old = RESULTS.read_text("utf-8")
    _, found, rest = old.partition(f"{HEADING}\n\n")
    body = rest.partition("\n## ")[0] if found else ""
    others = [kept for kept in body.strip().split("\n\n") if kept and not kept.startswith(f"**{name}**")]
    section = "\n\n".join([HEADING, *sorted([*others, paragraph])])
    RESULTS.write_text(replace_section(old, section), encoding="utf-8")
