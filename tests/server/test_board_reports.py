"""Reports on boards and the training of bots: made once whoever asks, kept, gone on with, and used."""

import asyncio
import signal
import tomllib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import func, select
from tests.boards.test_fuzz import source
from tests.server.live import Player, best, serving
from tests.server.processes import program
from tests.server.test_boards import edo

from terminus.boards.digest import fingerprint
from terminus.boards.own import own_board
from terminus.bots import native
from terminus.bots.evaluation import net_of, weights_of
from terminus.bots.report import Budget
from terminus.kernel import installed
from terminus.rules.board import Board
from terminus.rules.ruleset import Ruleset
from terminus.server.disk import weights as of_weights
from terminus.server.disk.database import open_database
from terminus.server.disk.schema import jobs as job_table
from terminus.server.disk.schema import weights as weights_table
from terminus.server.disk.weights import Weights
from terminus.server.errors import Refused
from terminus.server.work import kinds
from terminus.server.work.boards import Reports, Trainings
from terminus.server.work.desk import Desk
from terminus.server.work.jobs import TRIES, Job, Jobs

pytestmark = pytest.mark.skipif(not installed(), reason="NO NATIVE KERNEL: nothing can be trained without it")
PATIENCE = 60.0
QUICK = 0.3  # seconds of training
WORKER = """
import sys
from terminus.server.work import kinds
from terminus.server.work.run import run
kinds.TRAINING_S = float(sys.argv[2])
run(sys.argv[1], 2)
"""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds, "TRAINING_S", QUICK)
    monkeypatch.setattr(kinds, "REPORT_BUDGET", Budget(games=4, seconds=5))


def own(name: str = "My own") -> Board:
    return own_board(tomllib.loads(source("toy")) | {"name": name})


@asynccontextmanager
async def at_work(
    url: str, number: int = 1, has_workers: bool = False
) -> AsyncIterator[tuple[Desk, Weights]]:
    """A server as far as its jobs go."""
    database = await open_database(url)
    weights = Weights(database.engine)
    desk = Desk(Jobs(database.engine, number), lambda: has_workers, weights)
    await weights.start()
    desk.start()
    try:
        yield desk, weights
    finally:
        await desk.close()
        await weights.close()
        await database.close()


async def until(look: Callable[[], Any], wanted: Callable[[Job], bool] = lambda job: job.finished) -> Job:
    async with asyncio.timeout(PATIENCE):
        while True:
            job: Job | None = await look()
            if job is not None and wanted(job):
                return job
            await asyncio.sleep(0.02)


async def count(desk: Desk, table: Any) -> int:
    async with desk.jobs.engine.connect() as connection:
        return int((await connection.execute(select(func.count()).select_from(table))).scalar_one())


async def finished(player: Player, board: str, modules: str = "") -> dict[str, Any]:
    async with asyncio.timeout(PATIENCE):
        while (found := await player.get(f"/api/boards/{board}/report?modules={modules}"))["state"] != "done":
            assert found["state"] in ("waiting", "running"), found
            assert found["report"] is None
            await asyncio.sleep(0.05)
    return dict(found["report"])


async def test_any_set_of_modules_is_played_and_kept_by_itself(url: str) -> None:
    async with serving(url) as live:
        player = live.player()
        name = (await player.post("/api/boards", {"document": edo()}))["id"]
        for board in ("london", name):
            for asked, said in (("powers,objectives", "objectives,powers"), ("specials", "specials")):
                await player.post(f"/api/boards/{board}/report?modules={asked}")
                found = await finished(player, board, said)
                assert (found["board"], found["modules"]) == (board, said.split(","))
                assert {"objectives", "powers"} & {*found["players"][0]["rules"]} <= {*said.split(",")}
                assert found["ratings"] is None
        for wrong in ("powers,specials", "powers,powers", "boats", "x" * 99):
            await player.post(f"/api/boards/london/report?modules={wrong}", status=400)
        await player.close()


