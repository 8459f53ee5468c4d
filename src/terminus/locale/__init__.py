"""The words that people read. A message is its English sentence with `{named}` places; catalogues hold more.

One file a language, `<language>/LC_MESSAGES/terminus.po`, serves server, page, terminal and command line
alike. A language is offered only when its catalogue is complete: half a translation is worse than English.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # Babel reads the files; whoever speaks English does without it
    from babel.messages.catalog import Catalog

ENGLISH = "en"
LANGUAGES = (ENGLISH, "fr", "es", "de")  # complete ones; tests/locale holds them to it


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """The messages of a language; English needs no file, and an unknown language is English."""
    if language == ENGLISH or language not in LANGUAGES:
        return gettext.NullTranslations()
    return compiled(read(language))


def read(language: str) -> Catalog:
    """A catalogue as it stands in its file."""
    from babel.messages.pofile import read_po

    path = resources.files(__package__).joinpath(language, "LC_MESSAGES", "terminus.po")
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def compiled(catalogue: Catalog) -> gettext.NullTranslations:
    """Its messages as `gettext` knows them, by context and with the plural forms of their language."""
    from babel.messages.mofile import write_mo

    file = BytesIO()
    write_mo(file, catalogue)
    file.seek(0)
    return gettext.GNUTranslations(file)


def translate(language: str, message: str, values: Mapping[str, object] | None = None) -> str:
    """The sentence in this language, its places filled; in English where the catalogue has none."""
    return catalogue(language).gettext(message).format_map(values or {})


def best_language(accepted: str) -> str:
    """The language of an Accept-Language header that is offered and most wanted; English where none is."""
    entries = [entry.split(";") for entry in accepted.split(",")]
    wanted = [(_quality(parameters), offered(tag)) for tag, *parameters in entries]
    able = [(quality, language) for quality, language in wanted if language and quality > 0]
    return max(able, key=lambda one: one[0], default=(1, ENGLISH))[1]


def _quality(parameters: list[str]) -> float:
    """How much a language is wanted (`q=0.8`); what cannot be read is not wanted."""
    given = [value for name, _, value in (one.strip().partition("=") for one in parameters) if name == "q"]
    try:
        return float(given[0]) if given else 1.0
    except ValueError:
        return 0.0


def offered(tag: str) -> str | None:
    """The language of a tag, if there is a catalogue for it: `de-AT` and `de_AT.UTF-8` are German."""
    language = re.split(r"[-_.@]", tag.strip().lower())[0]
    return language if language in LANGUAGES else None


def msg(message: str) -> str:
    """Marks a sentence that is translated later, where it is shown."""
    return message
