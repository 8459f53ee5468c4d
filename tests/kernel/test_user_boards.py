"""Boards of a user's own: every mechanic on one sheet, and random ones, in lock-step with the engine."""

import random
from importlib import resources

import pytest
from tests.kernel.lockstep import play_pair
from tests.strategies import MODULE_SETS

from terminus.boards import load_board
from terminus.rules.board import Board
from terminus.rules.errors import BadBoard
from terminus.rules.ruleset import Ruleset

MORE = """
[tourist_sites]
stations = ["a0", "b1", "j9", "h7"]
[[mechanics]]
rule = "double-track"
[[mechanics]]
rule = "station-bonus"
tag = "departure"
points_each = 5
[[mechanics]]
rule = "tourist"
boxes = [3, 1, 7]
[[mechanics]]
rule = "stamps"
values = { A = 4, B = 1, K = 9 }
"""


def shipped(name: str) -> str:
    return resources.files("terminus.boards").joinpath(f"{name}.toml").read_text("utf-8")


def random_board(rng: random.Random) -> Board:
    """Any playable board of four to eight rows and columns."""
    while True:
        columns, rows = rng.randint(4, 8), rng.randint(4, 8)
        cells = [(x, y) for y in range(rows) for x in range(columns)]
        letters = {cell: rng.choice("CSTP" if rng.random() < 0.9 else "?M") for cell in cells}
        taken = rng.sample(cells, k=rng.randint(12, min(48, len(cells))))
        stations = [
            " ".join(letters[x, y] if (x, y) in taken else "." for x in range(columns)) for y in range(rows)
        ]
        districts = [
            " ".join("ABCDEFGHI"[x * 3 // columns + 3 * (y * 3 // rows)] for x in range(columns))
            for y in range(rows)
        ]
        starts = [f"{chr(ord('a') + x)}{y}" for x, y in rng.sample(taken, 4)]
        text = [
            'name = "Random"',
            'lines = ["p", "q", "r", "s"]',
            _grid("stations", stations),
            _grid("districts", districts),
            'central_district = "E"',
            "[departures]",
            *(f'{line} = "{cell}"' for line, cell in zip("pqrs", starts, strict=True)),
            "[tourist_sites]",
            f'stations = ["{starts[0]}", "{starts[1]}"]',
            "[solo]",
            "ratings = [1, 2, 3, 4, 5]",
            *_mechanics(rng),
        ]
        try:
            return load_board("\n".join(text), "random")
        except BadBoard:
            continue


def _grid(name: str, rows: list[str]) -> str:
    return "\n".join((f'{name} = """', *rows, '"""'))


def _mechanics(rng: random.Random) -> list[str]:
    optional = [
        'rule = "double-track"',
        'rule = "tourist"\nboxes = [0, 2, 3]',
        'rule = "station-bonus"\ntag = "tourist"\npoints_each = 3',
        'rule = "stamps"\nvalues = { A = 4, C = 2 }',
    ]
    figures = ", ".join(f"{lines} = {rng.randint(0, 9)}" for lines in range(rng.randint(1, 5)))
    chosen = [
        'rule = "route"',
        f'rule = "switch"\nfrom_turn = {rng.randint(1, 4)}',
        f'rule = "interchanges"\nvalues = {{ {figures} }}',
        *rng.sample(optional, rng.randint(0, len(optional))),
    ]
    return [*(f"[[mechanics]]\n{mechanic}" for mechanic in chosen), "[modules.powers]", "[modules.specials]"]


@pytest.mark.parametrize("modules", MODULE_SETS, ids=lambda modules: "+".join(modules) or "base")
def test_every_mechanic_on_one_sheet(modules: tuple[str, ...]) -> None:
    ruleset = Ruleset.of(load_board(shipped("paris") + MORE, "paris-and-more"), modules)
    for seed in range(25):
        play_pair(ruleset, seed)


@pytest.mark.parametrize("seed", range(12))
def test_random_boards(seed: int) -> None:
    city = random_board(random.Random(seed))
    for modules in ((), ("powers",), ("specials",)):
        for game in range(5):
            play_pair(Ruleset.of(city, modules), game)