async def test_a_report_is_asked_for_once_and_kept_for_all(url: str) -> None:
    async with serving(url) as live:
        first, second = live.player(), live.player()
        assert (await first.get("/api/boards/london/report"))["state"] == "none"
        await asyncio.gather(*(who.post("/api/boards/london/report") for who in (first, second)))
        found = await finished(first, "london")
        assert found == await finished(second, "london")
        assert found["ground"]["stations"] == 53
        assert [player["games"] for player in found["players"]] == [4, 4, 2, 2]
        await first.get("/api/boards/nowhere/report", status=404)
        assert (await first.get("/api/boards/london/report?modules=powers"))["state"] == "none"
        training = await first.get("/api/boards/london/training")
        assert (training["state"], training["may"]) == ("none", False)
        await first.post("/api/boards/london/training", status=403)
        await first.close()
        await second.close()
    async with serving(url) as live:
        third = live.player()
        assert (await third.get("/api/boards/london/report"))["report"] == found
        await third.close()


async def learned(player: Player, board: str) -> dict[str, Any]:
    """The training once it is done, and known to the server that is asked."""
    async with asyncio.timeout(PATIENCE):
        while not (found := await player.get(f"/api/boards/{board}/training"))["weights"]:
            assert found["state"] in ("waiting", "running", "done"), found
            await asyncio.sleep(0.05)
    return dict(found)


async def advised(player: Player, board: str) -> dict[str, Any]:
    """What help says at the first card of a game alone, which is then played to its end."""
    await player.sit((await player.post("/api/games", {"board": board, "start": True}))["game"])
    await player.asked()
    await player.ok(help=True)
    advice = dict(await player.get(f"/api/games/{player.game}/advice"))
    await player.play_out(best)
    return advice


async def looked_back(player: Player) -> dict[str, Any]:
    async with asyncio.timeout(PATIENCE):
        while (found := await player.post(f"/api/games/{player.game}/review"))["state"] != "done":
            assert found["state"] in ("waiting", "running"), found
            await asyncio.sleep(0.05)
    return dict(found["review"])


async def test_somebodys_own_board_is_reported_on_learned_and_then_played_by_what_was_learned(
    url: str,
) -> None:
    document = tomllib.loads(source("toy"))
    board = own_board(document)
    async with serving(url) as live:
        ann, bob = live.player(), live.player()
        made = (await ann.post("/api/boards", {"document": document}))["id"]
        await bob.post(f"/api/boards/{made}/report")
        report = await finished(bob, made)
        assert (report["weights"], report["ground"]["stations"]) == (None, len(board.stations))
        assert (await advised(ann, made))["by"] == (await looked_back(ann))["by"] == "score"
        assert (await ann.get(f"/api/boards/{made}/training"))["may"]
        assert (await ann.post(f"/api/boards/{made}/training"))["mine"]
        told = await learned(bob, made)
        assert (told["mine"], told["weights"]) == (False, weights_of(board))
        assert (await bob.get(f"/api/boards/{made}/report"))["state"] == "none", "bots know more now"
        assert (await looked_back(ann))["by"] == "learned"
        assert (await advised(bob, made))["by"] == (await looked_back(bob))["by"] == "learned"
        assert (await asyncio.to_thread(native.mind_of, *_expert(board))).learned
        for player in (ann, bob):
            await player.close()


