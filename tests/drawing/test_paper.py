"""What is printed has the size it should have, meets its back, and says what the board says."""

import re
from itertools import combinations, product
from xml.etree import ElementTree as ET

import pytest
from PIL import Image
from tests.drawing.print import (
    SHEETS,
    as_colour,
    bare,
    box,
    colours,
    fonts,
    lines,
    pages,
    print_of,
    printed,
    sized,
    text_within,
)

from terminus.boards import BOARDS, board, shipped_boards
from terminus.drawing.ground import place
from terminus.drawing.lettering import glyph
from terminus.drawing.paper.cards import cards
from terminus.drawing.paper.colours import COLOUR, inked
from terminus.drawing.paper.press import PAPERS, Size
from terminus.drawing.paper.sheets import map_drawing, pencil_drawing
from terminus.drawing.paper.summary import summary
from terminus.locale import LANGUAGES
from terminus.locale.spoken import speak, word

WIDE, HIGH, BLEED = 63, 88, 3
DENSE = 200  # dots to an inch, as of a plain printer
SIZES: list[Size] = ["a4", "letter"]


def place_of(i: int, size: Size, mirrored: bool = False) -> tuple[float, float, float, float]:
    """Where the i-th card of a page is cut."""
    wide, high = PAPERS[size]
    column, row = (2 - i % 3 if mirrored else i % 3), i // 3
    left, top = (wide - 3 * WIDE) / 2 + column * WIDE, (high - 3 * HIGH) / 2 + row * HIGH
    return left, top, left + WIDE, top + HIGH


def nines(city: str) -> list[list[dict[str, object]]]:
    every = cards(board(city), False)
    return [every[i : i + 9] for i in range(0, len(every), 9)]


@pytest.mark.parametrize("size", SIZES)
def test_pages_have_the_size_of_their_paper_and_fronts_are_odd(size: Size) -> None:
    made = pages(printed(BOARDS[0], size))
    wide, high = PAPERS[size]
    for page in made:
        assert (page.width, page.height) == pytest.approx((wide * 72 / 25.4, high * 72 / 25.4), abs=0.01)
    assert SHEETS % 2 == 0
    assert len(made) == SHEETS + 2 * len(nines(BOARDS[0]))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("behind", [False, True])
def test_cards_are_63_by_88_with_3_of_bleed_and_backs_stand_behind_fronts(size: Size, behind: bool) -> None:
    made = pages(printed(BOARDS[0], size))
    for number, nine in enumerate(nines(BOARDS[0])):
        page = made[SHEETS + 2 * number + behind]
        grounds = sized(page.rects, WIDE + 2 * BLEED, HIGH + 2 * BLEED)
        cut = [place_of(i, size, behind) for i in range(len(nine))]
        bled = [(a - BLEED, b - BLEED, c + BLEED, d + BLEED) for a, b, c, d in cut]
        assert len(grounds) == len(nine)
        for found, wanted in zip(grounds, bled, strict=True):
            assert found == pytest.approx(wanted, abs=0.05)


@pytest.mark.parametrize(("size", "ink"), [*product(SIZES, [False, True])])
def test_each_back_belongs_to_its_front(size: Size, ink: bool) -> None:
    """Turned over its long edge, a sheet has the back of a card's own pack behind it."""
    made = pages(printed("tokyo", size, ink=ink))
    for number, nine in enumerate(nines("tokyo")):
        front, back = made[SHEETS + 2 * number : SHEETS + 2 * number + 2]
        for i, card in enumerate(nine):
            assert bare(str(card["text"])) in bare(text_within(front, place_of(i, size)))
            assert bare(text_within(back, place_of(i, size, mirrored=True))) == bare(f"Tokyo{card['back']}")


