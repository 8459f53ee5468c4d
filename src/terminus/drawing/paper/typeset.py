"""python typeset.py: files as JSON on standard input, set by Typst into a PDF on standard output.

It stands alone, so that it starts quickly: `press` runs it.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from typing import Any

import typst


def main() -> None:
    asked = json.load(sys.stdin.buffer)
    files: Any = {name: text.encode() for name, text in asked["files"].items()}
    # A folder of these fonts alone: of two files of one face Typst takes the one that the disk lists first.
    with tempfile.TemporaryDirectory() as folder:
        for font in asked["fonts"]:
            shutil.copy(font, folder)
        made = typst.compile(files, font_paths=[folder], ignore_system_fonts=asked["known"])
    sys.stdout.buffer.write(made)


if __name__ == "__main__":
    main()
