"""What the engine refuses is said in the reader's language: every sentence of it, with all that it quotes."""

import pickle
from pathlib import Path

import pytest
from tests.cli.conftest import Refused

from terminus.cli import main
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


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("fly", "--language", "de"), "Unbekannter Befehl: „fly“. Verfügbare Befehle: play, "),
        (
            ("score", "y", "--bord", "x", "--language", "es"),
            "Opción desconocida: --bord. ¿Querías decir --board?",
        ),
        (("bench", "toy", "--seconds", "x", "--language", "fr"), "« x » n’est pas un nombre."),
        (
            ("bench", "toy", "--seconds", "x"),
            'Invalid value for --seconds: unable to convert "x" into float.',
        ),
        (("arena", "toy", "mcts:0", "--language", "de"), "Zahl von Simulationen zwischen 1 und"),
        (("arena", "toy", "clever", "--language", "fr"), "il n’y a pas de robot « clever »"),
        (
            ("serve", "--database", "x", "--language", "es"),
            "«x» no es una base de datos; escribe postgresql:",
        ),
    ],
)
def test_whatever_a_command_refuses_is_said_in_it(
    words: tuple[str, ...], said: str, refused: Refused
) -> None:
    assert said in refused(*words).replace("\u202f", " ")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("lines: must be a list of texts", "colour: unknown key; there are ")),
        ("fr", ("lines : doit être une liste de textes", "colour : clé inconnue ; il y a ")),
        ("es", ("lines: debe ser una lista de textos", "colour: clave desconocida; hay ")),
        ("de", ("lines: muss eine Liste von Texten sein", "colour: unbekannter Schlüssel; es gibt ")),
    ],
)
def test_a_boards_faults_are_told_in_it(
    language: str, said: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "city.toml"
    file.write_text("lines = 4\ncolour = 'red'\n")
    assert main(["board", "check", str(file), "--language", language]) == 2
    told = capsys.readouterr().err.replace("\u202f", " ")
    assert all(f"{file}: {one}" in told for one in said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_sentence_quotes_is_quoted_as_it_is(language: str, refused: Refused) -> None:
    assert "{name}.jsonl" in refused("score", "{name}.jsonl", "--language", language)


def test_a_sentence_is_sent_to_another_process_whole() -> None:
    made = Sentence("line {line}: {fault}", line=3, fault=Sentence("the game is over"))
    again = pickle.loads(pickle.dumps(made))
    assert (again, again.message, again.values) == (made, made.message, made.values)
