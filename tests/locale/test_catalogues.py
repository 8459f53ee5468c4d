"""Every sentence that people read is in the catalogues, and whole."""

import json
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Message
from tools.catalogues import all_said, said_by_the_boards, said_by_the_page, said_in_python, speakers
from tools.page_parts import first_files

from terminus.locale import LANGUAGES, best_language, read, translate
from terminus.locale.export import export, messages

TRANSLATED = LANGUAGES[1:]


def places(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def known(language: str) -> set[tuple[str | None, object]]:
    """Every message with its context; a plural with both of its English forms."""
    return {(message.context, message.id) for message in read(language) if message.id}


def test_the_sentences_are_found() -> None:
    python, page = set(said_in_python()), set(said_by_the_page())
    assert (None, "There is no city {board}.") in python
    assert (None, "The server does not understand this request.") in python
    assert (None, "Which way?") in page
    assert (None, ("{count} {suit} card to go", "{count} {suit} cards to go")) in page
    assert {(None, "London"), (None, "Thames")} < set(said_by_the_boards())


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_is_translated_in_its_context(language: str) -> None:
    missing = sorted(all_said() - known(language), key=str)
    assert not missing, f"{language} lacks {len(missing)} messages (make catalogues adds them): {missing}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_translation_is_of_something_nobody_says(language: str) -> None:
    unused = sorted(known(language) - all_said(), key=str)
    assert not unused, f"nobody says (make catalogues drops them): {unused}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_page_gets_every_sentence_that_it_may_show(language: str) -> None:
    first, later = messages(language), messages(language, later=True)
    by = {
        who: {said if isinstance(said, str) else said[0] for _, said in found}
        for who, found in speakers().items()
    }
    assert by["page"] | by["server"] <= first.keys(), "make catalogues notes who says what"
    assert by["later"] <= first.keys() | later.keys()
    assert not first.keys() & later.keys()
    assert len(later) > 50, "the first view has only what it may need"
    assert "Press Enter." not in first.keys() | later.keys()


def test_what_comes_later_is_told_from_the_pages_own_imports() -> None:
    first = {path.name for path in first_files()}
    assert {"main.ts", "App.svelte", "TablePage.svelte", "Home.svelte", "i18n.svelte.ts"} <= first
    assert not {"Learn.svelte", "RulesPage.svelte", "Coach.svelte"} & first


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_keep_the_places_and_are_complete(language: str) -> None:
    for message in read(language):
        if message.id:
            _check(message)


def _check(message: Message) -> None:
    ids = [message.id] if isinstance(message.id, str) else list(message.id)
    strings = [message.string] if isinstance(message.string, str) else list(message.string or [])
    assert all(strings), f"{ids[0]} is not translated"
    wanted = set().union(*map(places, ids))
    for string in strings:
        assert places(str(string)) <= wanted, f"{ids[0]}: other places in the translation"
    assert wanted <= set().union(*(places(str(string)) for string in strings)), ids[0]
    assert not message.fuzzy, f"{ids[0]} is a guess"


def test_a_message_comes_in_the_readers_language_or_in_english() -> None:
    message, values = "There is no city {board}.", {"board": "atlantis"}
    assert translate("fr", message, values) == "Il n’y a pas de ville atlantis."
    assert translate("en", message, values) == "There is no city atlantis."
    assert translate("xx", message, values) == "There is no city atlantis."


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("fr-CA,fr;q=0.9,en;q=0.8", "fr"),
        ("nl, en;q=0.5", "en"),
        ("en;q=0.3, xx, de-AT;q=0.7, es;q=0.7", "de"),
        ("de;q=0, es;q=0.1", "es"),
        ("es;q=oops, *", "en"),
        ("", "en"),
    ],
)
def test_the_browsers_languages_are_heard(accepted: str, language: str) -> None:
    assert best_language(accepted) == language


def test_the_page_gets_the_catalogues_as_json(tmp_path: Path) -> None:
    export(tmp_path)
    for folder in (tmp_path, tmp_path / "later"):
        assert {path.name for path in folder.glob("*.*")} == {f"{language}.json" for language in LANGUAGES}
    written = (tmp_path / "fr.json").stat().st_mtime_ns
    french = json.loads((tmp_path / "fr.json").read_text("utf-8"))
    assert french["messages"]["There is no city {board}."] == "Il n’y a pas de ville {board}."
    assert french["vocabulary"]["power"]["switch"]["name"] == "Aiguillage"
    export(tmp_path)
    assert (tmp_path / "fr.json").stat().st_mtime_ns == written, "what has not changed is left alone"


def test_english_needs_no_catalogue_but_has_its_words(tmp_path: Path) -> None:
    export(tmp_path)
    english = json.loads((tmp_path / "en.json").read_text("utf-8"))
    assert english["messages"] == {}
    assert english["vocabulary"]["face"]["switch"] == "switch"
