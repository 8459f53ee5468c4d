"""The same work on a Dask cluster, here one of two processes; and what happens when it is gone."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from terminus.boards import board
from terminus.bots.arena import cluster
from terminus.bots.arena.contest import Contest
from terminus.bots.arena.results import Results
from terminus.bots.arena.run import run
from terminus.bots.arena.schedule import Schedule
from terminus.bots.arena.units import Outcome, Refused, Unit, play_unit

CONTEST = Contest.of(board("toy"), (), 1, 3)
BOT, GAMES = "lookahead:1", 10
CLUSTER = """
import sys
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""


class Cluster:
    """A cluster in a process of its own, as it would be on another machine."""

    def __init__(self, folder: Path) -> None:
        script = folder / "cluster.py"
        script.write_text(CLUSTER)
        self.process = subprocess.Popen(
            [sys.executable, str(script)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=folder,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()

    def pull_the_plug(self) -> None:
        self.process.kill()
        self.process.communicate()

    def close(self) -> None:
        self.process.communicate("")


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Cluster]:
    found = Cluster(tmp_path)
    yield found
    found.close()


def play_on(address: str, results: Results, games: int = GAMES) -> list[float]:
    with cluster.connected(address) as play:
        return list(run(CONTEST, [BOT], games, results, play, lambda done, total: None)[BOT].scores)


def alone() -> list[float]:
    return list(play_unit(CONTEST, Unit(BOT, 0, GAMES), lambda: 0.0).scores)


def test_a_cluster_plays_the_same_games(there: Cluster) -> None:
    results = Results(CONTEST)
    assert play_on(there.address, results) == alone()
    assert results.played(BOT, GAMES).cpu_s_per_game > 0


def test_a_lost_cluster_loses_nothing_that_was_finished(there: Cluster, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"

    class Unplugging(Results):
        def add(self, chunk: Outcome) -> None:
            super().add(chunk)
            there.pull_the_plug()

    results = Unplugging(CONTEST, path)
    with pytest.raises(cluster.LostCluster, match="is lost"):
        play_on(there.address, results)
    results.close()

    kept = Results(CONTEST, path)
    done = GAMES - sum(map(len, kept.missing(BOT, GAMES)))
    assert 0 < done < GAMES
    again = Cluster(tmp_path)
    assert play_on(again.address, kept) == alone()
    kept.close()
    again.close()


def test_what_a_worker_refuses_is_said_here(there: Cluster) -> None:
    with cluster.connected(there.address) as play, pytest.raises(Refused, match="there is no bot «nope»"):
        list(play(CONTEST, Schedule({"nope": [range(1)]})))


def test_workers_with_other_code_do_not_play(there: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "source_hash", lambda: "another")
    with pytest.raises(Refused, match="another version of Terminus"):
        play_on(there.address, Results(CONTEST))


@pytest.mark.parametrize(
    "address", ["", "nonsense", "localhost", "ftp://localhost:1", "tcp://:5", "tcp://a:b"]
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(cluster.LostCluster, match="is no address"):
        cluster.connect(address)


def test_nobody_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_S", 1)
    with pytest.raises(cluster.LostCluster, match="no Dask scheduler answers"):
        cluster.connect("tcp://127.0.0.1:9")
