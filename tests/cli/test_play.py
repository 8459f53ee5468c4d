"""What `terminus play` refuses, before anything is written."""

from pathlib import Path

import pytest

from .conftest import Refused

REFUSED = {
    "": "there is no terminal to play in; use --plain",
    "atlantis --plain": "there is no board «atlantis»",
    "london --plain --modules trams": "there is no module «trams»",
    "london --plain --modules powers,gates": "powers and gates exclude each other",
    "london --plain --players 5": "one to four can play, not 5",
    "london --plain --players 0": "one to four can play, not 0",
    "london --plain --players 3 --bots greedy greedy": "one to four can play, not 5",
    "london --plain --players two": "two",
    "london --plain --players 3 --names Ada,Bo": "there are 3 players but 2 names",
    "london --plain --bots clever": "there is no bot «clever»",
    "london --plain --seed x": "x",
    "london --plain --log taken.jsonl": "taken.jsonl exists already, and a log is never overwritten",
    "london --plain --log nowhere/game.jsonl": "nowhere/game.jsonl cannot be written: No such file",
    "london --plain --board toy.toml": "--board belongs to --resume",
    "london --plain --resume taken.jsonl": "--resume goes on with a game as it was set up",
    "--plain --resume gone.jsonl": "there is no file gone.jsonl",
    "--plain --resume .": ". is a directory",
    "--plain --resume taken.jsonl": "taken.jsonl, line 1: this is no JSON; a line is cut off",
}


@pytest.mark.parametrize("words", REFUSED)
def test_bad_input(words: str, tmp_path: Path, refused: Refused) -> None:
    (tmp_path / "taken.jsonl").write_text('{"event":"start","form')
    assert REFUSED[words] in refused("play", *words.split())