@pytest.mark.parametrize(("size", "ink"), [*product(SIZES, [False, True])])
def test_crop_marks_stand_outside_only_and_tell_where_to_cut(size: Size, ink: bool) -> None:
    page = pages(printed(BOARDS[0], size, ink=ink))[SHEETS]
    left, top, _, _ = place_of(0, size)
    _, _, right, bottom = place_of(8, size)
    marks = [b for b in lines(page) if abs(max(b[2] - b[0], b[3] - b[1]) - 3.5) < 0.05]
    for mark in marks:
        inside = mark[2] > left - BLEED and mark[0] < right + BLEED
        assert not (inside and mark[3] > top - BLEED and mark[1] < bottom + BLEED)
    upright = sorted({mark[0] for mark in marks if mark[2] - mark[0] < 0.3})
    level = sorted({mark[1] for mark in marks if mark[3] - mark[1] < 0.3})
    assert upright == pytest.approx([left + WIDE * i for i in range(4)], abs=0.2)
    assert level == pytest.approx([top + HIGH * i for i in range(4)], abs=0.2)
    assert len(marks) == 16
    wide, high = PAPERS[size]
    assert min(min(m[0], m[1], wide - m[2], high - m[3]) for m in marks) > 0.4


@pytest.mark.parametrize(("size", "page"), [*product(SIZES, [0, SHEETS])])
def test_the_ruler_is_50_mm_long(size: Size, page: int) -> None:
    made = pages(printed(BOARDS[0], size))[page]
    assert len([b for b in lines(made) if max(b[2] - b[0], b[3] - b[1]) == pytest.approx(50, abs=0.02)]) == 1
    assert "100 %" in pages(printed(BOARDS[0], size))[0].extract_text()


@pytest.mark.parametrize(("city", "ink"), [*product(BOARDS, [False, True])])
def test_all_of_it_is_drawn_and_every_font_is_there(city: str, ink: bool) -> None:
    for page in pages(printed(city, ink=ink)):
        assert page.images == []
        for font in fonts(page):
            assert font.keys() & {"FontFile", "FontFile2", "FontFile3"}
            assert "SourceSans" in str(font["FontName"])
    assert [*fonts(pages(printed(city))[0])]


