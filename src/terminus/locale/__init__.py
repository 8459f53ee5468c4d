"""The words that people read. A message is its English sentence with `{named}` places; catalogues hold more.

One file a language, `<language>/LC_MESSAGES/terminus.po`, serves server and page alike. A language is offered
only when its catalogue is complete: half a translation is worse than English.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

LANGUAGES = ("en", "fr")  # complete ones; tests/server/test_locale.py holds them to it
Translation = str | list[str]  # a list where the message has a plural: one form for each number class


@cache
def catalogue(language: str) -> Catalog:
    """The catalogue as it stands in the file."""
    path = resources.files(__package__).joinpath(language, "LC_MESSAGES", "terminus.po")
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


@cache
def translations(language: str) -> Mapping[str, Translation]:
    """Every translated message by its (singular) English sentence."""
    found: dict[str, Translation] = {}
    for message in catalogue(language):
        match message.id, message.string:
            case str() as one, str() as text if one and text:
                found[one] = text
            case (str() as one, *_), (str(), *_) as forms if all(forms):
                found[one] = list(forms)
    return found


def translate(language: str, message: str, values: Mapping[str, object] | None = None) -> str:
    """The sentence in this language, its places filled; in English where the catalogue has none."""
    found = translations(language).get(message, message) if language in LANGUAGES else message
    sentence = found if isinstance(found, str) else found[-1]
    return sentence.format(**(values or {}))


def best_language(accepted: str) -> str:
    """The first language of an Accept-Language header that is offered."""
    for entry in accepted.split(","):
        language = entry.split(";")[0].strip().lower().split("-")[0]
        if language in LANGUAGES:
            return language
    return LANGUAGES[0]
