"""The README's example is run as it stands there."""

import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_the_example_plays_a_game_and_prints_its_score() -> None:
    section = README.read_text("utf-8").partition("## As a library")[2]
    found = re.search(r"```python\n(.*?)```", section, re.DOTALL)
    assert found is not None
    done = subprocess.run([sys.executable, "-c", found[1]], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    rules = [line.split()[0] for line in done.stdout.splitlines()]
    assert rules.count("route") == 4
    assert rules.count("objectives") == 2


def test_the_public_names_are_there() -> None:
    import terminus

    assert all(hasattr(terminus, name) for name in terminus.__all__)
