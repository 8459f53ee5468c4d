"""`terminus analyse`: one log for people and as the fixed JSON, and queries by line."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.review.games import base
from tests.review.games import log as played
from tests.strategies import ruleset

from terminus.boards import board
from terminus.bots.evaluation import weights_of
from terminus.cli import main
from terminus.kernel import installed
from terminus.record.log import write_line

from .conftest import SAMPLES, Refused, Run

pytestmark = pytest.mark.skipif(not installed(), reason="NO NATIVE KERNEL: there is no review without it")

LOGS = sorted(SAMPLES.glob("*.jsonl"))


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_json_is_as_fixed_and_adds_up(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "--game", str(log), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    scores = json.loads(log.with_suffix(".score.json").read_text())["seats"]
    assert [seat["score"] for seat in found["seats"]] == [seat["total"] for seat in scores]
    for seat in found["seats"]:
        assert abs(seat["par"] + seat["luck"] - seat["lost"] + seat["drift"] - seat["score"]) < 1e-6
        assert seat["decisions"] == sum(turn["choice"] for turn in seat["turns"])
        for key in ("luck", "lost", "drift"):
            assert abs(sum(turn[key] for turn in seat["turns"]) - seat[key]) < 1e-6
        for turn in seat["turns"]:
            assert {"round", "turn", "cards", "played", "best"} <= turn.keys()
            assert turn["lost"] >= 0
            assert any(reply["played"] and reply["do"] == turn["played"] for reply in turn["replies"])


def test_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(SAMPLES / "london.jsonl"), "--depth", "1"]) == 0
    shown = capsys.readouterr().out
    assert "par" in shown
    assert "points lost a decision" in " ".join(shown.split())


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_the_figures_that_people_read_add_up(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(log), "--depth", "1"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    sums = re.findall(r"(\S+) par (\S+) luck (\S+) lost (\S+) drift = (\S+) points", shown)
    assert sums
    for *parts, score in sums:
        assert sum(round(float(part) * 10) for part in parts) == int(score) * 10
    mistakes = re.findall(r"([\d.]+): (\S+) instead of \S+ is worth (\S+) more \((.*?)\)", shown)
    assert mistakes
    for *_, lost, parts in mistakes:
        tenths = [round(float(by) * 10) for by in re.findall(r"[-+][\d.]+", parts)]
        assert sum(tenths) == round(float(lost) * 10)
    for place, better, lost, _ in mistakes:  # a bot that found the best found as much as was lost
        for by in re.findall(rf"{place}: {better} instead.*?would have done this: {better} \((\S+)\)", shown):
            assert float(by) == float(lost), place


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_each_column_adds_up_to_the_total(log: Path, run: Run) -> None:
    done = run("analyse", str(log), "--depth", "1", "--seats", "0")
    shown = done.stdout.decode()
    [totals] = re.findall(r"par (\S+) luck (\S+) lost (\S+) drift", shown)
    rows = [line.split("│")[-4:-1] for line in shown.splitlines() if re.match(r"│ \d\.\d", line)]
    assert any("≈" in lost for _, lost, _ in rows)
    for column, said in enumerate(totals):
        figures = [re.sub("[≈–]", "", row[column]).strip() for row in rows]
        tenths = sum(round(10 * float(figure or 0)) for figure in figures)
        assert tenths * (-1 if column == 1 else 1) == round(10 * float(said)), column


def test_alone_with_modules_it_says_what_the_end_takes_off(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log, page = tmp_path / "game.jsonl", tmp_path / "page.html"
    events = played(ruleset("london", ("powers", "objectives")), "greedy")
    log.write_text("".join(map(write_line, events)), encoding="utf-8")
    [end] = [event for event in events if event["event"] == "end"]
    said = f"2 modules cost 20 points, so the result is {end['scores'][0]['total'] - 20}."
    for options in ([], ["--face-up"]):
        assert main(["analyse", str(log), *options]) == 0
        assert said in " ".join(capsys.readouterr().out.split())
    assert main(["analyse", str(log), "--html", str(page)]) == 0
    assert said in page.read_text(encoding="utf-8")
    base_game = tmp_path / "base.jsonl"
    base_game.write_text("".join(map(write_line, base("london", "greedy"))), encoding="utf-8")
    assert main(["analyse", str(base_game)]) == 0
    assert "deduction" not in capsys.readouterr().out


def test_a_last_line_that_is_torn_is_named(tmp_path: Path, refused: Refused) -> None:
    whole = (SAMPLES / "paris.jsonl").read_bytes()
    (tmp_path / "torn.jsonl").write_bytes(whole[:3000])
    number = whole[:3000].count(b"\n") + 1
    assert f"torn.jsonl, line {number}: " in refused("analyse", str(tmp_path / "torn.jsonl"))


def test_a_board_of_ones_own_is_judged_by_the_score(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "game.jsonl"
    log.write_text("".join(map(write_line, base("toy", "greedy"))), encoding="utf-8")
    assert main(["analyse", "--game", str(log)]) == 0
    assert "Nothing was learned for this board" in " ".join(capsys.readouterr().out.split())


def test_face_up_is_as_fixed(capsys: pytest.CaptureFixture[str]) -> None:
    log = SAMPLES / "london.jsonl"
    assert main(["analyse", "--game", str(log), "--face-up", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    seats = said["seats"]
    assert said == {
        "board": "london",
        "modules": [],
        "over": True,
        "by": "learned",
        "weights": weights_of(board("london")),
        "seats": [
            {"seat": n, "best": seats[n]["best"], "turns": seats[n]["turns"]} for n in range(len(seats))
        ],
    }
    scores = json.loads(log.with_suffix(".score.json").read_text())["seats"]
    assert all(seat["best"] >= score["total"] for seat, score in zip(seats, scores, strict=True))
    assert main(["analyse", str(log), "--face-up", "--seats", "0"]) == 0
    assert f"{seats[0]['best']} points" in " ".join(capsys.readouterr().out.split())


def test_queries_come_and_answers_go(run: Run) -> None:
    log = (SAMPLES / "paris.jsonl").read_text(encoding="utf-8")
    queries = [{"id": number, "log": log, "seats": [0], "depth": 1} for number in range(5)]
    lines = [*map(json.dumps, queries), "", "{", '{"id":"x","file":"nowhere.jsonl","depht":1}']
    done = run("analyse", "--jobs", "3", given="\n".join(lines).encode())
    assert (done.returncode, done.stderr) == (0, b"")
    said = [json.loads(line) for line in done.stdout.splitlines()]
    finals = [answer for answer in said if answer.get("final")]
    assert sorted(str(answer["id"]) for answer in finals) == ["0", "1", "2", "3", "4", "None", "x"]
    whole = [answer["seats"] for answer in finals if "error" not in answer]
    assert whole == [whole[0]] * 5
    errors = {answer["id"]: answer["error"] for answer in finals if "error" in answer}
    assert errors["x"] == "there is no file nowhere.jsonl"
    assert [answer["field"] for answer in said if "warning" in answer] == ["depht"]


def test_a_query_does_not_read_the_others(run: Run) -> None:
    others = [json.dumps({"id": number}) for number in range(20)]
    done = run("analyse", given="\n".join(['{"id":"x","file":"-"}', *others]).encode())
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["id"] for answer in said] == ["x", *range(20)]
    assert said[0]["error"] == "there is no file ./-"


def test_a_line_without_end_is_refused_and_the_next_one_answered(run: Run) -> None:
    done = run("analyse", given=b"x" * (9 << 20) + b'\n{"id":1}\n')
    errors = [json.loads(line)["error"] for line in done.stdout.splitlines()]
    assert len(errors) == 2
    assert "longer than" in errors[0]


def test_bad_input_is_one_line(refused: Refused) -> None:
    log = str(SAMPLES / "london.jsonl")
    assert "the depth must be from 1 to 3, not 0" in refused("analyse", log, "--depth", "0")
    assert "there is no file nowhere" in refused("analyse", "nowhere")
    assert "name one log, not two" in refused("analyse", log, "--game", log)
    assert "name the log" in refused("analyse", "--face-up")
    assert "--jobs must be at least 1" in refused("analyse", "--jobs", "0")
    assert "there is no level «wizard»" in refused("analyse", log, "--level", "wizard")
    assert "there is no seat 7" in refused("analyse", log, "--seats", "0", "7")
    assert "the seed must be from 0" in refused("analyse", log, "--seed=-1")


def test_options_that_ask_for_different_things_are_refused(refused: Refused) -> None:
    log = str(SAMPLES / "london.jsonl")
    for one in ("--json", "--face-up"):
        assert "choose one of them" in refused("analyse", log, "--html", "page.html", one)
    for options in (("--level", "hard"), ("--play-on", "5"), ("--depth", "3"), ("--seed", "4")):
        assert "choose one of them" in refused("analyse", log, "--face-up", *options)
    assert "--jobs and LOG do not go together" in refused("analyse", log, "--jobs", "2")
    assert "--anonymous needs --html" in refused("analyse", log, "--anonymous")
    assert "--anonymous needs --html" in refused("analyse", "--anonymous")


def test_options_without_a_log_are_judged_before_any_query(refused: Refused) -> None:
    assert "the depth must be from 1 to 3, not 0" in refused("analyse", "--depth", "0")
    assert "there is no level «wizard»" in refused("analyse", "--level", "wizard")
    assert "the number of games to play on" in refused("analyse", "--play-on", "9999")


def test_options_without_a_log_are_what_queries_ask_for_unless_they_say_otherwise(run: Run) -> None:
    log = (SAMPLES / "paris.jsonl").read_text(encoding="utf-8")
    queries = [{"id": "a", "log": log}, {"id": "b", "log": log, "depth": 2, "level": "easy", "seats": [1]}]
    options = ("--depth", "1", "--level", "hard", "--play-on", "3", "--seed", "9", "--seats", "0")
    done = run("analyse", *options, given="\n".join(map(json.dumps, queries)).encode())
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    a, b = sorted((answer for answer in answers if answer.get("final")), key=lambda final: final["id"])
    assert (a["depth"], a["seed"], [seat["seat"] for seat in a["seats"]]) == (1, 9, [0])
    assert (a["seats"][0]["level"], a["seats"][0]["next_level"]) == ("hard", "expert")
    assert {turn["later"]["games"] for turn in a["seats"][0]["turns"] if not turn["as_good"]} == {3}
    assert (b["depth"], b["seats"][0]["level"], [seat["seat"] for seat in b["seats"]]) == (2, "easy", [1])


def test_seed_and_seats_of_one_log(capsys: pytest.CaptureFixture[str]) -> None:
    log = str(SAMPLES / "paris.jsonl")

    def asked(*options: str) -> dict[str, Any]:
        assert main(["analyse", log, "--json", *options]) == 0
        found: dict[str, Any] = json.loads(capsys.readouterr().out)
        return found

    options = ("--depth", "1", "--play-on", "5", "--seats", "1")
    one, other = asked(*options), asked(*options, "--seed", "7")
    assert (one["seed"], other["seed"]) == (1, 7)
    assert [seat["seat"] for seat in one["seats"]] == [1]
    assert one["seats"][0]["turns"] != other["seats"][0]["turns"], "other games were played on"
    assert [seat["seat"] for seat in asked("--face-up", "--seats", "1", "1")["seats"]] == [1]
