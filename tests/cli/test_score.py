"""`terminus score`: the fixed format, the pad, and every bad log refused in one sentence."""

import json
from importlib import resources
from pathlib import Path

import pytest

from terminus.cli import main
from terminus.locale import LANGUAGES
from terminus.terminal.look import visible

from .conftest import SAMPLES, Refused, Run

LOGS = sorted(SAMPLES.glob("*.jsonl"))


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_json_is_the_score_file(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", str(log), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["seats"] == json.loads(log.with_suffix(".score.json").read_text())["seats"]
    assert ("solo" in printed) == (len(printed["seats"]) == 1)
    assert printed["winners"]


def test_the_pad_shows_lines_extras_and_winner(capsys: pytest.CaptureFixture[str]) -> None:
    main(["score", str(SAMPLES / "london.jsonl")])
    pad = capsys.readouterr().out
    assert "6 × 4 + 8 = 32" in pad
    assert "Tourist sites" in pad
    assert "seat 0 wins." in pad


def test_a_solo_pad_has_the_rating_and_a_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    main(["score", str(SAMPLES / "tokyo-powers.jsonl")])
    assert "70 - 10 for modules = 60, rating 1 of 6." in capsys.readouterr().out


def test_standard_input(run: Run) -> None:
    done = run("score", "-", "--json", given=(SAMPLES / "paris.jsonl").read_bytes())
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["winners"] == [1]


def test_a_log_may_stop_after_any_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = (SAMPLES / "london.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "part.jsonl").write_text("".join(lines[:20]))
    assert main(["score", str(tmp_path / "part.jsonl"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["winners"] is None


START = '{"event":"start","format":"terminus/1","board":"london","seats":["A"],"pencils":[%s]}\n'
PENCILS = '["green","pink","blue","purple"]'
FLIP = '{"event":"flip","round":1,"turn":1,"cards":["street/circle"]}\n'
TURN = '{"event":"turn","round":1,"turn":1,"seat":0,"do":["%s"]}\n'

BAD_LOGS = {
    "half a line": (START % PENCILS + FLIP[:20], "line 2: this is no JSON"),
    "an unknown board": ((START % PENCILS).replace("london", "atlantis"), "there is no board «atlantis»"),
    "an unknown module": (
        (START % PENCILS).replace('"seats"', '"modules":["trams"],"seats"'),
        "there is no module «trams»",
    ),
    "exclusive modules": (
        (START % PENCILS).replace('"seats"', '"modules":["powers","gates"],"seats"'),
        "powers and gates exclude each other",
    ),
    "five players": (
        (START % ",".join([PENCILS] * 5)).replace('["A"]', '["A","B","C","D","E"]'),
        "one to four can play, not 5",
    ),
    "an unknown card": (START % PENCILS + FLIP.replace("circle", "star"), "there is no card «street/star»"),
    "an unknown cell": (START % PENCILS + FLIP + TURN % "d2-z9", "there is no station at «z9»"),
    "an unknown action": (START % PENCILS + FLIP + TURN % "jump", "«jump» is no action"),
    "an unknown seat": (START % PENCILS + FLIP + TURN.replace('"seat":0', '"seat":3'), "there is no seat 3"),
    "an illegal section": (START % PENCILS + FLIP + TURN % "d2-d1", "does not show the revealed symbol"),
    "nothing at all": ("", "no start event"),
}


@pytest.mark.parametrize("case", BAD_LOGS)
def test_bad_logs_are_refused(case: str, tmp_path: Path, refused: Refused) -> None:
    text, sentence = BAD_LOGS[case]
    (tmp_path / "bad.jsonl").write_text(text)
    assert sentence in refused("score", "bad.jsonl")


STEERING = "\\u001b[31mBo\\u009b2J\\u007f\\ud800"


@pytest.mark.parametrize("command", ["score", "show"])
def test_a_name_cannot_steer_the_terminal(command: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "odd.jsonl").write_text((START % PENCILS).replace('"A"', f'"{STEERING}"'))
    done = run(command, "odd.jsonl")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "?[31mBo?2J??" in done.stdout.decode()


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada\u202egnp.exe", "Ada?gnp.exe"),
        ("\u2066Bo\u2069", "?Bo?"),
        ("Zo\u00ade\ufeff", "Zo?e?"),
        ("\u200d\u200dEve\u200d", "??Eve?"),
        ("👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"),
        ("❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"),
        ("می\u200cخواهم", "می\u200cخواهم"),
    ],
)
def test_what_cannot_be_seen_in_a_name_is_shown(name: str, shown: str) -> None:
    """Whatever turns the writing round or hides in it; joiners between two characters are writing."""
    assert visible(name) == shown


def test_formulas_of_four_seats_fit_eighty_columns(run: Run) -> None:
    log = SAMPLES.parent / "london-4p-1.jsonl"
    for language in LANGUAGES:
        pad = run("score", str(log), "--language", language).stdout.decode()
        assert max(map(len, pad.splitlines())) <= 80
        assert "│ 4×5+4=24 │" in pad


def test_a_refusal_cannot_steer_the_terminal_and_stays_short(tmp_path: Path, refused: Refused) -> None:
    (tmp_path / "odd.jsonl").write_text(START % PENCILS + FLIP + TURN % (STEERING + "x" * 100_000))
    sentence = refused("score", "odd.jsonl")
    assert sentence.isprintable()
    assert sentence.startswith("odd.jsonl, line 3: ")
    assert len(sentence) < 1000


def test_a_board_name_that_no_file_can_have(tmp_path: Path, refused: Refused) -> None:
    (tmp_path / "odd.jsonl").write_text((START % PENCILS).replace("london", "x" * 300))
    assert "odd.jsonl, line 1: there is no board" in refused("score", "odd.jsonl")


def test_what_is_no_log_is_refused(tmp_path: Path, refused: Refused) -> None:
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff\xfe\x00")
    (tmp_path / "folder").mkdir()
    assert "is not text" in refused("score", "picture")
    assert refused("score", "folder") == "folder is a directory, not a file"
    assert refused("score", "nowhere.jsonl") == "there is no file nowhere.jsonl"


def test_a_hand_edited_score_is_refused(tmp_path: Path, refused: Refused) -> None:
    scores = json.loads((SAMPLES / "london.score.json").read_text())["seats"]
    scores[0]["total"] += 100
    end = json.dumps({"event": "end", "scores": scores})
    (tmp_path / "edited.jsonl").write_text((SAMPLES / "london.jsonl").read_text() + end)
    assert "the scores of the end event are not the ones" in refused("score", "edited.jsonl")


def test_a_file_without_permission_is_refused(
    tmp_path: Path, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "secret.jsonl").touch()
    path_open = Path.open

    def forbidden(path: Path, mode: str) -> object:
        if path.name == "secret.jsonl" and path.parent == Path():
            raise PermissionError(13, "Permission denied")
        return path_open(path, mode)

    monkeypatch.setattr(Path, "open", forbidden)
    assert refused("score", "secret.jsonl") == "secret.jsonl cannot be read: Permission denied"


def test_a_board_beside_the_log_or_told(
    tmp_path: Path, refused: Refused, capsys: pytest.CaptureFixture[str]
) -> None:
    toy = resources.files("terminus.boards").joinpath("toy.toml").read_text("utf-8")
    pencils = '["red","gold","teal","grey"]'
    (tmp_path / "game.jsonl").write_text((START % pencils).replace("london", "mine"))
    assert "put mine.toml beside the log or name it with --board" in refused("score", "game.jsonl")
    (tmp_path / "elsewhere.toml").write_text(toy)
    assert main(["score", "game.jsonl", "--json", "--board", "elsewhere.toml"]) == 0
    (tmp_path / "mine.toml").write_text(toy)
    assert main(["score", "game.jsonl", "--json"]) == 0
    told, beside = capsys.readouterr().out.splitlines()
    assert json.loads(told) == json.loads(beside)
