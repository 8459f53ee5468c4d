"""What every answer carries: headers, cookies, caching, limits, the page for each of its addresses."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.server.live import Live, Player, serving
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from terminus.boards import BOARDS
from terminus.bots import LEVELS
from terminus.bots.levels import means
from terminus.server.edge import page
from terminus.server.edge.addresses import is_reachable, public_origin
from terminus.server.edge.identity import is_token, new_token, person_of
from terminus.server.edge.run import announce, check_address
from terminus.server.errors import Trouble
from terminus.server.table.text import NAME_LENGTH

Seat = Callable[[], Player]


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page as the build leaves it."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Terminus</title>")
    (tmp_path / "assets" / "index-Ab12.js").write_text("console.log('hello');" * 200)
    (tmp_path / "worker.js").write_text("// a service worker")
    (tmp_path / "manifest.webmanifest").write_text("{}")
    (tmp_path / "favicon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (tmp_path.parent / "secret.txt").write_text("secret")
    monkeypatch.setattr(page, "PAGE", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "path", ["/", "/t/{game}", "/r/{game}/3", "/s/key", "/about", "/rules", "/rules/london"]
)
async def test_the_page_answers_at_each_of_its_addresses(seat: Seat, built: Path, path: str) -> None:
    game = (await seat().post("/api/games", {"board": "london", "start": True}))["game"]
    path = path.format(game=game)
    answer = await seat().http.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    again = await seat().http.get(path, headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", ["/rules/atlantis", "/t/abc", "/t", "/r/abc/3", "/j/BCDFGH", "/j/!"])
async def test_the_page_says_that_nothing_is_there_and_so_does_the_answer(
    seat: Seat, built: Path, path: str
) -> None:
    answer = await seat().http.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    again = await seat().http.get(path, headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.text) == (404, answer.text)


async def test_files_of_the_page_are_kept_for_ever_if_their_name_says_so(seat: Seat, built: Path) -> None:
    http = seat().http
    script = await http.get("/assets/index-Ab12.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert "immutable" in script.headers["cache-control"]
    assert script.headers["content-encoding"] == "gzip"
    assert "set-cookie" not in script.headers, "what is kept for ever is nobody's"
    icon = await http.get("/favicon.svg")
    assert (icon.headers["content-type"], icon.headers["cache-control"]) == (
        "image/svg+xml",
        "public, max-age=86400",
    )
    for missing in (
        "/assets/old-Cd34.js",
        "/robots.txt",
        "/..%2fsecret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/%00.js",
        f"/{'x' * 900}.js",
    ):
        answer = await http.get(missing)
        assert (answer.status_code, "secret" in answer.text.replace("secret.txt", "")) == (404, False)


async def test_what_makes_the_page_installable_has_its_types(seat: Seat, built: Path) -> None:
    http = seat().http
    worker = await http.get("/worker.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-store"
    manifest = await http.get("/manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"


async def test_a_file_of_the_page_is_compressed_once(seat: Seat, built: Path) -> None:
    script = "// " + random.Random(1).randbytes(8000).hex()  # large also when it is compressed
    (built / "assets" / "large-Ef56.js").write_text(script)
    answer = await seat().http.get("/assets/large-Ef56.js")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.text == script


async def test_a_page_that_is_not_built_is_said_so(seat: Seat, built: Path) -> None:
    (built / "index.html").unlink()
    answer = await seat().http.get("/")
    assert answer.status_code == 503
    assert "make page" in answer.text


async def test_every_answer_keeps_the_page_to_itself(seat: Seat, built: Path) -> None:
    for path in ("/", "/api/boards", "/api/nothing", "/assets/index-Ab12.js"):
        headers = (await seat().http.get(path)).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "unsafe-eval" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
    assert (await seat().http.get("/api/me")).headers["cache-control"] == "no-store"


async def test_a_newcomer_is_given_a_token_and_keeps_it(seat: Seat) -> None:
    player = seat()
    first = await player.http.get("/api/me")
    cookie = first.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    token = player.http.cookies["terminus"]
    assert is_token(token)
    await player.put("/api/me", {"name": "Ann", "language": "fr"})
    assert "set-cookie" not in (await player.http.get("/api/me")).headers
    me = await player.get("/api/me")
    assert (me["name"], me["language"]) == ("Ann", "fr")
    other = await seat().get("/api/me")
    assert other["name"] == ""
    forged = seat()
    forged.http.cookies.set("terminus", "guess")
    assert "set-cookie" in (await forged.http.get("/api/me")).headers


async def test_a_name_is_one_clean_line(seat: Seat) -> None:
    player = seat()
    me = await player.put("/api/me", {"name": " \u202eA\nb\x07 " + "x" * 100})
    assert me["name"].startswith("A b xxx")
    assert len(me["name"]) <= NAME_LENGTH
    refused = await player.put("/api/me", {"language": "tlh"}, 400)
    assert refused["error"] == {"message": "There is no language {language}.", "values": {"language": "tlh"}}


async def test_another_page_can_do_nothing_in_my_name(seat: Seat, live: Live) -> None:
    player = seat()
    foreign = {"origin": "https://elsewhere.example"}
    answer = await player.http.post("/api/games", json={"board": "london"}, headers=foreign)
    assert answer.status_code == 403
    assert answer.json()["error"]["message"].startswith("This came from another page")
    ours = {"origin": f"http://127.0.0.1:{live.port}"}
    game = (await player.http.post("/api/games", json={"board": "london"}, headers=ours)).json()["game"]
    with pytest.raises(InvalidStatus):
        async with connect(f"ws://127.0.0.1:{live.port}/api/games/{game}/socket", additional_headers=foreign):
            pass
    await player.sit(game, **ours)


async def test_what_is_too_long_is_refused(seat: Seat) -> None:
    player = seat()
    answer = await player.http.put("/api/me", json={"name": "x" * 20_000})
    assert (answer.status_code, answer.json()["error"]["message"]) == (413, "That is too long.")
    game = (await player.post("/api/games", {"board": "london"}))["game"]
    await player.sit(game)
    await player.send({"type": "hello", "version": "x" * 5000})
    await player.until(lambda: player.frames[-1].get("error", {}).get("message") == "That is too long.")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "[]",
        '{"type":"dance"}',
        '{"type":"command","key":"k","number":0,"do":{}}',
        '{"type":"command","key":"k","number":0,"do":{"undo":true,"clear":true}}',
        '{"type":"command","key":"","number":0,"do":{"undo":true}}',
        '{"type":"command","key":"k","number":"0","do":{"undo":true}}',
        '{"type":"command","key":"k","number":0,"do":{"seat":1}}',
        "[" * 3000,
    ],
)
async def test_a_frame_that_is_none_closes_the_socket_with_a_word(seat: Seat, text: str) -> None:
    player = seat()
    game = (await player.post("/api/games", {"board": "london", "start": True}))["game"]
    await player.sit(game)
    assert player.socket is not None
    await player.socket.send(text)
    message = "The server does not understand this request."
    await player.until(lambda: player.frames[-1].get("error", {}).get("message") == message)
    await player.socket.wait_closed()
    assert (await player.get(f"/api/games/{game}"))["phase"] == "playing"


async def test_the_cities_are_described_whole(seat: Seat) -> None:
    boards = await seat().get("/api/boards")
    assert [board["id"] for board in boards] == list(BOARDS)
    for board in boards:
        cells = {station["cell"] for station in board["stations"]}
        assert {cell for section in board["sections"] for cell in (section["a"], section["b"])} <= cells
        assert set(board["departures"]) == set(board["lines"])
        assert set(board["departures"].values()) | set(board["corners"]) <= cells
        assert len(board["grid"]) == board["rows"]
        assert {len(row) for row in board["grid"]} == {board["columns"]}
        assert "route" in [rule["rule"] for rule in board["scoring"]]
        figures = {module["id"]: module["figures"] for module in board["modules"]}
        assert len(figures["objectives"]["objectives"]) == 5
    assert [board["joker"] for board in boards].count("visit") == 1
    assert [bool(board["river"]) for board in boards].count(True) == 1
    assert [bool(board["loop"]) for board in boards].count(True) == 1


async def test_levels_have_words(seat: Seat) -> None:
    found = await seat().get("/api/levels")
    assert [level["id"] for level in found] == list(LEVELS)
    for level in found:
        measured = {game: round(mean) for game, mean in means(level["id"]).items()}
        assert level["means"] | level["with_modules"] == measured
        assert set(level["means"]) == set(BOARDS)
    assert 110 < found[1]["means"]["london"] < 140


async def test_the_join_link_is_a_qr_code_for_others(sqlite_url: str) -> None:
    async with serving(sqlite_url, lan="192.168.7.8") as live:
        player = live.player()
        game = (await player.post("/api/games", {"board": "london", "open": 1}))["game"]
        me = await player.get("/api/me")
        assert (me["address"], me["reachable"]) == (f"http://192.168.7.8:{live.port}", True)
        answer = await player.http.get(f"/api/games/{game}/qr.svg")
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert "<svg" in answer.text
        await player.close()


@pytest.mark.parametrize("behind_proxy", [False, True])
async def test_only_a_proxy_that_is_ours_is_believed(sqlite_url: str, behind_proxy: bool) -> None:
    async with serving(sqlite_url, proxies=int(behind_proxy), hosts=["play.example"]) as live:
        player = live.player(**{"x-forwarded-proto": "https", "host": "play.example"})
        answer = await player.http.get("/api/me")
        assert ("; Secure" in answer.headers["set-cookie"]) is behind_proxy
        assert answer.json()["address"] == ("https://play.example" if behind_proxy else "http://play.example")
        plain = live.player(host="play.example")
        assert "Secure" not in (await plain.http.get("/api/me")).headers["set-cookie"]
        await player.close()
        await plain.close()


def test_a_loopback_address_helps_nobody_else() -> None:
    assert public_origin("http://localhost:8000", "10.0.0.5") == "http://10.0.0.5:8000"
    assert public_origin("http://[::1]:8000", "10.0.0.5") == "http://10.0.0.5:8000"
    assert public_origin("https://play.example", "10.0.0.5") == "https://play.example"
    assert public_origin("http://127.0.0.1:8000", None) == "http://127.0.0.1:8000"
    assert public_origin("http://127.0.0.1:8000", "") == "http://127.0.0.1:8000"


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LOCALHOST.",
        "a.localhost",
        "127.0.0.1",
        "127.1.2.3",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "0.0.0.0",
    ],
)
def test_nobody_else_can_reach_this_machine_by_its_own_name(host: str) -> None:
    assert not is_reachable(f"http://{host}:8000")


@pytest.mark.parametrize("host", ["10.0.0.5", "play.example", "localhost.example", "[fd00::1]", "mybox"])
def test_others_can_reach_a_name_or_an_address(host: str) -> None:
    assert is_reachable(f"http://{host}:8000")


async def test_there_is_no_qr_code_of_an_address_that_nobody_can_reach(seat: Seat) -> None:
    player = seat()
    game = (await player.post("/api/games", {"board": "london", "open": 1}))["game"]
    assert not (await player.get("/api/me"))["reachable"]
    refusal = (await player.get(f"/api/games/{game}/qr.svg", 409))["error"]
    assert refusal["values"] == {"command": "terminus serve --lan"}


def test_a_token_is_long_and_only_its_hash_is_kept() -> None:
    token = new_token()
    assert len(token) == 32, "192 bits"
    assert token not in person_of(token)
    assert not is_token("")


def test_serving_the_network_shows_the_address_and_its_qr_code(capsys: pytest.CaptureFixture[str]) -> None:
    announce("0.0.0.0", 8000, "192.168.7.8")
    told = capsys.readouterr().out
    assert "http://127.0.0.1:8000" in told
    assert "http://192.168.7.8:8000" in told
    assert told.count("█") > 50
    announce("127.0.0.1", 8000, None)
    assert capsys.readouterr().out == "Terminus is at http://127.0.0.1:8000\n"
    announce("0.0.0.0", 8000, "")
    assert "No other device can reach this machine" in capsys.readouterr().out


@pytest.mark.parametrize(("host", "port"), [("127.0.0.1", 99999), ("nowhere.invalid", 8000)])
def test_an_address_that_cannot_be_is_said_so(host: str, port: int) -> None:
    with pytest.raises(Trouble, match=f"cannot listen at {host}:{port}: .*; choose another"):
        check_address(host, port)
