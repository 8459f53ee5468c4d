"""What things are called, by kind and id: `vocabulary.toml`, in the reader's language.

An id without an entry, as a board of one's own may have, is shown as it is, with spaces for dashes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from gettext import NullTranslations
from importlib import resources

Entry = str | Mapping[str, str]  # a text; {name, about}; or {by, one, more}
Vocabulary = Mapping[str, Mapping[str, Entry]]


@cache
def vocabulary() -> Vocabulary:
    """The English words."""
    found: Vocabulary = tomllib.loads(
        resources.files(__package__).joinpath("vocabulary.toml").read_text("utf-8")
    )
    return found


def word(messages: NullTranslations, kind: str, identifier: str, values: Mapping[str, object]) -> str:
    """The name of something, the places filled with figures."""
    match vocabulary()[kind].get(identifier):
        case None:
            return readable(identifier)
        case str(text) | {"name": text}:
            return messages.pgettext(kind, text).format_map(values)
        case entry:
            count = values[entry["by"]]
            assert isinstance(count, int)
            return messages.npgettext(kind, entry["one"], entry["more"], count).format_map(values)


def about(messages: NullTranslations, kind: str, identifier: str, values: Mapping[str, object]) -> str:
    """The sentence about something; empty where there is none."""
    match vocabulary()[kind].get(identifier):
        case {"about": text}:
            return messages.pgettext(kind, text).format_map(values)
        case _:
            return ""


def readable(identifier: str) -> str:
    """An id as words: `all-districts` is `all districts`."""
    return identifier.replace("-", " ")
