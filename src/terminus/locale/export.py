"""python -m terminus.locale.export FOLDER: what the page says, one JSON file a language.

`messages` has the sentences by their English, `vocabulary` the names of things by kind and id. Where a
number decides there is a form for each plural category of the language (one, few, many, other), as
`Intl.PluralRules` calls them. English has no messages: each is its own translation. What only those parts of
the page say that are loaded later stands in files of their own, in the folder `later`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from gettext import NullTranslations
from pathlib import Path
from typing import Any

from babel import Locale

from . import ENGLISH, LANGUAGES, catalogue, read
from .vocabulary import Entry, vocabulary

NUMBERS = (*range(200), 1_000_000)  # every category that a whole number can have is among them
FIRST = {"page", "server"}  # whose sentences the page may show; what nobody is noted for it may, too
LATER = {"later"}  # whose sentences come with parts of the page that do
TYPED = "command"  # the kind of words that only a terminal knows
Forms = dict[str, str]  # by plural category


def numbers(language: str) -> Mapping[str, int]:
    """The plural categories of a language, each with a number that has it."""
    category = Locale.parse(language).plural_form
    return {category(number): number for number in reversed(NUMBERS)}


def messages(language: str, later: bool = False) -> dict[str, str | Forms]:
    """The sentences that stand for themselves, by their (singular) English; or those that come later."""
    found: dict[str, str | Forms] = {}
    known = catalogue(language)
    for message in () if language == ENGLISH else read(language):
        speakers = {who for who, _ in message.locations}
        wanted = speakers & LATER and not speakers & FIRST if later else not speakers or speakers & FIRST
        if not wanted:
            continue
        match message.id:
            case str() as text if text and not message.context:
                found[text] = known.gettext(text)
            case (str() as one, str() as more) if not message.context:
                shown = numbers(language).items()
                found[one] = {category: known.ngettext(one, more, number) for category, number in shown}
    return found


def words(language: str, known: NullTranslations) -> dict[str, dict[str, str | Forms]]:
    """The vocabulary in a language; the English figure that decides between forms stays beside them."""

    def said(kind: str, entry: Entry) -> str | Forms:
        match entry:
            case str():
                return known.pgettext(kind, entry)
            case {"by": by, "one": one, "more": more}:
                shown = numbers(language).items()
                return {"by": by} | {c: known.npgettext(kind, one, more, number) for c, number in shown}
            case _:
                return {part: known.pgettext(kind, text) for part, text in entry.items()}

    shown = ((kind, ids) for kind, ids in vocabulary().items() if kind != TYPED)
    return {kind: {i: said(kind, entry) for i, entry in ids.items()} for kind, ids in shown}


def export(folder: Path) -> None:
    (folder / "later").mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        known = words(language, catalogue(language))
        _write(folder / f"{language}.json", {"messages": messages(language), "vocabulary": known})
        _write(folder / "later" / f"{language}.json", messages(language, later=True))


def _write(path: Path, said: Any) -> None:
    """It is left alone where nothing changed, so that make does not build the page for nothing."""
    text = json.dumps(said, ensure_ascii=False, indent=1) + "\n"
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m terminus.locale.export FOLDER")
    export(Path(sys.argv[1]))
