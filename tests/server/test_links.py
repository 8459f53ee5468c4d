"""What a link shows before it is opened: a title, a sentence and a picture of its own, and no secret."""

import asyncio
import html
import re
import threading
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from tests.server.live import Live, Player, best

from terminus.boards import BOARDS, board
from terminus.locale import LANGUAGES
from terminus.rules.mechanics import MODULES
from terminus.server.edge import page
from terminus.server.edge.album import WAITING, Album
from terminus.server.errors import Refused

Seat = Callable[[], Player]
PLAIN = ("/", "/about", "/rules", "/learn", "/rules/london", "/boards", "/boards/london")
SHELL = '<!doctype html>\n<html lang="en">\n<title>Terminus</title>\n<div id="app"></div>'


@pytest.fixture(autouse=True)
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "index.html").write_text(SHELL)
    monkeypatch.setattr(page, "PAGE", tmp_path)


async def head(player: Player, path: str, language: str = "en", status: int = 200) -> dict[str, str]:
    """The title and the meta tags of an address, for a reader of a language."""
    answer = await player.http.get(path, headers={"accept-language": language})
    assert answer.status_code == status
    assert f'<html lang="{language}">' in answer.text
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)" />', answer.text)
    (title,) = re.findall("<title>([^<]*)</title>", answer.text)
    return {name: html.unescape(text) for name, text in [*found, ("title", title)]}


async def picture(player: Player, address: str) -> Image.Image:
    answer = await player.http.get(address)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png"), answer.text
    assert answer.headers["cache-control"].startswith("public")
    assert "set-cookie" not in answer.headers, "it is the same for all"
    return Image.open(BytesIO(answer.content))


async def finished(player: Player, city: str = "london", name: str = "Ada") -> str:
    await player.put("/api/me", {"name": name})
    game = (await player.post("/api/games", {"board": city, "start": True}))["game"]
    await player.sit(game)
    await player.play_out(best)
    return str(game)


async def test_a_finished_game_has_pictures(seat: Seat) -> None:
    player, stranger = seat(), seat()
    game = await finished(player)
    assert (await picture(stranger, f"/pictures/games/{game}.png")).size == (2400, 1260)
    assert (await picture(stranger, f"/pictures/tables/{game}.png")).size == (1200, 630)
    svg = await stranger.http.get(f"/pictures/games/{game}.svg?seat=0&language=fr")
    assert svg.headers["content-type"] == "image/svg+xml"
    assert "à " in svg.text[:300], "in French"
    assert (await stranger.http.get(f"/pictures/games/{game}.svg?seat=1")).status_code == 404
    assert (await stranger.http.get(f"/pictures/games/{game}.svg?seat=x")).status_code == 400
    assert (await stranger.http.get(f"/pictures/games/{game}.gif")).status_code == 404
    assert (await stranger.http.get(f"/pictures/games/{game}.svg?language=xx")).status_code == 200


async def test_a_game_under_way_shows_its_city_and_not_its_sheets(seat: Seat) -> None:
    player, stranger = seat(), seat()
    game = (await player.post("/api/games", {"board": "paris", "start": True}))["game"]
    refused = await stranger.http.get(f"/pictures/games/{game}.png")
    assert (refused.status_code, "not over yet" in refused.text) == (409, True)
    assert (await picture(stranger, f"/pictures/tables/{game}.png")).size == (1200, 630)
    assert (await stranger.http.get("/pictures/tables/nothing.png")).status_code == 404


@pytest.mark.parametrize("city", BOARDS)
async def test_every_city_has_a_picture(seat: Seat, city: str) -> None:
    assert (await picture(seat(), f"/pictures/cities/{city}.png")).size == (1200, 630)
    assert (await seat().http.get("/pictures/cities/atlantis.png")).status_code == 404


@pytest.mark.parametrize("module", MODULES)
async def test_every_module_has_a_picture_and_a_sentence_of_its_own(seat: Seat, module: str) -> None:
    player = seat()
    said = await head(player, f"/rules/modules/{module}")
    assert said["og:image"].endswith(f"/pictures/modules/{module}.png?language=en")
    assert (await picture(player, said["og:image"])).size == (1200, 630)
    assert (await player.http.get("/pictures/modules/nothing.png")).status_code == 404


async def test_the_rules_of_each_city_say_what_is_special_there(seat: Seat) -> None:
    said = {(await head(seat(), f"/rules/{city}"))["description"] for city in BOARDS}
    assert len(said - {(await head(seat(), "/rules"))["description"]}) == len(BOARDS)


async def test_whoever_asks_for_the_same_picture_gets_the_one_that_is_made() -> None:
    album, drawn = Album(), list[int]()

    def draw(number: int) -> str:
        drawn.append(number)
        return f"<svg id='{number}'/>"

    asked = [*range(12)] * 3
    made = await asyncio.gather(
        *(album.picture(one, "en", lambda one=one: draw(one), None) for one in asked)  # type: ignore[misc]
    )
    assert made == [f"<svg id='{one}'/>".encode() for one in asked]
    assert sorted(drawn) == [*range(12)]
    album.close()


