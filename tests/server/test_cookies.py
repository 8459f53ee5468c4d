"""Whoever has been here is known again, whatever else this host put into their cookies."""

import itertools
from collections.abc import Callable

from tests.server.live import Live, Player, raw

from terminus.server.edge.identity import KEPT, is_token, new_token, token_in

Seat = Callable[[], Player]

STRANGERS = [
    'prefs={"a":"b"}',
    'prefs={"theme":"dark"}',
    "a b c",
    'x="open',
    "path=/",
    "foo=bar, baz",
    "é=1",
    "a=é",
    "a[b]=c",
    "a@b=c",
    "expires=Thu, 01 Jan 1970 00:00:00 GMT",
    "terminus",
    "terminus=",
    "terminus=guess",
    "Terminus=" + "x" * 32,
    "xterminus=" + "y" * 32,
    "=" + "z" * 32,
    ";;;",
    '"',
    "\\",
]
AROUND = [
    ["{stranger}; {mine}"],
    ["{mine}; {stranger}"],
    ["{stranger};{mine} ; {stranger}"],
    ["{stranger}", "{mine}"],
]


async def test_a_cookie_of_another_app_costs_nobody_their_name(live: Live, seat: Seat) -> None:
    player = seat()
    await player.put("/api/me", {"name": "Ann"})
    token = player.http.cookies["terminus"]
    mine = f"terminus={token}"
    for stranger, cookies in itertools.product(STRANGERS, AROUND):
        sent = [cookie.format(stranger=stranger, mine=mine) for cookie in cookies]
        head, body = await asked(live, sent)
        assert '"name":"Ann"' in body, sent
        assert "set-cookie" not in head.lower(), "one that can be found is never replaced"


async def asked(live: Live, cookies: list[str]) -> tuple[str, str]:
    lines = [f"Host: 127.0.0.1:{live.port}", *(f"Cookie: {cookie}" for cookie in cookies)]
    return await raw(live.port, "GET", "/api/me", lines)


async def test_the_socket_knows_its_player_among_strangers(live: Live, seat: Seat) -> None:
    player = seat()
    game = (await player.post("/api/games", {"board": "london", "start": True}))["game"]
    await player.sit(game, cookie=f'prefs={{"a":"b"}}; terminus={player.http.cookies["terminus"]}')
    assert player.view["me"] == 0


async def test_whoever_comes_back_keeps_their_cookie_for_as_long_again(live: Live) -> None:
    """A browser forgets it 400 days after it was told: whoever plays for years must be told again."""
    token = new_token()
    head, _ = await raw(live.port, "GET", "/", ["Host: 127.0.0.1", f"Cookie: terminus={token}"])
    assert f"terminus={token}; Path=/; Max-Age={KEPT}" in head
    for path in ("/api/me", "/assets/x.js"):
        head, _ = await raw(live.port, "GET", path, ["Host: 127.0.0.1", f"Cookie: terminus={token}"])
        assert "set-cookie" not in head.lower()


async def test_the_first_that_is_well_formed_counts(live: Live, seat: Seat) -> None:
    token, other = new_token(), new_token()
    assert token_in([f"terminus=short; terminus={token}; terminus={other}"]) == token
    assert token_in(["a=b", f"terminus={token}"]) == token
    assert token_in([f'terminus="{token}"']) == token
    assert token_in(["terminus", "", "a=b"]) is None
    head, _ = await asked(live, ['prefs={"a":"b"}'])
    assert "set-cookie: terminus=" in head.lower(), "a newcomer is still given one"
    assert is_token(head.lower().split("terminus=")[1].split(";")[0])
