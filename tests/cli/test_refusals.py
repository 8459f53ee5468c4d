"""What the engine refuses is said in the reader's language: every sentence of it, with all that it quotes."""

import pickle
from pathlib import Path

import pytest
from tests.cli.conftest import Refused

from terminus.cli.files import table_in
from terminus.locale import LANGUAGES, read
from terminus.record.files import BadFile
from terminus.rules.errors import Sentence

LOGS = sorted((Path(__file__).parents[1] / "golden" / "refused").glob("*.jsonl"))


def sentences(text: object) -> list[str]:
    """The message of a sentence, and of those in its places."""
    if not isinstance(text, Sentence):
        return []
    return [text.message, *(message for value in text.values.values() for message in sentences(value))]


def test_every_refused_log_is_refused_in_sentences_of_the_catalogues() -> None:
    known = {message.id for message in read("de")}
    for log in LOGS:
        with pytest.raises(BadFile) as refused:
            table_in(str(log))
        said = sentences(refused.value.sentence)
        found = "there is no board «" not in str(refused.value)  # that the command line says itself
        assert len(said) > 2 or not found, f"{log.name}: {refused.value}"
        assert set(said) <= known


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "line 3: seat 0 cannot do"),
        ("fr", "ligne 3\u202f: la place 0 ne peut pas faire"),
        ("es", "línea 3: el asiento 0 no puede hacer"),
        ("de", "Zeile 3: Platz 0 kann"),
    ],
)
def test_a_refusal_speaks_the_readers_language(language: str, said: str, refused: Refused) -> None:
    log = next(log for log in LOGS if log.stem == "notation-skip-on-a-card")
    told = refused("score", str(log), "--language", language)
    assert said in told
    assert "(R7.6)" in told
    assert ("there is no bonus to skip" in told) == (language == "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_sentence_quotes_is_quoted_as_it_is(language: str, refused: Refused) -> None:
    assert "{name}.jsonl" in refused("score", "{name}.jsonl", "--language", language)


def test_a_sentence_is_sent_to_another_process_whole() -> None:
    made = Sentence("line {line}: {fault}", line=3, fault=Sentence("the game is over"))
    again = pickle.loads(pickle.dumps(made))
    assert (again, again.message, again.values) == (made, made.message, made.values)