async def test_too_many_pictures_at_once_are_refused_and_soon_there_is_room_again() -> None:
    album, go = Album(), threading.Event()

    def draw() -> str:
        go.wait(10)
        return "<svg/>"

    asking = [asyncio.create_task(album.picture(n, "en", draw, None)) for n in range(WAITING + 5)]
    await asyncio.sleep(0)
    go.set()
    outcomes = await asyncio.gather(*asking, return_exceptions=True)
    assert sum(isinstance(one, Refused) for one in outcomes) == 5
    assert outcomes.count(b"<svg/>") == WAITING
    assert await album.picture("later", "en", draw, None) == b"<svg/>"
    album.close()


async def test_a_picture_that_cannot_be_made_is_tried_again() -> None:
    album, tries = Album(), []

    def draw() -> str:
        tries.append(1)
        if len(tries) == 1:
            raise ValueError("no paper")
        return "<svg/>"

    with pytest.raises(ValueError, match="no paper"):
        await album.picture("a", "en", draw, None)
    both = await asyncio.gather(*(album.picture("a", "en", draw, None) for _ in range(9)))
    assert both == [b"<svg/>"] * 9
    assert len(tries) == 2
    album.close()


async def test_each_page_says_what_it_is(seat: Seat) -> None:
    player = seat()
    said = {path: await head(player, path) for path in PLAIN}
    assert len({one["title"] for one in said.values()}) == len(said)
    for path, one in said.items():
        assert one["og:title"] == one["title"]
        assert one["description"]
        assert one["og:url"].endswith(path)
        assert "robots" not in one
        assert (await picture(player, one["og:image"])).size == (1200, 630)


async def test_a_table_a_result_and_a_replay_say_their_own(seat: Seat) -> None:
    host, guest = seat(), seat()
    await host.put("/api/me", {"name": 'Ada "<b>"'})
    game = (await host.post("/api/games", {"board": "tokyo", "open": 1}))["game"]
    view = await host.get(f"/api/games/{game}")
    city = board("tokyo").name
    for path in (f"/t/{game}", f"/j/{view['code']}", f"/j/{view['code'].lower()}"):
        said = await head(guest, path)
        assert said["title"] == f"A table in {city} · Terminus"
        assert said["description"] == 'Ada "<b>" waits for you'
        named = f"tables/{game}" if path.startswith("/t/") else "cities/tokyo"
        assert said["og:image"].endswith(f"/pictures/{named}.png?language=en"), "an invitation names no game"
        assert said["robots"] == "noindex"
    over = await finished(guest)
    total = (await guest.get(f"/api/games/{over}"))["result"]["solo"]["score"]
    assert (await head(host, f"/t/{over}"))["title"] == f"Ada: {total} points in London · Terminus"
    assert (await head(host, f"/r/{over}"))["title"] == f"Replay: Ada, {total} points in London · Terminus"


async def test_a_winner_without_a_name_is_called_by_their_seat(seat: Seat) -> None:
    over = await finished(seat(), name="")
    assert (await head(seat(), f"/t/{over}", "fr"))["title"].startswith("Joueur 1")


async def test_a_link_to_a_seat_says_nothing_of_its_table(seat: Seat) -> None:
    player = seat()
    await player.put("/api/me", {"name": "Ada"})
    game = (await player.post("/api/games", {"board": "london", "start": True}))["game"]
    path = (await player.post(f"/api/games/{game}/link"))["path"]
    said = await head(seat(), path)
    assert said["title"] == "Terminus"
    assert not [text for text in said.values() if "Ada" in text or game in text]


@pytest.mark.parametrize("path", ["/t/nothing", "/j/BCDFGH", "/j/!", "/r/x/y/z", "/rules/atlantis", "/t/%00"])
async def test_what_is_not_there_is_not_spoken_of(seat: Seat, path: str) -> None:
    said = await head(seat(), path, status=404)
    assert said["title"] in ("Terminus", "Rules · Terminus")
    assert said["robots"] == "noindex"
    assert "/pictures/cities/" in said["og:image"]


async def test_a_refused_picture_is_told_in_the_readers_language(seat: Seat) -> None:
    answer = await seat().http.get("/pictures/cities/atlantis.png", headers={"accept-language": "de"})
    assert (answer.status_code, answer.text) == (404, "Eine Stadt atlantis gibt es nicht.")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"


async def test_a_picture_is_the_same_for_all_who_read_a_language(seat: Seat) -> None:
    reader = seat()
    await reader.put("/api/me", {"language": "fr"})
    address = f"/pictures/cities/{BOARDS[0]}.png"
    ours = await reader.http.get(address, headers={"accept-language": "de"})
    assert ours.content == (await seat().http.get(f"{address}?language=de")).content
    assert (await seat().http.head(address)).status_code == 200


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_link_is_in_the_readers_language(seat: Seat, language: str) -> None:
    english = await head(seat(), "/rules/paris")
    said = await head(seat(), "/rules/paris", language)
    assert (said["title"] == english["title"]) == (language == "en")


async def test_an_unknown_language_is_answered_in_english(seat: Seat) -> None:
    answer = await seat().http.get("/", headers={"accept-language": "xx-YY"})
    assert '<html lang="en">' in answer.text


async def test_asking_only_for_the_head_of_a_page(seat: Seat, live: Live) -> None:
    answer = await seat().http.head("/about")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