async def test_what_a_worker_has_learned_the_server_plays_by(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(of_weights, "LOOK", 0.2)
    document = tomllib.loads(source("toy"))
    with program(WORKER, postgres_url, str(QUICK)) as worker:
        async with serving(postgres_url) as live:
            player = live.player()
            assert worker.stdout is not None
            await asyncio.to_thread(worker.stdout.readline)
            made = (await player.post("/api/boards", {"document": document}))["id"]
            await live.heard_of_workers()
            await player.post(f"/api/boards/{made}/training")
            await learned(player, made)
            assert (await advised(player, made))["by"] == (await looked_back(player))["by"] == "learned"
            await player.close()
        worker.send_signal(signal.SIGTERM)
        said, _ = await asyncio.to_thread(worker.communicate, timeout=PATIENCE)
    assert "train: done in" in said
    assert "review: done in" in said


async def test_two_who_ask_have_bots_trained_once_and_all_bots_play_by_it(url: str) -> None:
    board = own()
    async with at_work(url) as (desk, weights):
        other, elsewhere = Desk(Jobs(desk.jobs.engine, 2), lambda: True), Weights(desk.jobs.engine)
        assert (net_of(board), weights_of(board)) == (None, None)
        asked = await asyncio.gather(
            Trainings(desk).ask(board, "ada"), Trainings(other).ask(own("Called otherwise"), "bela")
        )
        assert len({job.id for job in asked}) == 1, "it is the same board by all that decides the game"
        done = await until(lambda: Trainings(desk).look(board))
        assert done.failure is None
        assert await count(desk, job_table) == await count(desk, weights_table) == 1
        await elsewhere.refresh()
        assert elsewhere.name(fingerprint(board)) == done.answer["weights"] == weights_of(board)
        assert await asyncio.to_thread(net_of, board) is not None
        assert (await asyncio.to_thread(native.mind_of, *_expert(board))).learned
    async with at_work(url) as (_, weights):  # and after a restart
        await weights.refresh()
        assert await asyncio.to_thread(net_of, board) is not None
    assert net_of(board) is None


def _expert(board: Board) -> tuple[Any, Any]:
    return Ruleset.of(board), native.mcts(10)


async def test_new_weights_make_a_new_report(url: str) -> None:
    board = own()
    async with at_work(url) as (desk, _):
        before = await Reports(desk).ask(board)
        assert (await until(lambda: Reports(desk).look(board))).answer["weights"] is None
        await Trainings(desk).ask(board, "ada")
        name = (await until(lambda: Trainings(desk).look(board))).answer["weights"]
        assert (await Reports(desk).ask(board)).id != before.id
        assert (await until(lambda: Reports(desk).look(board))).answer["weights"] == name


async def test_what_a_killed_worker_had_begun_is_gone_on_with_and_at_last_given_up(url: str) -> None:
    board = own()
    database = await open_database(url)
    for number in range(TRIES):
        dead = Jobs(database.engine, 90 + number)
        await dead.free()
        await Trainings(Desk(dead, lambda: True)).ask(board, "ada")
        (job,) = await dead.take(1, [kinds.TRAIN], urgent=False)
        await dead.report(job, [0.5, ""])
        assert job.tries == number + 1
    await Jobs(database.engine, 99).free()
    given_up = await Trainings(Desk(Jobs(database.engine, 99), lambda: True)).look(board)
    assert given_up is not None
    assert given_up.failure == "its worker died"
    await database.close()
    async with at_work(url) as (desk, _):  # asked for again it begins anew
        await Trainings(desk).ask(board, "ada")
        job = await until(lambda: Trainings(desk).look(board))
        assert (job.failure, job.tries) == (None, 1)


async def test_who_asked_may_stop_it_and_nobody_else(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds, "TRAINING_S", 600.0)
    board = own()
    async with at_work(url) as (desk, _):
        trainings = Trainings(desk)
        await trainings.ask(board, "ada")
        await until(lambda: trainings.look(board), lambda job: bool(job.progress))
        with pytest.raises(Refused):
            await trainings.withdraw(board, "bela")
        await trainings.withdraw(board, "ada")
        assert await trainings.look(board) is None
        monkeypatch.setattr(kinds, "TRAINING_S", QUICK)
        await trainings.ask(board, "bela")  # its place is free again
        assert (await until(lambda: trainings.look(board))).failure is None


async def test_a_report_does_not_wait_for_a_training(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds, "TRAINING_S", 600.0)
    board = own()
    async with at_work(url) as (desk, _):
        await Trainings(desk).ask(board, "ada")
        await until(lambda: Trainings(desk).look(board), lambda job: bool(job.progress))
        await Reports(desk).ask(board)
        assert (await until(lambda: Reports(desk).look(board))).failure is None
    async with at_work(url, 2, has_workers=True) as (desk, _):  # the server ended, and gave it back
        job = await Trainings(desk).look(board)
        assert job is not None
        assert (job.finished, job.tries) == (False, 0)


async def test_only_so_many_wait(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(kinds.KINDS, kinds.TRAIN, replace(kinds.KINDS[kinds.TRAIN], most=2))
    async with at_work(url, has_workers=True) as (desk, _):
        trainings = Trainings(desk)
        for number in (1, 2):
            await trainings.ask(_with_ratings(number), "ada")
        with pytest.raises(Refused) as refused:
            await trainings.ask(_with_ratings(3), "ada")
        assert refused.value.status == 503
        await trainings.ask(_with_ratings(1), "bela")  # it waits already


def _with_ratings(boxes: int) -> Board:
    """A board that plays differently for each number."""
    document = tomllib.loads(source("toy"))
    tourist = next(rule for rule in document["mechanics"] if rule["rule"] == "tourist")
    tourist["boxes"] = [0, boxes]
    return own_board(document)
