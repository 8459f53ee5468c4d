"""A log of a game on a board of one's own carries the board, and replays wherever it is."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from tests.strategies import played

from terminus.boards import board, content_id, load_document, own_board, shipped_boards, shipped_document
from terminus.boards.house_rules import with_all_cards
from terminus.boards.own import made_before, named_board
from terminus.cli import main
from terminus.record.log import replay, write_line
from terminus.record.scores import score_file
from terminus.record.sealed import SealedDealer
from terminus.rules.errors import BadBoard, BadLog
from terminus.rules.ruleset import Ruleset

Event = dict[str, Any]


@pytest.fixture(scope="module")
def log() -> list[Event]:
    document = {**shipped_document("tokyo"), "name": "Edo", "deck": DECK}
    return [dict(event) for event in played(own_board(document), ("objectives",), random.Random(3), seats=2)]


DECK = {"cards": list(board("toy").deck.cards), "round_ends": "empty"}


def text(events: list[Event]) -> bytes:
    return "".join(map(write_line, events)).encode()


def test_it_names_its_board_by_content_and_carries_it(log: list[Event]) -> None:
    assert log[0]["board"] == content_id(log[0]["city"])
    table = replay(text(log))  # knows of shipped boards only
    assert table.ruleset.board.name == "Edo"
    assert score_file(table)["seats"] == log[-1]["scores"]


@pytest.mark.parametrize(
    "name", ["Süd\u00adstadt", "\u200eEdo", "Edo\U000e0067", "\u200d\u200d", "\ufe0f", " "]
)
def test_a_game_on_a_board_that_would_not_be_made_today_is_read_as_ever(name: str) -> None:
    document = {**shipped_document("tokyo"), "name": name}
    before = made_before(document)
    events = played(before, (), random.Random(3))
    assert replay(text([dict(event) for event in events])).ruleset.board.name == name
    assert named_board(content_id(document), document).name == with_all_cards(before).name == name
    for make in (own_board, lambda city: load_document(city, "mine")):
        with pytest.raises(BadBoard, match=r"nobody sees|needs a name"):
            make(document)


@pytest.mark.parametrize("name", ["\u001b[2J", "To\u202ey", "\u2067To\u2069y"])
def test_what_steers_is_read_from_nowhere(name: str, log: list[Event]) -> None:
    city = {**log[0]["city"], "name": name}
    with pytest.raises(BadLog, match="control characters"):
        replay(text([{**log[0], "board": content_id(city), "city": city}, *log[1:]]))


@pytest.mark.parametrize("name", ["❤\ufe0f", "👩\u200d👩\u200d👧", "می\u200cخواهم", "東京"])
def test_what_shows_is_a_name(name: str) -> None:
    assert own_board({**shipped_document("tokyo"), "name": name}).name == name


@pytest.mark.parametrize("name", shipped_boards())
def test_a_shipped_board_is_only_named(name: str) -> None:
    assert "city" not in played(board(name), (), random.Random(1))[0]


def test_a_sealed_game_carries_it_too(log: list[Event]) -> None:
    mine = own_board(log[0]["city"])
    start = SealedDealer("game", ["00" * 32] * 5).start(Ruleset.of(mine), ["A"])
    assert (start["board"], start["city"]) == (mine.id, mine.city)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"board": "tokyo"}, "that is another one"),
        ({"board": "own-" + "0" * 32}, "that is another one"),
        ({"board": 3}, "board must be text"),
        ({"city": None}, "that is another one"),
        ({"city": []}, "that is another one"),
        ({"city": {"name": "Edo"}}, "that is another one"),
        ({"board": content_id({"name": "Edo"}), "city": {"name": "Edo"}}, "lines: missing"),
    ],
)
def test_a_city_that_is_not_what_it_is_called_is_refused(log: list[Event], changes: Event, why: str) -> None:
    with pytest.raises(BadLog, match=why):
        replay(text([log[0] | changes, *log[1:]]))


def test_the_command_line_needs_nothing_but_the_log(
    log: list[Event], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.jsonl").write_bytes(text(log))
    assert main(["score", "game.jsonl", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["seats"] == log[-1]["scores"]
    assert main(["show", "game.jsonl"]) == 0
    assert "Edo" in capsys.readouterr().out
    assert main(["picture", "game.jsonl", "-o", "game.svg"]) == 0
    assert "Edo" in Path("game.svg").read_text(encoding="utf-8")
    assert main(["verify", "game.jsonl"]) == 1
    assert "were not sealed" in capsys.readouterr().err
