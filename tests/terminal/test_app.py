"""The full-screen game, played by keys at both sizes of a window."""

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from terminus.boards import board
from terminus.locale.spoken import speak
from terminus.record.log import replay
from terminus.rules.errors import TerminusError
from terminus.rules.ruleset import Ruleset
from terminus.terminal.app import GameApp
from terminus.terminal.game import GameScreen
from terminus.terminal.screens import End, Notice, Reading, Sheets
from terminus.terminal.session import Session

SIZES = [(80, 24), (120, 40)]
Game = Pilot[TerminusError | None]


def session(
    folder: Path,
    name: str = "london",
    modules: tuple[str, ...] = (),
    people: tuple[str, ...] = ("Ada",),
    bots: tuple[str, ...] = (),
) -> Session:
    return Session.new(Ruleset.of(board(name), modules), people, bots, folder / "game.jsonl", seed=4)


async def until(pilot: Game, there: Callable[[], bool]) -> None:
    """Wait for what a worker thread does."""
    for _ in range(500):
        await pilot.pause()
        if there():
            return
    raise AssertionError("the game did not move on")


async def settled(pilot: Game) -> None:
    screen = pilot.app.screen
    await until(pilot, lambda: not isinstance(screen, GameScreen) or not screen.busy)


async def press(pilot: Game, *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await settled(pilot)


def shown(pilot: Game, widget: str) -> str:
    return str(pilot.app.screen.query_one(widget, Static).render())


def game(pilot: Game) -> GameScreen:
    assert isinstance(pilot.app.screen, GameScreen)
    return pilot.app.screen


@pytest.mark.parametrize("size", SIZES)
async def test_a_whole_solo_game_by_keys(size: tuple[int, int], tmp_path: Path) -> None:
    played = session(tmp_path)
    app = GameApp(played)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        for _ in range(400):
            if isinstance(app.screen, End):
                break
            await press(pilot, "enter")
        assert isinstance(app.screen, End)
        await press(pilot, "tab")
        assert isinstance(app.screen, Sheets)
        await press(pilot, "escape", "q")
    played.close()
    assert replay((tmp_path / "game.jsonl").read_bytes()).over


@pytest.mark.parametrize("size", SIZES)
async def test_everything_fits_and_can_be_read(size: tuple[int, int], tmp_path: Path) -> None:
    app = GameApp(session(tmp_path, modules=("objectives", "powers"), bots=("random",)))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await press(pilot, "enter")
        screen = game(pilot)
        drawing, window = screen.query_one("#drawing").size, screen.query_one("#board").size
        assert drawing.width <= window.width
        assert drawing.height <= window.height
        assert screen.query_one("#choices").size.height >= 4
        assert "to go" in shown(pilot, "#card")
        assert "Power:" in shown(pilot, "#card")
        assert "Total" in shown(pilot, "#pad")
        assert "round 1/4" in shown(pilot, "#title")


async def test_numbers_point_and_the_preview_follows(tmp_path: Path) -> None:
    app = GameApp(session(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "enter", "2")
        screen = game(pilot)
        assert screen.query_one("#choices", OptionList).highlighted == 1
        assert f"→ {screen.options[1].total}" in shown(pilot, "#pad")
        await press(pilot, "down")
        assert screen.query_one("#choices", OptionList).highlighted == 2
        await press(pilot, "9", "9")
        assert screen.query_one("#choices", OptionList).highlighted == 2


async def test_undo_until_the_turn_is_ended(tmp_path: Path) -> None:
    played = session(tmp_path)
    app = GameApp(played)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "enter")
        before = shown(pilot, "#drawing")
        await press(pilot, "enter")
        assert "All drawn: confirm, or undo" in shown(pilot, "#question")
        assert shown(pilot, "#drawing") != before
        await press(pilot, "u")
        assert shown(pilot, "#drawing") == before
        await press(pilot, "enter", "backspace", "enter", "space")
        assert played.table.turn == 2
        await press(pilot, "u")
        assert played.table.turn == 2
    assert (tmp_path / "game.jsonl").read_text().count('"event":"turn"') == 1


async def test_a_pass_that_is_not_needed_is_asked_about_once(tmp_path: Path) -> None:
    """A number only points, so whoever then presses Space did not mean to pass."""
    played = session(tmp_path)
    async with GameApp(played).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "enter", "1", "space")
        assert played.table.turn == 1
        assert "You could still draw." in shown(pilot, "#question")
        await press(pilot, "2", "space")
        assert played.table.turn == 1, "pointing elsewhere takes the question back"
        await press(pilot, "space")
        assert played.table.turn == 2


