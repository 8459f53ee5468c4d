"""The full-screen game in a (pseudo) terminal: it starts, takes keys, keeps the log and leaves cleanly."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

from terminus.record.log import replay

COMMAND = "import sys; from terminus.cli import main; sys.exit(main())"


def type_until(terminal: int, keys: bytes, expected: bytes) -> None:
    """Type the keys again and again until something is printed."""
    seen, ends = b"", time.monotonic() + 60
    while expected not in seen:
        assert time.monotonic() < ends, f"{expected!r} never came; the last of it was {seen[-300:]!r}"
        os.write(terminal, keys)
        while select.select([terminal], [], [], 0.5)[0]:
            seen += os.read(terminal, 65536)
            if expected in seen:
                return


def test_a_turn_in_a_terminal(tmp_path: Path) -> None:
    terminal, inside = pty.openpty()
    fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    playing = subprocess.Popen(
        [sys.executable, "-c", COMMAND, "play", "paris", "--seed", "1", "--log", "game.jsonl"],
        stdin=inside,
        stdout=inside,
        stderr=inside,
        cwd=tmp_path,
        env={**os.environ, "TERM": "xterm-256color"},
    )
    os.close(inside)
    type_until(terminal, b"", b"Press Enter.")
    type_until(terminal, b" ", b"turn 2")
    type_until(terminal, b"q", b"The game is kept in game.jsonl.")
    assert playing.wait(timeout=60) == 0
    os.close(terminal)
    assert replay((tmp_path / "game.jsonl").read_bytes()).turn >= 2
