"""`terminus perft`: just the number, for what the issue publishes; bad words refused."""

import pytest

from terminus.cli import main

from .conftest import Refused

COUNTS = {
    "london green circle square triangle pentagon": 238,
    "london blue triangle circle square switch+joker": 1163,
    "tokyo brown joker joker": 35,
    "paris orange joker joker": 134,
    "london purple circle square switch+triangle pentagon --sheets": 282,
    "london purple circle square switch+triangle pentagon --sheets --special square:extension": 455,
    "tokyo purple circle square switch+triangle pentagon --sheets --power joker": 229,
    "tokyo purple joker circle joker square --sheets "
    "--gates a0=switch,j0=double-visit,a9=double-district,j9=double-station": 545,
}


@pytest.mark.parametrize("words", COUNTS)
def test_published_counts(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", *words.split()]) == 0
    assert capsys.readouterr().out == f"{COUNTS[words]}\n"


REFUSED = {
    "atlantis green circle": "there is no board «atlantis»",
    "london mauve circle": "london has no line «mauve»",
    "london green star": "there is no turn «star»",
    "london green switch+switch": "there is no turn «switch+switch»",
    "london green circle --power rocket": "there is no power «rocket»",
    "london green circle --special circle": "write it as SYMBOL:EFFECT",
    "london green circle --special star:joker": "there is no symbol «star»",
    "london green circle --special circle:rocket": "there is no effect «rocket»",
    "london green circle --gates b1=switch": "there is no corner «b1»",
    "london green circle --gates a0=rocket": "there is no gate bonus «rocket»",
    "london green circle --gates a0=switch,a0=switch": "the gate a0 is given twice",
    "london green circle --power joker --gates a0=switch": "powers and gates exclude each other",
    "london": "LINE",
    "london green circle --fast": "--fast",
}


@pytest.mark.parametrize("words", REFUSED)
def test_bad_words_are_refused(words: str, refused: Refused) -> None:
    assert REFUSED[words] in refused("perft", *words.split())
