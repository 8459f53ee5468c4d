"""What the benchmarks share: the machine they ran on, the games of a city, and their places in RESULTS.md."""

from __future__ import annotations

import platform
import re
from pathlib import Path

from terminus.rules.mechanics import MODULES

RESULTS = Path(__file__).with_name("RESULTS.md")
# The base game, and the game with each module.
MODULE_SETS: tuple[tuple[str, ...], ...] = ((), *((module,) for module in MODULES))


def machine() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    names = re.findall(r"model name\s*: (.*)", cpuinfo.read_text()) if cpuinfo.exists() else []
    name = names[0] if names else platform.processor()
    return f"{name}, {platform.system()}, Python {platform.python_version()}"


def write_section(new: str) -> None:
    """Puts a section into RESULTS.md, in the place of the one with its heading if there is one."""
    text = RESULTS.read_text("utf-8") if RESULTS.exists() else "# Results\n"
    RESULTS.write_text(replace_section(text, new), encoding="utf-8")


def replace_section(text: str, new: str) -> str:
    """The document with its section of that heading replaced, or with a new one at its end."""
    heading = new.splitlines()[0]
    before, found, rest = f"\n{text}".partition(f"\n{heading}\n")
    _, next_heading, after = rest.partition("\n## ")
    parts = [before.strip("\n"), new.strip("\n"), f"## {after}".strip("\n") if found and next_heading else ""]
    return "\n\n".join(part for part in parts if part) + "\n"
