"""One word for one thing: translations keep to the terms of docs/glossary.md, one for each."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from terminus.locale import LANGUAGES, read
from terminus.server.rulebook.book import texts
from terminus.server.rulebook.export import translations

GLOSSARY = Path(__file__).parents[2] / "docs" / "glossary.md"
ROWS = [
    [cell.strip() for cell in line.strip("|\n ").split("|")]
    for line in GLOSSARY.read_text("utf-8").splitlines()
    if line.startswith("|") and "---" not in line
]
# Places, options, addresses, lists of what can be typed, the games’ name, and the tables of a TOML file.
UNTRANSLATED = re.compile(
    r"\{\w+\}|--\w+|\S*[=+@/:]\S+|(?:[\w+:.=]+, )+[\w+:.=]+…|Next Station|go round"
    r"|must be a table|\[\[\{key\}\]\] tables|tables and lists",
    re.IGNORECASE,
)
COLUMNS = {"fr": "French", "es": "Spanish", "de": "German"}


def folded(text: str) -> str:
    """Without accents and capitals: `secciones` has `sección` in it."""
    marks = unicodedata.normalize("NFD", text.lower())
    return "".join(sign for sign in marks if not unicodedata.combining(sign))


def pairs(language: str) -> Iterator[tuple[str, str]]:
    """English and translation of every message; of a plural the forms together."""
    for message in read(language):
        if message.id:
            texts = [message.id, message.string]
            english, said = (text if isinstance(text, str) else " / ".join(text or []) for text in texts)
            yield english, said


def pattern(words: str) -> re.Pattern[str]:
    """Any of the words in a cell: whole at its beginning, and with whatever ending its parts have."""
    ways = [r"\w*[ -]".join(map(re.escape, word.split())) for word in folded(words).split(", ")]
    return re.compile("|".join(ways))


def in_english(words: str) -> re.Pattern[str]:
    ways = "|".join(map(re.escape, words.split(", ")))
    return re.compile(rf"\b({ways})(s|es|’s|'s)?\b", re.IGNORECASE)


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_translations_keep_to_the_terms(language: str) -> None:
    column = ROWS[0].index(COLUMNS[language])
    strangers = [
        f"{english!r} has «{row[0]}», {said!r} has not «{row[column]}»"
        for row in ROWS[1:]
        for english, said in pairs(language)
        if in_english(row[0]).search(UNTRANSLATED.sub("", english))
        and not pattern(row[column]).search(folded(said))
    ]
    assert not strangers, "\n".join(strangers)


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_one_english_word_has_one_translation(language: str) -> None:
    """Whatever its kind, and whether it is a power, an effect or a hint."""
    found: dict[str, set[str]] = defaultdict(set)
    for english, said in pairs(language):
        found[english.lower()].add(said.lower())
    assert not {english: said for english, said in found.items() if len(said) > 1}


def in_english_still(said: dict[str, str]) -> list[str]:
    """Sentences that are the same in both languages; names, signs and words of two languages are none."""
    same = [english for english, text in said.items() if english == text]
    return [one for one in same if len(re.findall(r"[^\W\d_]{2,}", UNTRANSLATED.sub("", one))) > 2]


def test_a_sentence_that_stayed_english_is_found() -> None:
    assert in_english_still({"Draw a {line} to it.": "Draw a {line} to it."})
    assert not in_english_still({"Great interchanges": "Große Umsteigemöglichkeiten", "Joker": "Joker"})


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_sentence_stays_english(language: str) -> None:
    assert not in_english_still(dict(pairs(language)))
    book = translations(language)
    assert set(book) == set(texts())
    assert not in_english_still(book), "on the rules pages"
