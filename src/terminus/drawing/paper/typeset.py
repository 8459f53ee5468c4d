"""python typeset.py: files as JSON on standard input, set by Typst into a PDF on standard output.

It stands alone, so that it starts quickly: `press` runs it.
"""

from __future__ import annotations

import json
import sys

import typst


def main() -> None:
    asked = json.load(sys.stdin.buffer)
    files = {name: text.encode() for name, text in asked["files"].items()}
    made = typst.compile(files, font_paths=[asked["fonts"]], ignore_system_fonts=asked["known"])
    sys.stdout.buffer.write(made)


if __name__ == "__main__":
    main()
