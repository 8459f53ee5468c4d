"""`terminus paper`: a PDF of any board, or one clear line and nothing written."""

from importlib import resources
from io import BytesIO
from pathlib import Path

import pdfplumber
import pytest

from terminus.cli import main
from terminus.locale.spoken import speak

TOY = str(resources.files("terminus.boards").joinpath("toy.toml"))


@pytest.mark.parametrize(
    ("words", "width", "said"),
    [
        (["london"], 210, "London: the rules on one page"),
        (["tokyo", "--paper", "letter", "--ink"], 215.9, "Tokyo: the rules on one page"),
        (["paris", "--language", "de", "--paper=a4"], 210, "Paris: die Regeln auf einer Seite"),
        ([TOY], 210, "Toy: the rules on one page"),
    ],
)
def test_a_print_is_written(tmp_path: Path, words: list[str], width: float, said: str) -> None:
    file = tmp_path / "city.PDF"
    try:
        assert main(["paper", *words, "-o", str(file)]) == 0
    finally:
        speak("en")
    page = pdfplumber.open(BytesIO(file.read_bytes())).pages[0]
    assert page.width == pytest.approx(width * 72 / 25.4, abs=0.01)
    assert said in page.extract_text()


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["london", "-o", "city.png"], "city.png: a print is written as .pdf"),
        (["london", "-o", "nowhere/city.pdf"], "nowhere/city.pdf"),
        (["atlantis", "-o", "city.pdf"], "there is no board «atlantis»"),
        (["london", "-o", "city.pdf", "--paper", "a3"], "a3"),
        (["missing.toml", "-o", "city.pdf"], "missing.toml"),
        (["london"], "--output"),
    ],
)
def test_bad_input_is_one_line_and_writes_nothing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    why: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["paper", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert why in said.err
    assert list(tmp_path.iterdir()) == []
