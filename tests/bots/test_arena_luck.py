"""Scores with the luck taken off: the same mean, less spread, and a luck that is worked out flip by flip."""

import json
import subprocess
import sys
from itertools import count
from math import fsum
from pathlib import Path
from random import Random
from typing import Any

import pytest

from terminus.boards import board
from terminus.bots import make_bot
from terminus.bots.arena.contest import Contest
from terminus.bots.arena.luck import BY_SCORE, LuckJudge
from terminus.bots.arena.results import BadResults, Results
from terminus.bots.arena.units import Refused, Unit, play_unit
from terminus.bots.evaluation import weights_of
from terminus.bots.judge import Judge
from terminus.bots.logs import log_of
from terminus.cli import main
from terminus.kernel import installed
from terminus.review import Game

pytestmark = pytest.mark.skipif(not installed(), reason="NO NATIVE KERNEL: nobody judges luck without it")

LONDON = str(weights_of(board("london"))) if installed() else ""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def report(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["arena", *words, "--json"]) == 0
    parsed: dict[str, Any] = json.loads(capsys.readouterr().out)
    for row in parsed["bots"]:
        del row["cpu_s_per_game"]
    return parsed


def luck_by_hand(contest: Contest, bot: str, number: int) -> float:
    """What the judge says of each flip, asked one by one about the tables of a log; the mean of the seats."""
    game = contest.game(number)
    log = Game.of(log_of(game, [make_bot(bot, Random(0)) for _ in game.table.seats]))
    judge = Judge(contest.ruleset)
    terms = list[float]()
    for seat in log.seats:
        for step in log.steps(seat):
            for before, opened in zip([step.before, *step.opened], step.opened, strict=False):
                terms.append(judge.worth(opened) - judge.worth(before))
            last = step.opened[-1] if step.opened else step.before
            terms.append(judge.luck(last, step.cards))
    return fsum(terms) / len(log.seats)


@pytest.mark.parametrize(
    ("city", "modules", "players", "bot"),
    [("london", (), 1, "learned"), ("london", ("specials",), 2, "learned"), ("toy", (), 1, "points:1")],
)
def test_luck_is_what_the_judge_says_of_each_flip(
    city: str, modules: tuple[str, ...], players: int, bot: str
) -> None:
    contest = Contest.of(board(city), modules, players, 5)
    weights = LuckJudge(contest.ruleset).weights
    judged = play_unit(contest, Unit(bot, 2, 3, weights), lambda: 0.0)
    assert judged.scores == play_unit(contest, Unit(bot, 2, 3), lambda: 0.0).scores
    assert judged.luck is not None
    assert judged.luck.by_game == pytest.approx([luck_by_hand(contest, bot, number) for number in (2, 3, 4)])


@pytest.mark.parametrize("words", [("london",), ("paris", "--modules", "objectives")])
def test_the_mean_stays_and_the_error_shrinks(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    found = report(
        capsys, words[0], "greedy", "points:1", *words[1:], "--games", "300", "--luck-off", "--jobs", "1"
    )
    for row in found["bots"]:
        assert row["mean"] == pytest.approx(row["luck_off"]["mean"] + row["luck"]["mean"])
        assert abs(row["luck"]["mean"]) < 3 * row["luck"]["se"]
        assert row["luck_off"]["se"] < row["se"]
    [pair] = found["paired"]
    assert abs(pair["luck_off"]["mean"] - pair["mean"]) < 3 * pair["se"]
    assert pair["luck_off"]["se"] < pair["se"]


def test_the_report_names_the_weights_and_adds_to_what_is_fixed(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("london", "random", "greedy", "--games", "20", "--jobs", "1")
    plain, found = report(capsys, *words), report(capsys, *words, "--luck-off")
    assert found["luck_off"] == {"by": "learned", "weights": LONDON, "depth": 1}
    assert [{key: row[key] for key in plain["bots"][0]} for row in found["bots"]] == plain["bots"]
    assert [{key: row[key] for key in plain["paired"][0]} for row in found["paired"]] == plain["paired"]


def test_the_weights_are_named_before_anything_is_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("terminus.cli.arena.run", stop)
    main(["arena", "london", "random", "--luck-off"])
    assert f"judged by the weights {LONDON}" in capsys.readouterr().err
    main(["arena", "london", "random"])
    assert "judged by" not in capsys.readouterr().err


def test_a_board_without_weights_is_judged_by_its_score(capsys: pytest.CaptureFixture[str]) -> None:
    found = report(capsys, "toy", "random", "--games", "200", "--luck-off", "--jobs", "1")
    assert found["luck_off"] == {"by": "score", "weights": BY_SCORE, "depth": 1}
    [row] = found["bots"]
    assert abs(row["luck"]["mean"]) < 3 * row["luck"]["se"]


def test_two_workers_say_what_one_says(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("london", "greedy", "learned", "--games", "60", "--luck-off")
    assert report(capsys, *words, "--jobs", "2") == report(capsys, *words, "--jobs", "1")


def test_a_file_without_luck_is_played_again_and_one_with_it_is_not(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("toy", "greedy", "--games", "20", "--out", "r.jsonl", "--jobs", "1")
    plain, judged = report(capsys, *words), report(capsys, *words, "--luck-off")
    kept = (folder / "r.jsonl").read_bytes()
    assert report(capsys, *words, "--luck-off") == judged
    assert report(capsys, *words) == plain
    assert (folder / "r.jsonl").read_bytes() == kept
    (folder / "r.jsonl").write_bytes(kept.replace(b'"weights":"score"', b'"weights":"others"'))
    assert report(capsys, *words, "--luck-off") == judged
    assert (folder / "r.jsonl").read_bytes().count(b'"weights":"score"') > 0


def test_damaged_luck_is_refused(folder: Path) -> None:
    contest = Contest.of(board("toy"))
    for luck in ("[1.5]", '["x",1]', "3"):
        path = folder / "r.jsonl"
        path.unlink(missing_ok=True)
        Results(contest, path).close()
        chunk = f'{{"bot":"greedy","first":0,"scores":[3,4],"cpu_s":1,"luck":{luck},"weights":"score"}}\n'
        path.write_text(path.read_text() + chunk)
        with pytest.raises(BadResults, match="line 2"):
            Results(contest, path)


def test_judging_is_not_on_the_bot_s_clock() -> None:
    ticks = (float(tick * tick) for tick in count())  # 0 1 4, 9 16 25: played for 1 + 7, judged for 3 + 9
    found = play_unit(Contest.of(board("toy")), Unit("greedy", 0, 2, BY_SCORE), lambda: next(ticks))
    assert found.luck is not None
    assert (found.cpu_s, found.luck.cpu_s) == (8.0, 12.0)


def test_a_worker_with_other_weights_is_refused() -> None:
    with pytest.raises(Refused, match="judged by the weights old, but a worker has score"):
        play_unit(Contest.of(board("toy")), Unit("greedy", 0, 2, "old"), lambda: 0.0)


WITHOUT = """
import sys
sys.modules["terminus_kernel"] = None
from terminus.cli import main
sys.exit(main(["arena", "toy", "greedy", "--games", "3", "--luck-off"]))
"""


def test_without_the_kernel_it_is_refused_in_a_sentence() -> None:
    ran = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True)
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert "`make kernel` builds it" in ran.stderr
    assert "Traceback" not in ran.stderr
