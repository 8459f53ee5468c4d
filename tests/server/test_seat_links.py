"""Private links to a seat, as somebody meets them who found one, or who uses them all at once."""

import asyncio
from collections.abc import Callable

from tests.server.live import Player

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
