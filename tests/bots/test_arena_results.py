"""The results file: nothing finished is lost, nothing foreign is touched."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terminus.boards import board
from terminus.bots.arena.contest import Contest
from terminus.bots.arena.results import BadResults, Results
from terminus.bots.arena.schedule import MOST, Schedule
from terminus.bots.arena.units import Outcome

CONTEST = Contest.of(board("toy"), (), 1, 9)


def chunk(first: int, *scores: float, bot: str = "greedy", cpu: float = 1.0) -> Outcome:
    return Outcome(bot, first, scores, cpu)


def kept(path: Path, *chunks: Outcome, contest: Contest = CONTEST) -> Path:
    results = Results(contest, path, "print")
    for outcome in chunks:
        results.add(outcome)
    results.close()
    return path


def reopened(path: Path, contest: Contest = CONTEST) -> Results:
    results = Results(contest, path)
    results.close()
    return results


def test_what_was_added_is_there_again(tmp_path: Path) -> None:
    path = kept(tmp_path / "r.jsonl", chunk(0, 5, 6.5), chunk(4, 7), chunk(0, 1, bot="random"))
    results = reopened(path)
    assert results.missing("greedy", 6) == [range(2, 4), range(5, 6)]
    assert results.missing("random", 1) == []
    assert results.missing("mcts", 2) == [range(2)]
    assert results.code == "print"


def test_played_is_in_order_of_games_and_shares_out_the_time(tmp_path: Path) -> None:
    results = Results(CONTEST)
    for outcome in (chunk(2, 30, 40, cpu=3.0), chunk(0, 10, 20, cpu=1.0), chunk(4, 99, cpu=50.0)):
        results.add(outcome)
    found = results.played("greedy", 4)
    assert (list(found.scores), found.cpu_s_per_game) == ([10, 20, 30, 40], 1.0)


def test_half_a_line_was_never_finished(tmp_path: Path) -> None:
    path = kept(tmp_path / "r.jsonl", chunk(0, 5), chunk(1, 6))
    whole = path.read_bytes()
    path.write_bytes(whole[:-7])
    results = Results(CONTEST, path)
    assert results.missing("greedy", 2) == [range(1, 2)]
    results.add(chunk(1, 6))
    results.close()
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("other", "word"),
    [
        (Contest.of(board("toy"), (), 1, 10), "seed 9, not seed 10"),
        (Contest.of(board("toy"), (), 2, 9), "players 1, not players 2"),
        (Contest.of(board("london"), (), 1, 9), "board toy, not board london"),
        (Contest.of(board("toy"), ("powers",), 1, 9), "no modules, not modules powers"),
    ],
)
def test_a_file_of_another_contest_is_refused_and_left(tmp_path: Path, other: Contest, word: str) -> None:
    path = kept(tmp_path / "r.jsonl", chunk(0, 5))
    before = path.read_bytes()
    with pytest.raises(BadResults, match=word):
        Results(other, path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "content",
    [b"my diary\n", b"\xff\xfe\x00\n", b'{"format":"terminus-arena/2"}\n', b"[1]\n", b'{"event":"start"}\n'],
)
def test_what_is_no_results_file_is_refused_and_left(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(content)
    with pytest.raises(BadResults, match="no results file"):
        Results(CONTEST, path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("length", [1, 20, 60])
def test_half_a_header_is_begun_anew(tmp_path: Path, length: int) -> None:
    path = kept(tmp_path / "r.jsonl")
    whole = path.read_bytes()
    path.write_bytes(whole[:length])
    assert kept(path).read_bytes() == whole


def test_text_without_an_end_of_line_is_not_thrown_away(tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text("dear diary")
    with pytest.raises(BadResults, match="no results file"):
        Results(CONTEST, path)
    assert path.read_text() == "dear diary"


@pytest.mark.parametrize(
    "line",
    ["{", "3", '{"bot":"a"}', '{"bot":"a","first":-1,"scores":[1],"cpu_s":1}',
     '{"bot":"a","first":0,"scores":["1"],"cpu_s":1}', '{"bot":"a","first":0,"scores":[],"cpu_s":1}'],
)  # fmt: skip
def test_damage_is_said_with_its_line(tmp_path: Path, line: str) -> None:
    path = kept(tmp_path / "r.jsonl", chunk(0, 5))
    with path.open("a") as file:
        file.write(line + "\n")
    kept_bytes = path.read_bytes()
    with pytest.raises(BadResults, match="line 3"):
        Results(CONTEST, path)
    assert path.read_bytes() == kept_bytes


def test_every_line_is_json_and_names_its_bot(tmp_path: Path) -> None:
    path = kept(tmp_path / "r.jsonl", chunk(0, 5, 6.5))
    header, line = map(json.loads, path.read_text().splitlines())
    assert header["board"] == "toy"
    assert line == {"bot": "greedy", "first": 0, "scores": [5, 6.5], "cpu_s": 1.0}


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(BadResults, match="cannot be kept"):
        Results(CONTEST, tmp_path)


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(1, 9)), max_size=8), st.integers(1, 50))
def test_chunks_and_gaps_cover_every_game_once(chunks: list[tuple[int, int]], games: int) -> None:
    results = Results(CONTEST)
    for first, count in chunks:
        results.add(chunk(first, *[1] * count))
    done = {game for first, count in chunks for game in range(first, first + count)}
    missing = [game for gap in results.missing("greedy", games) for game in gap]
    assert sorted({*done, *missing} & set(range(games))) == list(range(games))
    assert not done & set(missing)
    assert len(missing) == len(set(missing))


@given(
    st.dictionaries(st.sampled_from("abc"), st.integers(0, 300), min_size=1),
    st.integers(1, 8),
    st.sampled_from((1e-6, 0.01, 1.0, 30.0)),
)
def test_the_schedule_hands_out_every_game_once(games: dict[str, int], hands: int, cpu: float) -> None:
    schedule = Schedule({bot: [range(n // 2), range(n // 2, n)] for bot, n in games.items()})
    schedule.hands = hands
    handed: dict[str, list[int]] = {bot: [] for bot in games}
    while unit := schedule.next():
        assert 1 <= unit.count <= MOST
        handed[unit.bot] += range(unit.first, unit.first + unit.count)
        schedule.learn(Outcome(unit.bot, unit.first, (0,) * unit.count, cpu * unit.count))
    assert handed == {bot: list(range(n)) for bot, n in games.items()}
    assert schedule.done == schedule.total == sum(games.values())


def test_a_fast_bot_gets_large_units_and_a_slow_one_single_games() -> None:
    for cpu, wanted in ((1e-6, 512), (10.0, 1)):
        schedule = Schedule({"a": [range(100_000)]})
        for _ in range(3):
            unit = schedule.next()
            assert unit is not None
            schedule.learn(Outcome("a", unit.first, (0,) * unit.count, cpu * unit.count))
        last = schedule.next()
        assert last is not None
        assert (last.count >= wanted) if cpu < 1 else (last.count == wanted)
