"""Running the command as its user does: in a process of its own, or through `main`."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from terminus.cli import main

SAMPLES = Path(__file__).parents[1] / "golden" / "samples"
Run = Callable[..., subprocess.CompletedProcess[bytes]]
Refused = Callable[..., str]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """`terminus …` in an empty folder; text for standard input may be given."""

    def run_it(*words: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        command = [
            sys.executable,
            "-c",
            "import sys; from terminus.cli import main; sys.exit(main())",
            *words,
        ]
        return subprocess.run(command, input=given, capture_output=True, cwd=tmp_path, timeout=120)

    return run_it


@pytest.fixture
def refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Refused:
    """The sentence with which a command is refused: on standard error, alone, and nothing written."""
    monkeypatch.chdir(tmp_path)

    def refusal(*words: str) -> str:
        before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
        assert main(words) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert printed.err.startswith("terminus: ")
        assert printed.err.count("\n") == 1
        assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
        return printed.err.removeprefix("terminus: ").strip()

    return refusal
