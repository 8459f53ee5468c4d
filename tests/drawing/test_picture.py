"""Pictures show the network that the log leads to, with its score, and nothing else can get into them."""

import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from terminus.boards import board, shipped_boards
from terminus.cli.files import table_in
from terminus.drawing import board_picture, palette, picture, png
from terminus.drawing.lettering import lettered, width
from terminus.locale.spoken import speak
from terminus.record.scores import solo
from terminus.rules.board import members
from terminus.rules.errors import BadSetup
from terminus.rules.table import Table, scores

ROOT = Path(__file__).parents[2]
GOLDEN = sorted(
    log
    for log in (ROOT / "tests" / "golden").rglob("*.jsonl")
    if log.parent.name != "refused" and log.stem != "london-stopped"
)
SVG = "{http://www.w3.org/2000/svg}"


def game(name: str) -> Table:
    return table_in(str(ROOT / "tests" / "golden" / "samples" / f"{name}.jsonl"))


def strokes(svg: str, colour: str) -> int:
    """How many tracks of a colour there are; they alone are as wide as a track."""
    root = ET.fromstring(svg)
    wide = {"0.21", "0.14", "0.11", "0.06"}
    paths = [path for path in root.iter(f"{SVG}path") if path.get("stroke") == colour]
    return sum(path.get("stroke-width") in wide and not path.get("stroke-dasharray") for path in paths)


@pytest.mark.parametrize("log", GOLDEN, ids=lambda log: log.stem)
def test_every_seat_of_every_game_can_be_shown(log: Path) -> None:
    table = table_in(str(log))
    city = table.ruleset.board
    for seat in range(len(table.seats)):
        svg = picture(table, seat)
        for line, name in zip(table.positions[seat].sheet.lines, city.lines, strict=True):
            assert strokes(svg, palette.line_colour(city, name)) == len(list(members(line.sections)))


def test_the_winner_is_shown_unless_another_is_asked_for() -> None:
    table = game("london")
    assert picture(table) == picture(table, 0) != picture(table, 1)


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_seat_that_is_not_there_is_said_so(seat: int) -> None:
    with pytest.raises(BadSetup, match=f"there is no seat {seat}; the game has 2"):
        picture(game("london"), seat)


def test_a_game_that_goes_on_has_no_picture_yet() -> None:
    stopped = table_in(str(ROOT / "tests" / "golden" / "london-stopped.jsonl"))
    with pytest.raises(BadSetup, match="not over yet"):
        picture(stopped)


def test_a_picture_is_as_wide_as_asked_for() -> None:
    image = Image.open(BytesIO(png(picture(game("paris")), 600)))
    assert (image.format, image.size) == ("PNG", (600, 315))
    assert len(image.convert("RGB").getcolors(600 * 315) or []) > 50


@pytest.mark.parametrize(
    "name", ['<script>alert("x")</script>', "a & b ]]>", "漢字とかな", "Ωμέγα", "x" * 60]
)
def test_a_name_is_only_ever_text(name: str) -> None:
    table = game("london")
    svg = picture(replace(table, seats=(name, "B")))
    root = ET.fromstring(svg)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        "svg", "title", "g", "path", "clipPath", "rect", "circle", "text"
    }  # fmt: skip
    assert root.find(f"{SVG}title") is not None
    assert png(svg, 300)[:4] == b"\x89PNG"


def test_text_stays_beside_the_map() -> None:
    long = lettered("Wer lange Namen hat, wird klein geschrieben", 0, 0, 40, "#000", most=200)
    scale = float(re.findall(r"scale\(([\d.]+) ", long)[0])
    text = "Wer lange Namen hat, wird klein geschrieben"
    assert width(text, scale * 1000) == pytest.approx(200, rel=0.01)


def test_signs_that_the_font_lacks_stay_text() -> None:
    assert "<text" in lettered("漢", 0, 0, 10, "#000")
    assert "<text" not in lettered("Ünïcode × −", 0, 0, 10, "#000")


def test_alone_the_title_says_what_counted() -> None:
    table = table_in(str(ROOT / "tests" / "golden" / "london-objectives-powers-1p-1.jsonl"))
    points = sum(item.value for item in scores(table)[0])
    counted = solo(table, points).score
    assert counted < points
    assert f": {counted} points in" in picture(table)


@pytest.mark.parametrize("name", ["\uffff", "a\ufffeb", "\x01", "\ud800"])
def test_what_xml_forbids_is_in_no_picture(name: str) -> None:
    svg = picture(replace(game("london"), seats=(name, "B")))
    ET.fromstring(svg)
    assert png(svg, 100)[:4] == b"\x89PNG"


def test_a_stamp_is_inked_once_it_is_earned() -> None:
    table = game("tokyo")
    item = next(item for item in scores(table)[0] if item.rule == "stamps")
    assert item.how["districts"]
    inked = picture(table).count('transform="rotate(-14)"')
    assert inked == len(list(item.how["districts"]))  # type: ignore[arg-type]
    empty = board_picture(table.ruleset.board, "a", "b")
    assert "rotate" not in empty


@pytest.mark.parametrize("name", shipped_boards())
def test_every_city_has_a_picture(name: str) -> None:
    svg = board_picture(
        board(name), board(name).name, "A few words about it, too many for one line, so they fold."
    )
    assert svg.count("<svg") == 1
    ET.fromstring(svg)


def test_it_is_drawn_in_the_readers_language() -> None:
    english = picture(game("tokyo"))
    speak("fr")
    try:
        assert picture(game("tokyo")) != english
    finally:
        speak("en")


def test_the_colours_are_those_of_the_page() -> None:
    css = (ROOT / "web" / "src" / "palette.css").read_text("utf-8")
    light = css[css.index(":root {") : css.index("}", css.index(":root {"))]
    page = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6});", light))
    plain = {name.lower().replace("_", "-"): value for name, value in vars(palette).items() if name.isupper()}
    ours = {name: value for name, value in plain.items() if isinstance(value, str)}
    assert len(ours) > 10
    assert {name: page[name] for name in ours} == ours
    assert {name: page[f"line-{name}"] for name in palette.LINES} == palette.LINES
    assert tuple(page[f"tint{n}"] for n in range(len(palette.TINTS))) == palette.TINTS
