"""python -m terminus.locale.export FOLDER: the catalogues as JSON, {message: translation}, for the page.

A message with a plural has a list of its forms, in the order of the language's number classes (in
English and French: one, more). English lists only such messages: any other is its own translation.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from . import LANGUAGES, translations


def export(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        text = json.dumps(dict(translations(language)), ensure_ascii=False, indent=1, sort_keys=True)
        path = folder / f"{language}.json"
        # Left alone where nothing changed, so that make does not build the page for nothing.
        if not path.exists() or path.read_text("utf-8") != text + "\n":
            path.write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m terminus.locale.export FOLDER")
    export(Path(sys.argv[1]))
