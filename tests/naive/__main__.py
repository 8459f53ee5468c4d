"""The naive counts and scores by hand: `python -m tests.naive perft london green circle square`."""

import argparse
import json
from pathlib import Path

from tests.naive import board, perft, replay, score, sheets

BOARDS = Path(__file__).parents[2] / "src" / "terminus" / "boards"


def pairs(text: str | None, between: str) -> dict[str, str]:
    return dict(part.split(between, 1) for part in (text or "").split(",") if part)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.naive", description=__doc__)
    parser.add_argument("--boards", type=Path, default=BOARDS, help="the folder of the board files")
    commands = parser.add_subparsers(required=True, dest="command")
    counting = commands.add_parser("perft", help="count the ways to answer these turns on an empty sheet")
    counting.add_argument("board")
    counting.add_argument("line")
    counting.add_argument("turns", nargs="+", metavar="turn")
    counting.add_argument("--sheets", action="store_true", help="count the different final sheets instead")
    counting.add_argument("--power")
    counting.add_argument("--special", metavar="SYMBOL:EFFECT")
    counting.add_argument("--gates", metavar="a0=…,j0=…,a9=…,j9=…")
    scoring = commands.add_parser("score", help="replay a log and print its score")
    scoring.add_argument("log", type=Path)
    given = parser.parse_args()
    if given.command == "score":
        boards = {file.stem: board(file) for file in given.boards.glob("*.toml") if file.stem != "toy"}
        print(json.dumps(score(replay(given.log.read_text(encoding="utf-8").splitlines(), boards)), indent=1))
        return
    count = sheets if given.sheets else perft
    special = next(iter(pairs(given.special, ":").items()), None)
    sheet = board(given.boards / f"{given.board}.toml")
    dealt = {"power": given.power, "special": special, "gates": pairs(given.gates, "=")}
    print(count(sheet, given.line, given.turns, **dealt))


if __name__ == "__main__":
    main()