async def test_the_last_turn_of_a_round_is_announced(tmp_path: Path) -> None:
    played = session(tmp_path, "toy")
    async with GameApp(played).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "enter")
        announced = False
        while played.table.round == 1:
            announced = ", the last" in shown(pilot, "#title")
            assert announced == ("Last turn of this round" in shown(pilot, "#card"))
            await press(pilot, "space", "space")
        assert announced


async def test_the_game_speaks_french(tmp_path: Path) -> None:
    speak("fr")
    try:
        async with GameApp(session(tmp_path)).run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            await press(pilot, "enter")
            assert "manche 1/4" in shown(pilot, "#title")
            assert {"Annuler", "Valider"} <= {
                active.binding.description for active in pilot.app.screen.active_bindings.values()
            }
    finally:
        speak("en")


async def test_hot_seat_hands_the_keyboard_over(tmp_path: Path) -> None:
    played = session(tmp_path, people=("Ada", "Bo"))
    app = GameApp(played)
    async with app.run_test(size=(80, 24)) as pilot:
        for name in ("Ada", "Bo", "Ada"):
            await settled(pilot)
            assert isinstance(app.screen, Notice)
            assert any(sentence == f"{name}, it is your turn." for sentence in app.screen.sentences)
            await press(pilot, "enter")
            assert name in shown(pilot, "#title")
            await press(pilot, "space", "space")
    assert played.table.turn == 2


async def test_other_sheets_help_and_what_was_dealt(tmp_path: Path) -> None:
    app = GameApp(session(tmp_path, modules=("gates",), bots=("greedy",)))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "enter", "tab")
        assert isinstance(app.screen, Sheets)
        assert "Ada" in shown(pilot, "#title")
        await press(pilot, "tab")
        assert "greedy bot" in shown(pilot, "#title")
        await press(pilot, "escape")
        for key in ("question_mark", "g"):
            await press(pilot, key)
            assert isinstance(app.screen, Reading)
            await press(pilot, "escape")
        game(pilot)


async def test_leaving_and_resuming(tmp_path: Path) -> None:
    played = session(tmp_path)
    first = GameApp(played)
    async with first.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "enter", "enter", "enter", "q")
    played.close()
    again = Session.resume(tmp_path / "game.jsonl", board)
    second = GameApp(again)
    async with second.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "enter")
        assert "turn 2" in shown(pilot, "#title")
        await press(pilot, "space", "space")
    again.close()
    assert replay((tmp_path / "game.jsonl").read_bytes()).turn == 3


async def test_a_window_that_changes_its_size(tmp_path: Path) -> None:
    app = GameApp(session(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "enter", "2")
        small = game(pilot).query_one("#drawing").size
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert game(pilot).query_one("#drawing").size.width > small.width
        assert game(pilot).query_one("#choices", OptionList).highlighted == 1


async def test_a_small_window_still_shows_the_choices(tmp_path: Path) -> None:
    playing = session(tmp_path, "paris", ("objectives", "powers"))
    async with GameApp(playing).run_test(size=(40, 12)) as pilot:
        await settled(pilot)
        await press(pilot, "enter", "pagedown", "pageup", "home", "end")
        choices = game(pilot).query_one("#choices", OptionList)
        assert choices.highlighted == choices.option_count - 1
        assert choices.region.height >= 3
        assert choices.region.bottom < 12
        for size in ((30, 8), (20, 5), (5, 3)):
            await pilot.resize_terminal(*size)
            await press(pilot, "pageup", "pagedown")
        await press(pilot, "space", "space")
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert game(pilot).query_one("#pad").display
    playing.close()
    assert b'"event":"turn"' in (tmp_path / "game.jsonl").read_bytes()


async def test_a_log_that_cannot_be_written_ends_the_game_with_the_reason(tmp_path: Path) -> None:
    played = session(tmp_path)
    app = GameApp(played)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "enter")
        played.log.close()
        await pilot.press("space", "space")
        await until(pilot, lambda: app.return_value is not None)
    assert "cannot be written" in str(app.return_value)
