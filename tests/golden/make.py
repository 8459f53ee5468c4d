"""Searches seeded games for what `features.wanted` lists and writes the ones that show most.

    python -m tests.golden.make

Run it again only if a rule or the format has changed: a golden log that is rewritten proves nothing.
"""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests import naive
from tests.golden.features import features, wanted
from tests.golden.taste import Taste
from tests.strategies import answer, ruleset
from tests.witness import naive_boards

from terminus.boards import BOARDS
from terminus.record.dealer import Dealer
from terminus.record.log import end_event, replay, step, write_line
from terminus.record.scores import score_file
from terminus.rules.mechanics import EXCLUSIVE

FOLDER = Path(__file__).parent
BATCH = 40  # games, of which the one that shows most is kept
BATCHES = 15
BY_HAND = {"a log that stops in the middle", "an event that nobody knows"}
Game = list[dict[str, Any]]


@dataclass(frozen=True)
class Recipe:
    city: str
    modules: tuple[str, ...]
    seats: int
    lazy: int = 0  # the round in which everybody passes


def recipes() -> list[Recipe]:
    found = []
    for city in BOARDS:
        for seats, module in zip((3, 2, 4), EXCLUSIVE, strict=True):
            found.append(Recipe(city, ("objectives", module), 1))
            found.append(Recipe(city, (module,), seats))
        found.append(Recipe(city, ("objectives",), 1))
        found.append(Recipe(city, (), 4))
        found.append(Recipe(city, (), 3, lazy=2))
    return found


def played(recipe: Recipe, rng: random.Random) -> Game:
    dealer, taste = Dealer(rng), Taste()
    seats = ["Ada", "Béla", "Chloé", "Dmitri"][: recipe.seats]
    game: Game = [dealer.start(ruleset(recipe.city, recipe.modules), seats)]
    table = step(None, game[0])
    while not table.over:
        event = dealer.next_event(table)
        assert event is not None
        game.append(event)
        table = step(table, event)
        order = rng.sample(range(recipe.seats), recipe.seats) if event["event"] == "flip" else []
        here = {"round": table.round, "turn": table.turn}
        for seat in order:
            lazy = recipe.lazy == here["round"]
            do = [] if lazy else answer(rng, table.positions[seat], taste.choose)
            game.append({"event": "turn", **here, "seat": seat, "do": do})
            table = step(table, game[-1])
    return [*game, end_event(table)]


def best(recipe: Recipe, missing: set[str], first_seed: int) -> Game | None:
    games = [played(recipe, random.Random(first_seed + n)) for n in range(BATCH)]
    game = max(games, key=lambda game: len(features(game) & missing))
    return game if features(game) & missing else None


def useless(recipe: Recipe, missing: set[str]) -> bool:
    """Whether all that is missing needs another city, or objectives where this one has none."""
    left = {what for what in missing if recipe.city in what or what.split()[0] not in BOARDS}
    return not any("objective " not in what or "objectives" in recipe.modules for what in left)


def write(name: str, game: Sequence[dict[str, Any]]) -> None:
    """The log and its score, once the witness agrees to both."""
    text = "".join(write_line(event) for event in game)
    score = score_file(replay(text))
    assert naive.score(naive.replay(text.splitlines(), naive_boards())) == score
    (FOLDER / f"{name}.jsonl").write_text(text, encoding="utf-8")
    (FOLDER / f"{name}.score.json").write_text(json.dumps(score, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    for old in (*FOLDER.glob("*.jsonl"), *FOLDER.glob("*.score.json")):
        old.unlink()
    missing, kept = wanted() - BY_HAND, dict.fromkeys(recipes(), 0)
    for seed in range(0, 1000 * BATCHES, 1000):
        for recipe in recipes():
            if useless(recipe, missing) or (game := best(recipe, missing, seed)) is None:
                continue
            missing -= features(game)
            kept[recipe] += 1
            name = "-".join((recipe.city, *recipe.modules, f"{recipe.seats}p", str(kept[recipe])))
            write(name, game)
            print(name, len(missing), flush=True)
    write_by_hand()
    print("missing:", sorted(missing) or "nothing")


def write_by_hand() -> None:
    stopped = played(Recipe("london", ("powers",), 2), random.Random(7))
    write("london-stopped", stopped[: len(stopped) // 2])
    chatty = played(Recipe("paris", (), 2), random.Random(8))
    chatty[0]["clock"] = {"minutes": 20}
    write("paris-chatty", [chatty[0], {"event": "chat", "seat": 1, "text": "bonjour"}, *chatty[1:]])


if __name__ == "__main__":
    main()
