"""The line mode, played as a pipe plays it: whole games, every word that can be typed, clean ends."""

from pathlib import Path

import pytest

from terminus.boards import content_id, shipped_document, write_document
from terminus.record.log import replay

from .conftest import Run

ONES = b"1\n" * 400


@pytest.mark.parametrize(
    "words",
    [
        ("london",),
        ("tokyo", "--modules", "objectives,powers"),
        ("paris", "--modules", "gates", "objectives", "--players", "2"),
        ("london", "--modules", "specials", "--players", "2", "--bots", "random", "greedy"),
    ],
    ids=" ".join,
)
def test_a_whole_game(words: tuple[str, ...], run: Run, tmp_path: Path) -> None:
    done = run("play", *words, "--plain", "--seed", "2", "--log", "game.jsonl", given=ONES)
    assert (done.returncode, done.stderr) == (0, b"")
    table = replay((tmp_path / "game.jsonl").read_bytes())
    assert table.over
    said = done.stdout.decode()
    assert "The game is over." in said
    assert ("rating" in said) == (len(table.seats) == 1)


def test_a_whole_game_on_a_board_of_ones_own(run: Run, tmp_path: Path) -> None:
    """Its log carries the board: it is read where nobody has the file."""
    mine = shipped_document("tokyo") | {"name": "Edo", "modules": {"powers": {}}}
    (tmp_path / "edo.toml").write_text(write_document(mine))
    game = ("edo.toml", "--modules", "powers", "--players", "1", "--bots", "greedy", "--plain")
    done = run("play", *game, "--seed", "2", "--log", "game.jsonl", given=ONES)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "Edo" in done.stdout.decode()
    (tmp_path / "edo.toml").unlink()
    table = replay((tmp_path / "game.jsonl").read_bytes())
    assert (table.over, table.ruleset.board.name, len(table.seats)) == (True, "Edo", 2)
    assert table.ruleset.board.id == content_id(mine)
    assert run("score", "game.jsonl").returncode == 0


def test_it_is_made_of_words(run: Run) -> None:
    """Nothing that a screen reader would have to spell out: no box, no geometric sign, no colour."""
    asked = b"board\nsheet\nscore\ncards\nothers\n1\n1\n"
    said = run("play", "paris", "--plain", "--seed", "1", given=asked).stdout.decode()
    assert not set(said) & set("○□△⬠◎★⇄─│╌\x1b")


def test_what_was_typed_does_not_steer_the_terminal(run: Run) -> None:
    typed = "\x1b[2J\n\u202eevil\n".encode()
    said = run("play", "--plain", "--seed", "1", given=typed).stdout.decode()
    assert "«?[2j» is no choice" in said
    assert "«?evil» is no choice" in said


def test_everything_that_can_be_typed(run: Run) -> None:
    typed = b"help ? board sheet score cards others game nonsense 99 undo 1 undo 1 quit".replace(b" ", b"\n")
    said = run("play", "--plain", "--seed", "1", "--modules", "objectives", given=typed).stdout.decode()
    for expected in (
        "take back the last step",
        "District G:",
        "purple: nothing drawn",
        "0 districts times 0 stations plus 0 is 0",
        "Left in the deck: street ",
        "You: 0 points.",
        "Objective: ",
        "«nonsense» is no choice",
        "«99» is no choice",
        "There is nothing to undo",
        "One step back",
        "All drawn: confirm, or undo.",
        "You have left the game. Nothing was played, so nothing is kept.",
    ):
        assert expected in said


def test_the_end_of_input_keeps_what_was_confirmed(run: Run, tmp_path: Path) -> None:
    done = run("play", "--plain", "--seed", "3", "--log", "game.jsonl", given=b"1\n1\n1\n")
    assert done.returncode == 0
    assert b"terminus play --resume game.jsonl" in done.stdout
    kept = (tmp_path / "game.jsonl").read_bytes()
    assert kept.count(b'"event":"turn"') == 1
    done = run("play", "--plain", "--resume", "game.jsonl", given=ONES)
    assert (done.returncode, done.stderr) == (0, b"")
    finished = (tmp_path / "game.jsonl").read_bytes()
    assert finished.startswith(kept)
    assert replay(finished).over


def test_nothing_is_left_of_a_game_that_was_not_played(run: Run, tmp_path: Path) -> None:
    assert run("play", "--plain").returncode == 0
    assert list(tmp_path.iterdir()) == []


def test_a_seed_makes_the_same_game(run: Run, tmp_path: Path) -> None:
    for log in ("one.jsonl", "two.jsonl"):
        run("play", "toy", "--plain", "--seed", "9", "--bots", "random", "--log", log, given=ONES)
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()


def test_a_board_of_ones_own(run: Run, tmp_path: Path) -> None:
    from importlib import resources

    toy = resources.files("terminus.boards").joinpath("toy.toml").read_text("utf-8")
    (tmp_path / "village.toml").write_text(toy.replace('name = "Toy"', 'name = "Village"'))
    done = run("play", "village.toml", "--plain", "--log", "game.jsonl", given=b"1\n1\n")
    assert done.stdout.startswith(b"Village.")
    (tmp_path / "village.toml").unlink()  # the log carries it
    assert run("play", "--resume", "game.jsonl", "--plain", given=ONES).returncode == 0
    assert run("score", "game.jsonl", "--json").returncode == 0


def test_what_is_no_text_is_no_choice(run: Run) -> None:
    done = run("play", "--plain", given=b"\xff\xfe\n" + b"9" * 5000 + b"\nquit\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"is no choice") == 2


def test_names_are_never_taken_for_markup(run: Run, tmp_path: Path) -> None:
    run("play", "toy", "--plain", "--names", "[/]", "[red]", "--log", "game.jsonl", given=ONES)
    for command in ("score", "show"):
        done = run(command, "game.jsonl")
        assert (done.returncode, done.stderr) == (0, b"")
        assert b"[/]" in done.stdout
        assert b"[red]" in done.stdout


def test_a_name_that_is_no_text(run: Run, tmp_path: Path) -> None:
    """An argument that is not UTF-8 reaches a program in pieces that no file can hold."""
    name = b"Zo\xeb\x1b[1m".decode("utf-8", "surrogateescape")
    done = run("play", "toy", "--plain", "--names", name, "--log", "game.jsonl", given=ONES)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\nZo??[1m: pencil " in done.stdout
    assert replay((tmp_path / "game.jsonl").read_bytes()).seats == ("Zo??[1m",)


def test_a_resumed_name_cannot_steer_the_terminal(run: Run, tmp_path: Path) -> None:
    run("play", "toy", "--plain", "--names", "Bo", "--log", "game.jsonl", given=b"1\n1\n1\n")
    log = tmp_path / "game.jsonl"
    log.write_text(log.read_text().replace('"Bo"', '"\\u001b[2J"'))
    done = run("play", "--plain", "--resume", "game.jsonl", given=ONES)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\n?[2J: pencil " in done.stdout
