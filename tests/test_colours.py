"""The page's colours, in every theme and for every eye: told apart by colour or by pattern."""

from itertools import combinations

import pytest
from tools.colours import (
    EDGE,
    EYES,
    LINES_APART,
    MEASURED,
    REPORT,
    THEMES,
    TINTS,
    TINTS_APART,
    apart,
    colour,
    contrast,
    difference,
    lines,
    palette,
    patterns,
    report,
    seen,
)

from terminus.boards import BOARDS

TEXT = 4.5  # contrast that words need


@pytest.mark.parametrize("city", BOARDS)
@pytest.mark.parametrize("theme", THEMES)
def test_lines_and_loop_differ_in_colour_or_in_pattern(theme: str, city: str) -> None:
    for (one, pattern), (other, its) in combinations(lines(city).items(), 2):
        if pattern == its:
            assert min(apart(theme, one, other).values()) >= LINES_APART, f"{one} and {other} look alike"


@pytest.mark.parametrize("city", BOARDS)
@pytest.mark.parametrize("theme", THEMES)
def test_usual_eyes_tell_lines_by_colour_alone(theme: str, city: str) -> None:
    for one, other in combinations(lines(city), 2):
        assert apart(theme, one, other)["usual"] >= LINES_APART, f"{one} and {other}"


def test_there_is_a_pattern_for_each_line() -> None:
    assert len(set(patterns())) == len(patterns()) == 4


@pytest.mark.parametrize("theme", THEMES)
def test_districts_that_touch_are_told_apart_by_every_eye(theme: str) -> None:
    for one, other in combinations(TINTS, 2):
        assert min(apart(theme, one, other).values()) >= TINTS_APART, f"{one} and {other}"


@pytest.mark.parametrize("theme", THEMES)
def test_what_must_be_seen_stands_out(theme: str) -> None:
    colours = palette(theme)
    for tint in TINTS:
        assert contrast(colours["border"], colours[tint]) >= EDGE, f"the border of {tint}"
    marks = [name for name in colours if name.startswith("line-") or name == "loop"]
    for name in marks:
        assert contrast(colours[name], colours["paper"]) >= EDGE, f"{name} on its casing"
    for name in ("ink", "soft", "good", "bad"):
        assert contrast(colours[name], colours["paper"]) >= TEXT, f"words in {name}"
    for name in (name for name in colours if name.startswith("on-") and name != "on-accent"):
        assert contrast(colours[name], colours[f"line-{name[3:]}"]) >= TEXT, f"a number in {name}"


def test_a_theme_of_high_contrast_has_more_of_it() -> None:
    for theme in ("light", "dark"):
        usual, more = palette(theme), palette(f"high contrast, {theme}")
        for name in (name for name in usual if name.startswith("line-")):
            assert contrast(more[name], more["paper"]) >= TEXT, f"{name}, {theme}"
            assert contrast(more[name], more["paper"]) > contrast(usual[name], usual["paper"]), (
                f"{name}, {theme}"
            )


def test_the_measures_are_those_that_were_published() -> None:
    """White and black are as far apart as can be; greys are grey to a dichromat, and red is a dark olive."""
    white, black, red = colour("ffffff"), colour("000000"), colour("ff0000")
    assert contrast(white, black) == pytest.approx(21)
    assert difference(white, black) == pytest.approx(100, abs=0.01)
    for eyes in EYES:
        assert difference(seen(white, eyes), white) < 0.1
    assert [round(255 * part) for part in seen(red, "protanopia")] == [109, 95, 0]


def test_the_report_tells_the_palette_that_there_is() -> None:
    words, measured = REPORT.read_text("utf-8").split(MEASURED)
    assert measured.strip() == report().strip(), "run `make colours`"
    assert "Machado" in words