@pytest.mark.parametrize(("city", "language"), [*product(BOARDS, LANGUAGES)])
def test_it_can_be_read_in_every_language_and_stays_on_its_page(city: str, language: str) -> None:
    made = pages(printed(city, "letter", language))
    speak(language)
    try:
        said, packs = summary(board(city)), cards(board(city), False)
        modules = [word("module", name) for name in board(city).modules]
    finally:
        speak("en")
    text = bare(made[0].extract_text())
    for section in said["sections"]:
        assert bare(section["head"]) in text
    assert "MatthewDunstan" in text
    assert all(bare(module) in text for module in modules)
    for i, card in enumerate(packs):
        front = text_within(made[SHEETS + 2 * (i // 9)], place_of(i % 9, "letter"))
        assert bare(str(card["text"])) in bare(front)
        assert bare(str(card["band"])).upper() in bare(front).upper()
    for page in made:
        for char in page.chars:
            left, top, right, bottom = box(char)
            assert 0 <= left <= right <= PAPERS["letter"][0]
            assert 0 <= top <= bottom <= PAPERS["letter"][1]


@pytest.mark.parametrize(("city", "language"), [*product(BOARDS, LANGUAGES)])
def test_what_a_card_says_stands_within_it(city: str, language: str) -> None:
    made = pages(printed(city, "letter", language))
    for page in made[SHEETS::2]:
        for char in page.chars:
            left, top, right, _ = box(char)
            if not char["upright"]:  # beside the cards, on the ruler
                continue
            x, y = left - place_of(0, "letter")[0], top - place_of(0, "letter")[1]
            assert 4.5 < x % WIDE < WIDE - 4.5
            assert 4.5 < y % HIGH < HIGH - 4.5
            assert (right - left) + x % WIDE < WIDE - 4.5


@pytest.mark.parametrize(("city", "language"), [*product(BOARDS, LANGUAGES)])
def test_no_word_stands_on_another(city: str, language: str) -> None:
    made = pages(printed(city, "letter", language))
    for page in (*made[: SHEETS - 1], *made[SHEETS::2]):
        words = [box(found) for found in page.extract_words()]
        for (a, b, c, d), (e, f, g, h) in combinations(words, 2):
            width, height = min(c, g) - max(a, e), min(d, h) - max(b, f)
            least = min((c - a) * (d - b), (g - e) * (h - f))
            assert max(width, 0) * max(height, 0) < least / 4


@pytest.mark.parametrize(("city", "size"), [*product(BOARDS, SIZES)])
def test_pencils_are_called_in_letters_as_large_as_the_words_above_them(city: str, size: Size) -> None:
    """Where a sheet has room its boxes grow, and the names beside them must not pay for it."""
    page = pages(printed(city, size))[1]
    sizes = {one["text"]: one["bottom"] - one["top"] for one in page.extract_words()}
    speak("en")
    for line in board(city).lines:
        assert sizes[word("line", line)] >= sizes["stations"] * 0.95


def test_where_ink_is_saved_nothing_has_a_colour_and_nothing_large_is_dark() -> None:
    for page in pages(printed("tokyo", ink=True)):
        for colour in colours(page):
            assert max(colour) - min(colour) < 0.01
        for rect in (*page.rects, *page.curves):
            left, top, right, bottom = box(rect)
            if rect["fill"] and (right - left) * (bottom - top) > 400:
                assert min(as_colour(rect["non_stroking_color"])) > 0.9
    assert any(max(c) - min(c) > 0.2 for c in colours(pages(printed("tokyo"))[1]))


@pytest.mark.parametrize("name", shipped_boards())
def test_every_pencil_has_a_pattern_and_a_number_that_stands_at_its_departure(name: str) -> None:
    city = board(name)
    drawn = {COLOUR.sub("#000000", pencil_drawing(city, line)) for line in range(len(city.lines))}
    assert len(drawn) == len(city.lines)
    numbers = numbers_at(map_drawing(city))
    for line, station in enumerate(city.departures):
        assert numbers[place(city.stations[station].cell)] == [str(line + 1)]


def numbers_at(svg: str) -> dict[tuple[float, float], list[str]]:
    """The digits that stand at each place of a map."""
    digits = {digit.path: sign for sign in "1234" if (digit := glyph("Bold", sign))}
    found: dict[tuple[float, float], list[str]] = {}
    for stop in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}g"):
        told = [digits[d] for path in stop.findall("./{*}g/{*}path") if (d := path.get("d", "")) in digits]
        if moved := re.fullmatch(r"translate\((\S+) (\S+)\)", stop.get("transform", "")):
            found.setdefault((float(moved[1]), float(moved[2])), []).extend(told)
    return found


@pytest.mark.parametrize(("name", "ink"), [*product(shipped_boards(), [False, True])])
def test_a_sheet_in_grey_tells_its_pencils_apart(name: str, ink: bool) -> None:
    """By black and white alone, however light or dark a colour comes out."""
    city = board(name)
    page = pages(print_of(city, ink=ink))[1]
    words = {one["text"]: box(one) for one in page.extract_words()}
    rows = [words[word("line", line)] for line in city.lines]
    grey = page.to_image(resolution=DENSE).original.convert("L")
    marks = [mark(grey, left, bottom) for left, _, _, bottom in rows]
    for one, other in combinations(marks, 2):
        both = [*zip(one, other, strict=True)]
        apart = sum(a != b for a, b in both) / sum(a or b for a, b in both)
        assert apart > 0.2, f"{apart:.0%} of two pencils' marks differs"


def mark(grey: Image.Image, left: float, bottom: float) -> list[bool]:
    """What is dark of the stretch of line that stands under a pencil's name."""
    x, y, wide, high = (round(length * DENSE / 25.4) for length in (left, bottom, 9, 3))
    light = grey.crop((x, y, x + wide, y + high)).tobytes()
    middle = (min(light) + max(light)) / 2
    assert max(light) - min(light) > 60, "nothing is drawn there"
    return [value < middle for value in light]


@pytest.mark.parametrize("name", BOARDS)
def test_the_map_is_the_one_of_the_pictures(name: str) -> None:
    svg = map_drawing(board(name))
    assert svg.count("<svg") == 1
    assert len(set(COLOUR.findall(inked(svg, True)))) < len(set(COLOUR.findall(svg)))


def test_the_same_board_gives_the_same_bytes() -> None:
    assert print_of(board("tokyo"), "letter", "fr") == printed("tokyo", "letter", "fr")
    assert b"CreationDate" not in printed("tokyo")
