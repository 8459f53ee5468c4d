"""The command line in the language that is told or that the environment asks for; machines read none."""

import json
from pathlib import Path

import pytest

from terminus.cli import COMMANDS, main
from terminus.locale.spoken import preferred

from .conftest import SAMPLES, Refused, Run

LOG = str(SAMPLES / "london.jsonl")


@pytest.mark.parametrize(
    "words",
    [("--language", "fr", "score", LOG), ("score", LOG, "--language=fr"), ("score", "--language", "fr", LOG)],
    ids=str,
)
def test_it_is_told_anywhere(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 0
    assert "Sites touristiques" in capsys.readouterr().out
    assert main(["score", LOG]) == 0, "the next command speaks for itself"
    assert "Tourist sites" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"TERMINUS_LANGUAGE": "fr", "LANG": "en_GB.UTF-8"}, "fr"),
        ({"LC_ALL": "fr_CA.UTF-8", "LANG": "en_US"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LC_ALL": "", "LANG": "fr_FR"}, "fr"),
        ({"LC_ALL": "C.UTF-8", "LANG": "fr_FR"}, "en"),
        ({"LANG": "nl_NL"}, "en"),
        ({"TERMINUS_LANGUAGE": "xx", "LANG": "de_AT.UTF-8"}, "de"),
        ({"TERMINUS_LANGUAGE": "es-MX"}, "es"),
        ({"LANG": "de@euro"}, "de"),
        ({}, "en"),
    ],
)
def test_else_the_environment_asks(environment: dict[str, str], language: str) -> None:
    assert preferred(environment) == language


def test_the_environment_is_asked(monkeypatch: pytest.MonkeyPatch, refused: Refused) -> None:
    monkeypatch.setenv("TERMINUS_LANGUAGE", "fr")
    assert refused("play", "--board", "x", "--plain") == (
        "--board va avec --resume ; nommez le plateau ou son fichier lui-même"
    )


@pytest.mark.parametrize("words", [("--language", "xx"), ("--language=",), ("score", LOG, "--language")])
def test_an_unknown_language_is_refused(words: tuple[str, ...], refused: Refused) -> None:
    assert refused(*words).endswith("there are en, fr, es, de")


@pytest.mark.parametrize(
    "words", [("score", LOG, "--json"), ("perft", "london", "green", "circle", "square")]
)
def test_what_machines_read_is_the_same(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    main(words)
    english = capsys.readouterr().out
    main([*words, "--language", "fr"])
    assert capsys.readouterr().out == english
    assert json.loads(english)


def test_a_word_after_two_dashes_is_no_option(refused: Refused) -> None:
    assert "--language" in refused("score", "--", "--language")


@pytest.mark.parametrize("command", [(), *((name,) for name in COMMANDS)])
def test_help_is_translated(command: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command, "--help", "--language", "fr"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("Usage\u202f: terminus")
    assert "Commands" not in shown
    assert "Display" not in shown


def test_a_whole_game_in_french(run: Run, tmp_path: Path) -> None:
    """Its commands are typed in French or as they are called in English."""
    typed = b"aide\nhelp\n?\nplan\nannuler\n" + b"1\n" * 400
    words = ("play", "paris", "--modules", "objectives", "powers", "--seed", "2", "--log", "game.jsonl")
    done = run(*words, "--plain", "--language", "fr", given=typed)
    assert (done.returncode, done.stderr) == (0, b"")
    said = done.stdout.decode()
    assert said.count("reprendre la dernière étape de ce tour") == 3
    assert "Dernier tour de cette manche." in said
    assert "La partie est terminée." in said
    english = run(*words[:-1], "other.jsonl", "--plain", given=typed)
    assert english.returncode == 0
    ours, theirs = ((tmp_path / name).read_text("utf-8") for name in ("game.jsonl", "other.jsonl"))
    assert ours.replace('"Vous"', '"You"') == theirs
