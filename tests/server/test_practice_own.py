"""Practice on boards of one's own: once bots have learned them."""

import asyncio
import tomllib

import pytest
from tests.boards.test_fuzz import source
from tests.review.games import log
from tests.server.live import Player, serving
from tests.server.test_practice import PATIENCE, answer, holding, looked_over, owned, replies

from terminus.boards import own_board
from terminus.boards.digest import fingerprint
from terminus.bots.train import Training, train
from terminus.kernel import installed
from terminus.rules.ruleset import Ruleset
from terminus.server.disk.database import open_database
from terminus.server.disk.weights import Weights

pytestmark = pytest.mark.skipif(not installed(), reason="NO NATIVE KERNEL: nobody can judge without it")


async def test_boards_of_ones_own_are_looked_over_once_something_was_learned_for_them(url: str) -> None:
    document = tomllib.loads(source("toy"))
    from_here = document["departures"]
    departures = {**from_here, "red": from_here["gold"], "gold": from_here["red"]}
    own, other = own_board(document), own_board({**document, "departures": departures})
    (game, _), tokens = await owned(url, *(log(Ruleset.of(one), "random") for one in (own, other)))
    async with serving(url) as live:
        player = holding(live, tokens[0])
        assert (await player.get("/api/practise"))["looking"] is None, "nothing was learned"
        await player.close()
    data, _ = train(own, Training(8), lambda done, total: None)
    database = await open_database(url)
    await Weights(database.engine).keep(fingerprint(own), data)
    await database.close()
    async with serving(url) as live:
        player = holding(live, tokens[0])
        await until_it_looks(player)
        mine = await looked_over(player)
        assert mine["now"] > 0
        name = mine["next"]
        assert name.startswith(game)
        assert (await player.get(f"/api/practise/{name}"))["view"]["board"] == own.id
        worth, played = await replies(player, name)
        told = await answer(player, name, list(played))
        assert (told["found"], told["counted"]) == (False, True)
        assert (await answer(player, name, worth[0][0]))["found"]
        await player.close()


async def until_it_looks(player: Player) -> None:
    """It has heard of all weights that there are."""
    async with asyncio.timeout(PATIENCE):
        while (await player.get("/api/practise"))["looking"] is None:  # noqa: ASYNC110
            await asyncio.sleep(0.1)
