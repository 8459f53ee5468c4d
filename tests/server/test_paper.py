"""Cities on paper over HTTP: the same for all, made once, and a crowd of printers stops nobody."""

import asyncio
import threading
import tomllib
from collections.abc import Callable
from itertools import product

import pytest
from tests.boards.test_fuzz import source
from tests.server.live import Player

from terminus.boards import BOARDS
from terminus.drawing.paper import PAPERS, GivenUp
from terminus.locale import LANGUAGES
from terminus.locale.spoken import spoken
from terminus.rules.board import Board
from terminus.server.edge import paper as route
from terminus.server.edge.album import OTHERS_WAITING, PATIENCE, WAITING

CITY = BOARDS[0]
Seat = Callable[[], Player]


async def test_a_print_comes_as_a_pdf_that_may_be_kept(seat: Seat) -> None:
    answer = await seat().http.get(f"/paper/{CITY}.pdf?paper=letter&language=fr&ink=1")
    assert (answer.status_code, answer.content[:5]) == (200, b"%PDF-")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"] == f'inline; filename="terminus-{CITY}-letter.pdf"'
    assert "max-age" in answer.headers["cache-control"]
    assert "set-cookie" not in answer.headers
    head = await seat().http.head(f"/paper/{CITY}.pdf?paper=letter&language=fr&ink=1")
    assert (head.status_code, head.content) == (200, b"")


async def test_paper_ink_and_language_make_a_difference(seat: Seat) -> None:
    http = seat().http
    asked = ["", "?paper=letter", "?ink=1", "?language=de"]
    made = [
        (await http.get(f"/paper/{CITY}.pdf{one}", headers={"accept-language": "en"})).content
        for one in asked
    ]
    assert len(set(made)) == len(asked)
    german = await http.get(f"/paper/{CITY}.pdf", headers={"accept-language": "de"})
    assert german.content == made[-1]


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("atlantis.pdf", 404, "There is no city atlantis."),
        ("toy.pdf", 404, "There is no city toy."),
        (f"{CITY}.png", 404, f"There is nothing at {CITY}.png."),
        (f"{CITY}.pdf?paper=a3", 400, "There is no paper a3; there are a4, letter."),
        (f"{CITY}.pdf?paper=" + "a" * 99, 400, ""),
        (f"{CITY}.pdf?ink=perhaps", 400, ""),
        ("..%2F..%2Fetc%2Fpasswd.pdf", 404, ""),
    ],
)
async def test_what_there_is_not_is_said_plainly(seat: Seat, path: str, status: int, said: str) -> None:
    answer = await seat().http.get(f"/paper/{path}")
    assert answer.status_code == status
    assert said in answer.text
    assert answer.text
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"


async def test_a_print_that_cannot_be_made_is_said_and_tried_again(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    def given_up(*_: object) -> bytes:
        raise GivenUp("given up")

    with monkeypatch.context() as patched:
        patched.setattr(route, "paper", given_up)
        answer = await seat().http.get(f"/paper/{CITY}.pdf", headers={"accept-language": "de"})
        assert (answer.status_code, answer.text[:12]) == (503, "Gerade werde")
    assert (await seat().http.get(f"/paper/{CITY}.pdf")).status_code == 200


async def test_a_crowd_that_prints_gets_its_prints_and_stops_nobody(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two hundred at once ask for all that can be asked for; each print is made at most once. The first one
    is not done before others have looked at something else."""
    made: list[bytes] = []
    looked = threading.Event()

    def slow(board: Board, size: str, ink: bool, seconds: float | None) -> bytes:
        assert looked.wait(60), "nobody was answered while something was printed"
        made.append(_answer(board.id, size, spoken(), ink))
        return made[-1]

    monkeypatch.setattr(route, "paper", slow)
    every = [*product(BOARDS, PAPERS, LANGUAGES, (0, 1))]
    asked = [f"/paper/{b}.pdf?paper={p}&language={la}&ink={i}" for b, p, la, i in every] * 4

    async def look() -> None:
        assert (await seat().http.get("/api/boards")).status_code == 200

    readers = [seat() for _ in range(8)]
    crowd = asyncio.gather(*(readers[n % 8].http.get(one) for n, one in enumerate(asked)))
    await asyncio.gather(*(look() for _ in range(5)))
    looked.set()
    answers = await crowd
    statuses = [answer.status_code for answer in answers]
    assert set(statuses) <= {200, 429, 503}
    assert statuses.count(200) >= WAITING
    assert all("try again" in answer.text for answer in answers if answer.status_code == 503)
    assert len(made) == len(set(made))
    assert {a.content for a in answers if a.status_code == 200} <= {_answer(*one) for one in every}


async def test_a_board_that_cannot_be_printed_is_told_why_and_not_to_come_again(seat: Seat) -> None:
    goals = {f"goal-{i}": {"predicate": "every-district"} for i in range(100)}
    objectives = {"objectives": {"drawn": 2, "points_each": 1, "objectives": goals}}
    board = await _own(seat(), modules=objectives)
    answer = await seat().http.get(f"/paper/{board}.pdf", headers={"accept-language": "en"})
    said = "No print: this board has 111 cards, and at most 90 can be printed."
    assert (answer.status_code, answer.text) == (422, said)
    assert "retry-after" not in answer.headers
    german = await seat().http.get(f"/paper/{board}.pdf", headers={"accept-language": "de"})
    assert "111 Karten" in german.text


async def test_boards_of_peoples_own_keep_no_city_waiting(
    seat: Seat, monkeypatch: pytest.MonkeyPatch, let_go: threading.Event
) -> None:
    """However long they take: they have a short queue of their own, and little time."""
    given: set[tuple[bool, float | None]] = set()

    def endless(board: Board, size: str, ink: bool, seconds: float | None) -> bytes:
        given.add((board.city is not None, seconds))
        if board.city is not None:
            let_go.wait(30)
        return b"%PDF-"

    monkeypatch.setattr(route, "paper", endless)
    boards = [await _own(seat(), name=f"Slow {number}") for number in range(OTHERS_WAITING + 1)]
    asked = [asyncio.create_task(seat().http.get(f"/paper/{one}.pdf", timeout=60)) for one in boards]
    done, waiting = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
    assert [one.result().status_code for one in done] == [503], "so many wait and no more"
    assert (await seat().http.get(f"/paper/{CITY}.pdf")).status_code == 200
    let_go.set()
    assert {one.status_code for one in await asyncio.gather(*waiting)} == {200}
    assert given == {(True, PATIENCE), (False, None)}


async def _own(player: Player, **changed: object) -> str:
    document = {**tomllib.loads(source("toy")), **changed}
    return str((await player.post("/api/boards", {"document": document}))["id"])


def _answer(board: str, size: str, language: str, ink: int) -> bytes:
    return f"%PDF- {board} {size} {bool(ink)} {language}".encode()
