"""Every sentence that people read is in the catalogues, and whole."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Message

from terminus import server
from terminus.bots import LEVELS
from terminus.locale import LANGUAGES, best_language, catalogue, translate, translations
from terminus.locale.export import export
from terminus.server.errors import FAULT
from terminus.server.shown.levels import LABELS, levels
from terminus.server.table.lobby import MODULE_FAULTS

ROOT = Path(__file__).parents[2]
SERVER = Path(str(server.__file__)).parent
# t('…'), msg('…') and tn('one', 'more', …) with any quotes; only the first sentence is a key.
CALL = re.compile(r"""(?<![\w.])(?:t|tn|msg)\(\s*(['"`])((?:\\.|(?!\1).)*)\1""", re.DOTALL)


def said_by_the_server() -> Iterator[str]:
    """The sentences of `Refused(…)` and `translate(…)`, and those that have a name."""
    for path in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name("Refused"), args=[ast.Constant(str() as text), *_]):
                    yield text
                case ast.Call(func=ast.Name("translate"), args=[_, ast.Constant(str() as text), *_]):
                    yield text
    yield FAULT
    yield from MODULE_FAULTS.values()
    yield from LABELS.values()


def said_by_the_page() -> Iterator[str]:
    for path in (ROOT / "web" / "src").rglob("*"):
        if path.suffix in (".svelte", ".ts"):
            for match in CALL.finditer(path.read_text("utf-8")):
                yield re.sub(r"\\(.)", r"\1", match[2])


def places(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def test_the_sentences_are_found() -> None:
    assert len(set(said_by_the_server())) > 30
    assert {level.id for level in levels()} == set(LEVELS)


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_sentence_is_translated(language: str) -> None:
    known = translations(language)
    missing = sorted({*said_by_the_server(), *said_by_the_page()} - known.keys())
    assert not missing, f"{language} lacks {len(missing)} sentences: {missing}"


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_translation_is_of_something_nobody_says(language: str) -> None:
    unused = sorted(translations(language).keys() - {*said_by_the_server(), *said_by_the_page()})
    assert not unused


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_the_places_and_are_complete(language: str) -> None:
    for message in catalogue(language):
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
    message, values = "There is no table with the code {code}.", {"code": "BCDFGH"}
    assert translate("fr", message, values) == "Aucune table ne porte le code BCDFGH."
    assert translate("en", message, values) == "There is no table with the code BCDFGH."
    assert translate("xx", message, values) == "There is no table with the code BCDFGH."


@pytest.mark.parametrize(
    ("accepted", "language"), [("fr-CA,fr;q=0.9,en;q=0.8", "fr"), ("nl, en;q=0.5", "en"), ("", "en")]
)
def test_the_browsers_languages_are_heard(accepted: str, language: str) -> None:
    assert best_language(accepted) == language


def test_the_page_gets_the_catalogues_as_json(tmp_path: Path) -> None:
    export(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {f"{language}.json" for language in LANGUAGES}
    written = (tmp_path / "fr.json").stat().st_mtime_ns
    assert "Aucune table ne porte le code {code}." in (tmp_path / "fr.json").read_text("utf-8")
    export(tmp_path)
    assert (tmp_path / "fr.json").stat().st_mtime_ns == written, "what has not changed is left alone"
