"""The rules pages: every figure is what the engine says, and every rule that is cited has its place."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.strategies import ruleset

from terminus.boards import BOARDS
from terminus.locale import LANGUAGES
from terminus.record.notation import notate
from terminus.rules.play import allowed
from terminus.server.rulebook.book import is_lost, page, pages, texts
from terminus.server.rulebook.export import export, figure_views
from terminus.server.rulebook.figures import figure_view
from terminus.server.rulebook.positions import BadFigure, position_of

ROOT = Path(__file__).parents[2]
FIGURES = {(one["board"], name): one for page in pages() for name, one in page.figures.items()}


def anchors(identifier: str) -> set[str]:
    """The rules that have a place on a page."""
    found = page(identifier)
    assert found is not None
    return {number for chapter in found.chapters for rule in chapter.rules for number in rule.numbers}


@pytest.mark.parametrize("name", FIGURES, ids="-".join)
def test_a_figure_shows_what_the_engine_says(name: tuple[str, str]) -> None:
    figure = FIGURES[name]
    view = figure_view(figure)  # which refuses what is not so
    position = position_of(figure)
    can = [notate(position.ruleset.board, action) for action in allowed(position)]
    for example in view.examples:
        first = example.do.split(", ")[0]
        alone = first == example.do
        assert (first in can) == (example.why is None or not alone), example.do
    assert {way.do for way in view.moment.ways} <= set(can)
    assert view.examples or view.score, "a figure shows something"


def test_every_figure_is_shown_and_every_figure_shown_is_there() -> None:
    for one in pages():
        shown = {name for chapter in one.chapters for rule in chapter.rules for name in rule.figures}
        assert shown <= set(one.figures)
        if one.city:
            assert shown == set(one.figures), one.id
    modules = [one for one in pages() if not one.city]
    assert set.union(*(set(figure_views(one)) for one in modules)) == set(modules[0].figures)


BASE = FIGURES["london", "across"]
WRONG: list[dict[str, Any]] = [
    {"allowed": ["c4-e6"]},
    {"refused": {"c4-e6": "R3.5"}},
    {"refused": {"d2-e3": "R3.6"}},
    {"refused": {"to e3": "R3.0"}},
    {"drawn": {"purple": "c5-e3", "green": "d2-c3 c3-c4 c4-e4"}},
    {"says": {"lines": {"green": [2, 2, 2, 7]}}},
    {"says": {"tourist": 2}},
]


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_a_figure_that_is_not_so_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadFigure):
        figure_view({**BASE, **wrong})


@pytest.mark.parametrize("city", BOARDS)
def test_the_rules_of_all_and_of_the_city_are_on_its_page(city: str) -> None:
    rules = (ROOT / "docs" / "rules.md").read_text("utf-8")
    written = re.findall(r"^\*\*(R[2-7]\.\d+)\*\*", rules, re.MULTILINE)
    chapter = 4 + BOARDS.index(city)
    wanted = {rule for rule in written if rule[1] in f"237{chapter}"}
    assert wanted <= anchors(city)


@pytest.mark.parametrize("city", BOARDS)
def test_every_rule_that_a_refusal_can_cite_is_on_the_page_of_the_board(city: str) -> None:
    source = ROOT / "src" / "terminus" / "rules"
    files = [source / "refusal.py", source / "why_not.py", *(source / "mechanics").glob("*.py")]
    cited = {rule for path in files for rule in re.findall(r'"(R\d\.\d+)"', path.read_text("utf-8"))}
    assert {"R3.6", "R5.2", "R7.3", "R7.5"} <= cited
    own = {
        "R5.1": "loop",
        "R6.3": "aerial_crossings",
        "R6.4": "aerial_crossings",
    }  # only where there are some
    scenery = ruleset(city).board.scenery
    assert {rule for rule in cited if own.get(rule, "") in ("", *scenery)} <= anchors(city)


def test_the_page_gets_every_page_figure_city_and_language(tmp_path: Path) -> None:
    export(tmp_path)
    book = json.loads((tmp_path / "book.json").read_text("utf-8"))
    assert [one["id"] for one in book][:4] == [*BOARDS, "modules/objectives"]
    assert {path.stem for path in (tmp_path / "boards").iterdir()} == set(BOARDS)
    figures = json.loads((tmp_path / "figures" / "london.json").read_text("utf-8"))
    assert figures["across"]["moment"]["refused"]["e6"]["rule"] == "R3.6"
    for language in LANGUAGES[1:]:
        said = json.loads((tmp_path / "texts" / f"{language}.json").read_text("utf-8"))
        assert said.keys() == texts()
    written = (tmp_path / "book.json").stat().st_mtime_ns
    export(tmp_path)
    assert (tmp_path / "book.json").stat().st_mtime_ns == written, "what has not changed is left alone"


OWN = f"/rules/own-{'0' * 32}"  # the page leads on from there


@pytest.mark.parametrize(
    "path", ["/rules", "/rules/", "/rules/tokyo", "/rules/modules/gates", OWN, "/", "/t/abc"]
)
def test_addresses_with_rules_are_not_lost(path: str) -> None:
    assert not is_lost(path)


@pytest.mark.parametrize("path", ["/rules/toy", "/rules/modules", "/rules/london/R3.6", "/rules/Ω"])
def test_an_address_without_rules_is_lost(path: str) -> None:
    assert is_lost(path)
