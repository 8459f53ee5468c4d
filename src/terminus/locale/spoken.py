"""The language of one reader, for programs that have but one: the terminal and the command line.

`t` and `tn` say a sentence, `word` and `about` what a thing is called, all with their places filled, as the
functions of the same names do on the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from gettext import NullTranslations

from . import ENGLISH, catalogue, offered, vocabulary

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # of the system's the first that is set decides
_language = ContextVar("language", default=ENGLISH)


def speak(language: str) -> None:
    """From now on, here and in whatever is started from here."""
    _language.set(language)


def spoken() -> str:
    """The language that is spoken here."""
    return _language.get()


def preferred(environment: Mapping[str, str]) -> str:
    """What TERMINUS_LANGUAGE asks for, else the system's language; what is not offered is passed over."""
    system = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    return offered(environment.get("TERMINUS_LANGUAGE", "")) or offered(system) or ENGLISH


def t(message: str, /, **values: object) -> str:
    text = _messages().gettext(message)
    return text.format_map(values) if values else text  # braces in the text of a board are its own


def tn(one: str, more: str, count: int, /, **values: object) -> str:
    """The form that fits `count`, which also fills {count}."""
    return _messages().ngettext(one, more, count).format_map({"count": count, **values})


def word(kind: str, identifier: str, /, **values: object) -> str:
    return vocabulary.word(_messages(), kind, identifier, values)


def about(kind: str, identifier: str, /, **values: object) -> str:
    return vocabulary.about(_messages(), kind, identifier, values)


def objective(name: str, figures: Mapping[str, object]) -> str:
    """What an objective of a board asks for: its predicate's words, by the tag that it asks for if it asks
    for one, with its figures."""
    ids = (f"{figures['predicate']}/{figures.get('tag')}", str(figures["predicate"]))
    known = next((one for one in ids if one in vocabulary.vocabulary()["objective"]), name)
    tag = {"tag": word("tag", str(figures["tag"]))} if "tag" in figures else {}
    return word("objective", known, **{**figures, **tag})


def _messages() -> NullTranslations:
    return catalogue(_language.get())
