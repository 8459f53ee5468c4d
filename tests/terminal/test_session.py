"""A game at one keyboard: what is confirmed is on disk, and a log goes on where it stopped."""

import json
import os
import re
from pathlib import Path

import pytest

from terminus.boards import BOARDS, board
from terminus.record.files import BadFile
from terminus.record.log import replay
from terminus.record.scores import score_file
from terminus.rules.actions import DONE
from terminus.rules.errors import TerminusError
from terminus.rules.ruleset import Ruleset
from terminus.terminal.panels import pad
from terminus.terminal.session import Session

MODULES = [(), ("objectives",), ("powers",), ("objectives", "specials"), ("gates",)]


def new(
    path: Path, name: str = BOARDS[0], modules: tuple[str, ...] = (), bots: tuple[str, ...] = ()
) -> Session:
    return Session.new(Ruleset.of(board(name), modules), ["A"], bots, path, seed=5)


def answer(session: Session) -> None:
    """The person takes the first choice until the turn is over."""
    seat = session.waiting
    assert seat is not None
    draft = session.draft(seat)
    while not draft.position.done:
        draft = draft.take(draft.options[0].action)
    session.confirm(seat, draft)


@pytest.mark.parametrize("modules", MODULES)
@pytest.mark.parametrize("name", BOARDS)
def test_a_whole_game_replays_to_the_same_score(name: str, modules: tuple[str, ...], tmp_path: Path) -> None:
    session = new(tmp_path / "game.jsonl", name, modules, ("random",))
    session.proceed()
    while session.waiting is not None:
        answer(session)
        log = (tmp_path / "game.jsonl").read_bytes()
        assert score_file(replay(log)) == score_file(session.table)
    assert json.loads(log.splitlines()[-1])["event"] == "end"


def test_a_seed_makes_the_same_game(tmp_path: Path) -> None:
    for name in ("one", "two"):
        session = new(tmp_path / name, bots=("random",))
        session.proceed()
        for _ in range(6):
            answer(session)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_nothing_is_left_of_a_game_that_nobody_played(tmp_path: Path) -> None:
    session = new(tmp_path / "game.jsonl", bots=("random",))
    session.proceed()
    assert (tmp_path / "game.jsonl").exists()
    session.close()
    assert not (tmp_path / "game.jsonl").exists()


def test_a_log_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").write_text("mine")
    with pytest.raises(BadFile, match="exists already"):
        new(tmp_path / "game.jsonl")
    assert (tmp_path / "game.jsonl").read_text() == "mine"


def test_nothing_is_written_if_the_game_cannot_be(tmp_path: Path) -> None:
    with pytest.raises(TerminusError, match="there is no bot"):
        new(tmp_path / "game.jsonl", bots=("clever",))
    with pytest.raises(TerminusError, match="one to four"):
        Session.new(Ruleset.of(board("toy")), list("ABCDE"), (), tmp_path / "game.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_resuming_goes_on_with_the_card_on_the_table_and_the_same_bots(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session = new(path, bots=("greedy",))
    session.proceed()
    answer(session)
    shown, before = session.table.shown, path.read_bytes()
    session.close()
    again = Session.resume(path, board)
    assert (again.table.shown, again.people) == (shown, (0,))
    again.proceed()
    while again.waiting is not None:
        answer(again)
    assert path.read_bytes().startswith(before)
    assert replay(path.read_bytes()).over


def test_resuming_closes_a_last_line_without_its_end(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session = new(path)
    session.proceed()
    answer(session)
    session.close()
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    again = Session.resume(path, board)
    again.proceed()
    answer(again)
    replay(path.read_bytes())


def test_a_finished_game_is_shown_and_not_added_to(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session = new(path, name="toy")
    session.proceed()
    while session.waiting is not None:
        answer(session)
    before = path.read_bytes()
    again = Session.resume(path, board)
    again.proceed()
    assert again.table.over
    assert path.read_bytes() == before


def test_a_cut_off_log_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session = new(path)
    session.proceed()
    answer(session)
    cut = path.read_bytes()[:-10]
    path.write_bytes(cut)
    with pytest.raises(BadFile, match="a line is cut off"):
        Session.resume(path, board)
    assert path.read_bytes() == cut


def test_a_draft_can_be_taken_back_to_its_start(tmp_path: Path) -> None:
    session = new(tmp_path / "game.jsonl")
    session.proceed()
    draft = session.draft(0)
    drawn = draft.take(draft.options[0].action)
    assert drawn.undo() == draft
    assert draft.undo() == draft
    assert DONE in [option.action for option in drawn.options]
    assert drawn.options[-1].gain == 0


def test_a_line_that_does_not_fit_on_the_disk_leaves_no_half_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = new(tmp_path / "game.jsonl")
    session.proceed()
    before, table = (tmp_path / "game.jsonl").read_bytes(), session.table
    write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: write(descriptor, data[:9]))
    with pytest.raises(BadFile, match="No space left"):
        answer(session)
    assert (tmp_path / "game.jsonl").read_bytes() == before
    assert session.table is table


def test_the_pad_says_how_far_an_objective_has_come(tmp_path: Path) -> None:
    playing = new(tmp_path / "game.jsonl", modules=("objectives",))
    goals = [row for row in pad(playing.table.positions[0]).plain.splitlines() if row.startswith("· ")]
    assert len(goals) == 2
    assert all(re.search(r": \d+ of \d+$", goal) for goal in goals), goals
