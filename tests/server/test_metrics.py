"""The figures at /metrics are what happened, and nobody sees them who should not."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from tests.server.live import Live, Player, raw, serving

from terminus.server.disk.health import Health
from terminus.server.edge.limits import Limit
from terminus.server.edge.scrape import read_token
from terminus.server.errors import Trouble
from terminus.server.metrics import Metrics

TABLES = 6
TOKEN = "a-token-of-some-length"
DOCS = Path(__file__).parents[2] / "docs" / "operations.md"


class Scraped(dict[str, float]):
    """Figures by name and labels: `terminus_commands_total{kind=say,outcome=taken}`; missing ones are 0."""

    def __missing__(self, _: str) -> float:
        return 0.0


async def scrape(port: int, **headers: str) -> Scraped:
    async with httpx.AsyncClient() as who:
        answer = await who.get(f"http://127.0.0.1:{port}/metrics", headers=headers)
    assert answer.status_code == 200
    found = Scraped()
    for family in text_string_to_metric_families(answer.text):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


@asynccontextmanager
async def crowd(live: Live) -> AsyncIterator[list[tuple[Player, Player]]]:
    """Tables of two people and a bot, about to begin."""
    pairs = [(live.player(), live.player()) for _ in range(TABLES)]
    for host, guest in pairs:
        game = (await host.post("/api/games", {"board": "london", "open": 2}))["game"]
        await guest.post(f"/api/games/{game}/join", {"name": "Ben"})
        await host.sit(game)
        await guest.sit(game)
    yield pairs
    for player in (player for pair in pairs for player in pair):
        await player.close()


async def test_a_crowd_is_counted_as_it_was(sqlite_url: str) -> None:
    async with serving(sqlite_url, limits={"chat": Limit(3, 1000, 600)}) as live, crowd(live) as pairs:
        before = await scrape(live.port)
        assert before["terminus_tables"] == TABLES
        assert before["terminus_sockets"] == before["terminus_people_seated"] == 2 * TABLES

        async def evening(host: Player, guest: Player) -> None:
            for word in ("hello", "there"):
                await guest.ok(say=word)
            assert "host" in await guest.no(start=True)
            await host.ok(add_bot="easy")
            await host.ok(start=True)
            await guest.http.get("/api/games/nothing")

        first, *others = pairs
        await asyncio.gather(*(evening(*pair) for pair in others), _watching(live.port))
        await first[0].close()
        after = await scrape(live.port)

        def more(name: str) -> float:
            return after[name] - before[name]

        evenings = TABLES - 1
        assert more("terminus_commands_total{kind=say,outcome=taken}") == 2 * evenings
        assert more("terminus_commands_total{kind=start,outcome=taken}") == evenings
        assert more("terminus_commands_total{kind=start,outcome=refused}") == evenings
        assert more("terminus_refusals_total{code=403,of=command}") == evenings
        assert more("terminus_requests_total{status=404,to=api}") == evenings
        assert more("terminus_refusals_total{code=404,of=request}") == evenings
        assert more("terminus_command_seconds_count") == 5 * evenings
        assert more("terminus_commit_seconds_count") >= 4 * evenings
        assert more("terminus_faults_total") == more("terminus_database_away") == 0
        assert after["terminus_sockets"] == after["terminus_people_seated"] == 2 * TABLES - 1
        assert more("terminus_sent_bytes_total{by=socket}") > 0
        assert "terminus_limits_hit_total{limit=chat}" not in after

        await others[0][1].ok(say="once more")
        await others[0][1].send(
            {"type": "command", "key": "too-much", "number": 0, "do": {"say": "and once more"}}
        )
        await others[0][1].until(lambda: others[0][1].frames[-1]["type"] == "refused")
        assert (await scrape(live.port))["terminus_limits_hit_total{limit=chat}"] == 1


async def _watching(port: int) -> None:
    """Somebody scrapes while all that goes on: figures only grow."""
    last = 0.0
    for _ in range(10):
        now = (await scrape(port))["terminus_command_seconds_count"]
        assert now >= last
        last = now
        await asyncio.sleep(0.02)


async def test_what_is_sent_is_what_arrives(live: Live) -> None:
    player = live.player()
    await player.sit((await player.post("/api/games", {"board": "london", "start": True}))["game"])
    told, before = len(player.received), await scrape(live.port)
    for _ in range(5):
        await player.ok(say="Zürich")
    await player.until(lambda: len(player.view["chat"]) == 5)
    arrived = sum(len(text.encode()) for text in player.received[told:])
    now = await scrape(live.port)
    assert (
        now["terminus_sent_bytes_total{by=socket}"] - before["terminus_sent_bytes_total{by=socket}"]
        == arrived
    )
    await player.close()


async def test_bots_faults_and_a_database_that_is_away(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(sqlite_url) as live:
        player = live.player()
        await player.sit((await player.post("/api/games", {"board": "london", "bots": ["easy"]}))["game"])
        await player.ok(start=True)
        await player.asked()
        thought = await scrape(live.port)
        for _ in range(100):
            if thought["terminus_thinking_seconds_count"] == 1:
                break
            thought = await scrape(live.port)
        assert thought["terminus_thinking_seconds_count"] == 1
        assert thought["terminus_thoughts"] == 0

        monkeypatch.setattr("terminus.server.table.commands.ORDERS", {"say": lambda *_: 1 // 0})
        assert "Something went wrong" in await player.no(say="x")
        monkeypatch.undo()
        broken = await scrape(live.port)
        assert broken["terminus_faults_total"] == 1
        assert broken["terminus_commands_total{kind=say,outcome=fault}"] == 1

        health: list[Health] = []
        really = Health.written

        async def noted(self: Health, *of: object) -> object:
            health.append(self)
            return await really(self, *of)  # type: ignore[arg-type]

        monkeypatch.setattr(Health, "written", noted)
        await player.ok(say="y")
        health[0].away = True
        await player.put_off("z", say="z")
        away = await scrape(live.port)
        assert away["terminus_database_away"] == 1
        assert away["terminus_commands_total{kind=say,outcome=later}"] == 1
        await player.close()


async def test_they_are_for_this_machine_alone(live: Live) -> None:
    here = f"Host: 127.0.0.1:{live.port}"
    for lines, status in {
        (here,): 200,
        ("Host: localhost",): 200,
        (here, "X-Forwarded-For: 127.0.0.1"): 404,
        (here, "X-Forwarded-Proto: https"): 404,
        (here, "X-Real-IP: 127.0.0.1"): 404,
        (here, "Forwarded: for=127.0.0.1"): 404,
        (here, "Via: 1.1 proxy"): 404,
        (here, "Authorization: Bearer "): 200,
        ("Host: play.example",): 404,
        ("Host: evil.example",): 404,
        ("Host: 192.168.7.8",): 404,
        ("Host: [",): 404,
        (here, "Accept: application/openmetrics-text; version=x"): 200,
    }.items():
        head, body = await raw(live.port, "GET", "/metrics", [*lines])
        assert head.startswith(f"HTTP/1.1 {status}"), lines
        assert ("terminus_tables" in body) == (status == 200)
        assert "set-cookie" not in head.lower()
    head, _ = await raw(live.port, "POST", "/metrics", [here])
    assert head.startswith("HTTP/1.1 404")


async def test_behind_a_proxy_only_the_token_opens_them(sqlite_url: str) -> None:
    async with serving(sqlite_url, proxies=1, metrics_token=TOKEN) as live:
        here = f"Host: 127.0.0.1:{live.port}"
        for line, status in {
            "Accept: */*": 404,
            f"Authorization: Bearer {TOKEN}": 200,
            f"Authorization: Bearer {TOKEN}x": 404,
            f"Authorization: Basic {TOKEN}": 404,
            "Authorization: Bearer ": 404,
            "Authorization: Bearer é": 404,
        }.items():
            head, _ = await raw(live.port, "GET", "/metrics", [here, line])
            assert head.startswith(f"HTTP/1.1 {status}"), line
        assert "terminus_tables" in await scrape(live.port, authorization=f"Bearer {TOKEN}")


@pytest.mark.parametrize("token", ["short", "x" * 15, "with a space in the middle", "näher-nicht-erlaubt"])
def test_a_token_that_can_be_guessed_or_sent_by_nobody(token: str) -> None:
    with pytest.raises(Trouble, match="TERMINUS_METRICS_TOKEN"):
        read_token(token)


def test_no_token_is_no_token() -> None:
    assert (read_token(""), read_token(TOKEN)) == ("", TOKEN)


async def test_the_documents_name_every_figure(live: Live) -> None:
    async with httpx.AsyncClient() as who:
        text = (await who.get(f"http://127.0.0.1:{live.port}/metrics")).text
    told = set(re.findall(r"^# TYPE (terminus_\w+?)(?:_total)? ", text, re.MULTILINE))
    written = set(re.findall(r"^\| `(terminus_\w+?)(?:_total)?[`{]", DOCS.read_text(), re.MULTILINE))
    assert {name for name in told if not name.endswith("_created")} == written


def test_every_app_has_figures_of_its_own() -> None:
    one, two = Metrics(), Metrics()
    one.limit_hit("chat")
    assert one.registry.get_sample_value("terminus_limits_hit_total", {"limit": "chat"}) == 1
    assert two.registry.get_sample_value("terminus_limits_hit_total", {"limit": "chat"}) is None
