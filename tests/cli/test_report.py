"""`terminus analyse LOG --html FILE`: a page to keep, whole in itself, in four languages, any names."""

import re
from collections.abc import Sequence
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.review.games import base, log
from tests.strategies import ruleset

from terminus.cli import main
from terminus.kernel import installed
from terminus.locale import LANGUAGES
from terminus.record.log import Event, write_line
from terminus.review import Game, Settings, review
from terminus.review.rounded import of_seat, of_turns, parts
from terminus.terminal.tokens import all_dealt

from .conftest import SAMPLES, Refused

pytestmark = pytest.mark.skipif(not installed(), reason="NO NATIVE KERNEL: there is no review without it")

HOSTILE = ['<script>alert("a")</script>', 'O\'Neil & "Sons" </bdi>', "\u202eevil\x07", "Zoë {name} %s"]
VOID = {"meta", "input", "br"}


class Reader(HTMLParser):
    """What stands in a page; fails where its tags do not close."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def written(tmp_path: Path, names: list[str], *options: str) -> tuple[str, Reader]:
    events = [dict(event) for event in log(ruleset("paris", ("gates",)), *["greedy"] * len(names))]
    events[0]["seats"] = names
    source, page = tmp_path / "game.jsonl", tmp_path / "page.html"
    source.write_text("".join(map(write_line, events)), encoding="utf-8")
    assert main(["analyse", str(source), "--depth", "1", "--html", str(page), *options]) == 0
    text = page.read_text("utf-8")
    reader = Reader()
    reader.feed(text)
    assert reader.open == []
    return text, reader


def test_it_needs_nothing_from_elsewhere_and_escapes_every_name(tmp_path: Path) -> None:
    text, reader = written(tmp_path, HOSTILE)
    assert not reader.tags & {"script", "link", "img", "iframe", "object", "embed", "use", "image", "base"}
    assert not [name for name, _ in reader.attributes if name.startswith("on") or name in ("src", "href")]
    assert not re.search(r"https?:|url\(|@import|//", text)
    assert HOSTILE[0] in reader.text, "shown as it is, and no tag"
    assert HOSTILE[1] in reader.text
    assert "\x07" not in text
    for language in LANGUAGES:
        assert text.count(f'lang="{language}">') > 100


def test_what_was_dealt_and_what_opened_the_rounds_is_named_in_every_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    openings = {
        "en": "Of this luck {points}: the special station",
        "fr": "De cette chance, {points}\u202f: la station spéciale",
        "es": "De esta suerte, {points}: la estación especial",
        "de": "Von diesem Glück {points}: die spezielle Station",
    }
    source, page = tmp_path / "game.jsonl", tmp_path / "page.html"
    game = Game.of(log(ruleset("paris", ("specials", "objectives")), "greedy"))
    source.write_text("".join(map(write_line, game.events)), encoding="utf-8")
    assert main(["analyse", str(source), "--depth", "1", "--html", str(page)]) == 0
    reader = Reader()
    reader.feed(page.read_text("utf-8"))
    assert main(["analyse", str(source), "--depth", "1"]) == 0
    table = " ".join(capsys.readouterr().out.split())
    turns = review(game, Settings(depth=1)).seats[0].turns
    opening = [turn for turn in turns if turn.opened]
    assert len(opening) == 4
    for turn in opening:
        by = round(turn.opening_luck * 10)
        assert f"{turn.round}.{turn.turn}: Of this luck {by / 10:+.1f}: the special station" in table
        for language, said in openings.items():
            assert said.format(points=figure(by, language)) in reader.text
    dealt = list(all_dealt(game.table))[:2]
    assert len(dealt) == 2
    for one in dealt:
        assert one in table
        assert one in reader.text


def figure(by: int, language: str) -> str:
    text = f"{by / 10:+.1f}" if by > 0 else f"{by / 10:.1f}"
    return text.replace("-", "−") if language == "en" else text.replace("-", "−").replace(".", ",")


def test_anonymous_names_nobody(tmp_path: Path) -> None:
    text, _ = written(tmp_path, ["Ada Lovelace", "Bela"], "--anonymous")
    assert "Ada" not in text
    assert "Lovelace" not in text
    assert "Bela" not in text
    assert "Player 2" in text


def test_each_of_several_is_called_by_name_and_whoever_played_alone_is_you(tmp_path: Path) -> None:
    told = "lost about as much a decision"
    text = page_of(tmp_path, base("london", "greedy", "random"), "--depth", "1", "--anonymous")
    for name in ("Player 1", "Player 2"):
        assert f"In this game \u2068{name}\u2069 {told}" in text
    alone = page_of(tmp_path, base("london", "greedy"), "--depth", "1")
    assert f"In this game you {told}" in alone


def test_what_went_well_stands_before_every_figure(tmp_path: Path) -> None:
    for seats in (["greedy"], ["greedy", "random"]):
        text = re.sub("<style>.*?</style>", "", page_of(tmp_path, base("london", *seats), "--depth", "1"))
        assert text.count("What went well") == 1
        assert text.index("What went well") < text.index("<table>") < text.index("<svg")


def test_what_games_played_on_came_to_is_there_if_it_was_asked_for(tmp_path: Path) -> None:
    events = base("london", "greedy")
    assert "played on" not in page_of(tmp_path, events, "--depth", "1")
    shown = page_of(tmp_path, events, "--depth", "1", "--play-on", "4")
    assert re.search(r"In 4 games played on [+−]?\d+\.\d ± \d+\.\d in the end \(", shown)


def test_a_bot_that_finds_the_best_finds_as_much_as_was_lost(tmp_path: Path) -> None:
    text = re.sub("<br>|<.*?>", "", page_of(tmp_path, base("london", "greedy", "random")))
    moves = re.findall(
        r"turn \d+: −([\d.]+)Better: (.*?)(?:As much|\d+ (?:more|less)).*?done this: (.*?) \(\+([\d.]+)\)",
        text,
    )
    same = [(lost, by) for lost, best, done, by in moves if best == done]
    assert same
    assert all(lost == by for lost, by in same)


def test_what_cannot_be_written_is_said(refused: Refused, tmp_path: Path) -> None:
    said = refused("analyse", str(SAMPLES / "london.jsonl"), "--html", str(tmp_path / "no" / "page.html"))
    assert "page.html" in said
    assert "name the log" in refused("analyse", "--html", str(tmp_path / "page.html"))


def page_of(tmp_path: Path, events: Sequence[Event], *options: str) -> str:
    """What the page of a log says to somebody who reads English."""
    source, page = tmp_path / "game.jsonl", tmp_path / "page.html"
    source.write_text("".join(map(write_line, events)), encoding="utf-8")
    assert main(["analyse", str(source), "--html", str(page), *options]) == 0
    text = page.read_text("utf-8")
    assert text.endswith("</html>\n")
    return unescape(re.sub(r'<span class="said" lang="(?!en)..">.*?</span>', "", text))


def rows(text: str) -> list[list[str]]:
    """The cells of all tables, their rows one after the other."""
    plain = [re.findall(r"<t[hd].*?</t[hd]>", row) for row in re.findall(r"<tr>.*?</tr>", text)]
    return [[re.sub(r"<.*?>", "", cell).strip() for cell in row] for row in plain]


def number(shown: str) -> float:
    return float(shown.replace("−", "-"))


def sums(text: str) -> dict[str, list[float]]:
    """The rows of the first table by their names, a number for each seat."""
    found = rows(text[: text.index("</table>")])[1:]
    return {name: [number(cell) for cell in cells] for name, *cells in found}


@pytest.mark.parametrize("count", [1, 3, 9, 60])
def test_a_log_that_stops_early_says_what_is_on_the_sheet_and_what_is_still_to_come(
    tmp_path: Path, count: int
) -> None:
    events = base("london", "greedy", "random")[:count]
    text, seats = page_of(tmp_path, events, "--depth", "1"), review(Game.of(events), Settings(depth=1)).seats
    assert "The game is not over" in text
    shown = sums(text)
    assert list(shown) == ["par", "luck", "lost", "drift", "still to come", "score"]
    assert shown["score"] == [seat.score for seat in seats]
    for number, seat in enumerate(seats):
        assert shown["still to come"][number] == pytest.approx(-seat.to_come, abs=0.051)
        parts = [cells[number] for name, cells in shown.items() if name != "score"]
        assert sum(parts) == pytest.approx(seat.score)


def test_a_game_that_is_over_adds_up_and_has_nothing_to_come(tmp_path: Path) -> None:
    text = page_of(tmp_path, base("london", "greedy", "random"), "--depth", "1")
    assert "The game is not over" not in text
    shown = sums(text)
    assert list(shown) == ["par", "luck", "lost", "drift", "score"]
    for number in (0, 1):
        *parts, score = (cells[number] for cells in shown.values())
        assert sum(parts) == pytest.approx(score)


def test_signs_of_the_table_are_those_of_its_key(tmp_path: Path) -> None:
    events = base("london", "random")
    turns = review(Game.of(events), Settings(depth=1)).seats[0].turns
    text = page_of(tmp_path, events, "--depth", "1")
    assert "≈ as good as the best move; – there was nothing to choose" in text
    cells = {row[0]: row[3] for row in rows(text) if re.fullmatch(r"\d\.\d+", row[0])}
    assert len(cells) == len(turns)
    for turn in turns:
        cell = cells[f"{turn.round}.{turn.turn}"]
        assert (cell == "–") == (not turn.choice)
        assert cell.startswith("≈") == (turn.choice and turn.as_good)
    assert {"–"} < set(cells.values()), "some of each"


def test_mistakes_are_told_in_words_with_what_the_next_level_does(tmp_path: Path) -> None:
    events = base("london", "random")
    seat = review(Game.of(events)).seats[0]
    text = re.sub(r"<.*?>", "", page_of(tmp_path, events))
    assert (seat.level, seat.next_level) == ("easy", "medium")
    assert "you lost about as much a decision as a bot of the level «easy»" in text
    assert text.count("Better: ") == min(5, len(seat.mistakes))
    first = seat.mistakes[0].best.do[0].split("-")
    assert re.search(rf"Better: draws from {first[0]} [^;]*, to {first[1]} ", text)
    shown = [turn.next_up for turn in seat.mistakes[:5] if turn.next_up]
    assert shown
    assert text.count("A bot of the level «medium» would have done this: ") == len(shown)
    told = re.sub(r"<.*?>", "", page_of(tmp_path, events, "--level", "expert"))
    assert "as a bot of the level" not in told, "who says a level has not lost as that one does"


def test_as_good_is_explained_and_whether_anybody_measured_it(tmp_path: Path) -> None:
    measured = page_of(tmp_path, base("london", "greedy"))
    assert (
        "Two moves that differ by no more than 1.4 points: the estimate cannot tell them apart." in measured
    )
    assumed = page_of(tmp_path, base("toy", "greedy"))
    assert "Two moves that differ by no more than 1.0 points. Nobody has measured" in assumed


@pytest.mark.parametrize("city", ["london", "tokyo", "paris"])
def test_rounded_figures_add_up(city: str) -> None:
    found = review(Game.of(base(city, "greedy", "random")), Settings(depth=1))
    for seat in found.seats:
        shown, whole = of_turns(seat), of_seat(seat)
        assert whole.after == seat.score * 10
        assert (whole.luck, whole.lost, whole.drift) == tuple(
            sum(getattr(turn, name) for turn in shown) for name in ("luck", "lost", "drift")
        )
        worth = whole.before
        for turn, one in zip(seat.turns, shown, strict=True):
            assert one.before == worth
            assert abs(one.luck / 10 - turn.luck) <= 0.1 + 1e-9
            assert abs(one.lost / 10 - turn.lost) <= 0.1 + 1e-9
            assert sum(parts(turn, one.lost).values()) == one.lost
            worth = one.after
