"""Private links to a seat, as somebody meets them who found one, or who uses them all at once."""

import asyncio
import time
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.server.live import Player

from terminus.server.disk import store as disk_store
from terminus.server.disk.store import Store
from terminus.server.edge.links import move_seat
from terminus.server.table.lobby import free, new_table
from terminus.server.table.state import Seat as TableSeat

Seat = Callable[[], Player]


async def link_of(player: Player, game: str) -> str:
    path = str((await player.post(f"/api/games/{game}/link"))["path"])
    return path.replace("/s/", "/api/seat/")


async def test_of_many_who_open_one_link_at_once_one_gets_the_seat(seat: Seat) -> None:
    owner, others = seat(), [seat() for _ in range(8)]
    game = (await owner.post("/api/games", {"board": "london", "start": True}))["game"]
    link = await link_of(owner, game)
    answers = await asyncio.gather(*(other.http.post(link) for other in others))
    assert sorted(answer.status_code for answer in answers) == [200, *[410] * 7]
    views = [await other.get(f"/api/games/{game}") for other in others]
    assert [view["me"] for view in views].count(0) == 1
    assert (await owner.get(f"/api/games/{game}"))["me"] is None


async def test_a_link_that_one_opens_oneself_is_used_up(seat: Seat) -> None:
    owner, finder = seat(), seat()
    game = (await owner.post("/api/games", {"board": "london", "start": True}))["game"]
    link, another = await link_of(owner, game), await link_of(owner, game)
    assert (await owner.post(link))["game"] == game
    assert (await owner.get(f"/api/games/{game}"))["me"] == 0
    for player in (owner, finder):
        assert "used already" in await player.refused(link, status=410)
    assert (await finder.post(another))["game"] == game, "each is used by itself"


async def test_whoever_gives_up_a_seat_and_sits_down_again_has_no_old_links(seat: Seat) -> None:
    host, guest, finder = seat(), seat(), seat()
    game = (await host.post("/api/games", {"board": "london", "open": 1}))["game"]
    await guest.post(f"/api/games/{game}/join")
    link = await link_of(guest, game)
    await guest.sit(game)
    await guest.ok(leave=True)
    await finder.refused(link, status=410)
    await guest.post(f"/api/games/{game}/join")
    await finder.refused(link, status=410)
    fresh = await link_of(guest, game)
    await guest.post(f"/api/games/{game}/join")  # who sits there already has changed nothing
    assert (await finder.post(fresh))["game"] == game


async def test_a_link_that_is_made_while_the_seat_moves_never_opens_it(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, other, finder = seat(), seat(), seat()
    game = (await owner.post("/api/games", {"board": "london", "start": True}))["game"]
    first = await link_of(owner, game)
    add, asked, moved = Store.add_link, asyncio.Event(), asyncio.Event()

    async def slowly(self: Store, *link: str) -> bool:
        asked.set()
        await moved.wait()
        return await add(self, *link)

    monkeypatch.setattr(Store, "add_link", slowly)
    late = asyncio.create_task(owner.http.post(f"/api/games/{game}/link"))
    await asked.wait()
    await other.post(first)
    moved.set()
    answer = await late
    monkeypatch.undo()
    await owner.post(await link_of(other, game))  # and back again
    assert (await owner.get(f"/api/games/{game}"))["me"] == 0
    if answer.is_success:
        await finder.refused(answer.json()["path"].replace("/s/", "/api/seat/"), status=410)
    assert answer.status_code == 403, "it was no longer theirs"


async def test_with_a_seat_go_its_links_whatever_becomes_of_the_server(engine: AsyncEngine) -> None:
    """In the same write: a server that dies right after it leaves none behind."""
    store = Store(engine)
    seats = [TableSeat("person", name, person=name) for name in ("ann", "ben")]
    state = await store.create(new_table("london", (), None, seats))
    for person in ("ann", "ben"):
        assert await store.add_link(f"link of {person}", state.game.id, person)
    moved = await store.save(state, move_seat(state, "ann", "eve"))
    assert [await store.link(f"link of {person}") for person in ("ann", "ben")] == [
        None,
        (state.game.id, "ben"),
    ]
    assert not await store.add_link("another", state.game.id, "ann")
    await store.save(moved, free(moved, 1))
    assert await store.link("link of ben") is None


async def test_a_clock_that_is_put_back_prolongs_no_link(
    engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, now = Store(engine), time.time()
    state = await store.create(new_table("london", (), None, [TableSeat("person", "Ann", person="ann")]))
    await store.add_link("link", state.game.id, "ann")
    for later, there in ((0, True), (-30, True), (-3600, False), (899, True), (902, False)):
        monkeypatch.setattr(disk_store, "time", SimpleNamespace(time=lambda at=now + later: at))
        assert (await store.link("link") is not None) == there, later


async def test_nothing_that_is_shared_holds_a_secret(seat: Seat) -> None:
    """What others see, and the addresses that people hand on: no cookie, no key, no id of a person."""
    host, guest = seat(), seat()
    game = (await host.post("/api/games", {"board": "london", "open": 1}))["game"]
    key = (await link_of(host, game)).rsplit("/", 1)[1]
    await guest.post(f"/api/games/{game}/join")
    await guest.sit(game)
    await host.sit(game)
    await host.ok(say="hello")
    code = guest.view["code"]
    for path in ("/", f"/t/{game}", f"/j/{code}", f"/r/{game}", "/api/me", f"/api/games/{game}"):
        answer = await guest.http.get(path)
        guest.received.append(str(answer.headers))
    seen = "\n".join(guest.received)
    token = host.http.cookies["terminus"]
    for secret in (token, key):
        assert secret not in seen
    assert guest.http.cookies["terminus"] not in "\n".join(host.received)
