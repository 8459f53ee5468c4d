"""`terminus analyse LOG --html FILE`: a page to keep, whole in itself, in four languages, any names."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.review.games import base, log
from tests.strategies import ruleset

from terminus.cli import main
from terminus.kernel import installed
from terminus.locale import LANGUAGES
from terminus.record.log import write_line
from terminus.review import Game, Settings, review
from terminus.review.rounded import of_seat, of_turns, parts

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


def test_anonymous_names_nobody(tmp_path: Path) -> None:
    text, _ = written(tmp_path, ["Ada Lovelace", "Bela"], "--anonymous")
    assert "Ada" not in text
    assert "Lovelace" not in text
    assert "Bela" not in text
    assert "Player 2" in text


def test_what_cannot_be_written_is_said(refused: Refused, tmp_path: Path) -> None:
    said = refused("analyse", str(SAMPLES / "london.jsonl"), "--html", str(tmp_path / "no" / "page.html"))
    assert "page.html" in said
    assert "name the log" in refused("analyse", "--html", str(tmp_path / "page.html"))


def test_a_log_that_stops_early_has_a_page_too(tmp_path: Path) -> None:
    events = base("london", "greedy")
    for count in (1, 2, 8):
        source, page = tmp_path / "game.jsonl", tmp_path / "page.html"
        source.write_text("".join(map(write_line, events[:count])), encoding="utf-8")
        assert main(["analyse", str(source), "--depth", "1", "--html", str(page)]) == 0
        assert "</html>" in page.read_text("utf-8")


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
