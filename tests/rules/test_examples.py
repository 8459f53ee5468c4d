"""Every worked example of the rulebooks, on sheets that obey chapter 3."""

from tests.rules.seat import network, seat

LONDON = {
    "purple": "c5-a7 a7-b8 b8-c7 c7-e9 c5-c4 c4-c3 c3-c0 c0-d1 d1-g1 g1-h0",
    "blue": "f7-f4 f4-h6 h6-j6 j6-i7 i7-i8 f7-g8 g8-f9 f9-e9",
    "pink": "h3-g3 g3-f3 f3-e4 e4-e5 e5-c5 c5-a5 a5-a3 a3-a2 h3-j3",
    "green": "d2-d1 d1-f3 f3-f4 d2-e3 e3-c3 c3-e5 e5-e6 e6-f7 f7-i7",
}
TOKYO = {
    "purple": "d0-e1 e1-f2 d0-c0 c0-b1 f2-g1 g1-h1 h1-i0 i0-j0 b1-c2 c2-b3",
    "blue": "a6-b5 b5-c6 a6-a8 a8-b9 b9-d9 c6-f3 d9-d8 f3-f2 f2-g3",
    "pink": "h9-g8 g8-h8 h8-g7 g7-g4 g4-h4 h9-e9 e9-d9 h4-f2 f2-f3",
    "brown": "j3-h1 h1-i0 j3-j4 j4-j6 i0-j1 i0-j0 j6-i6 i0-f0",
}
PARIS = {
    "orange": "d2-e3 e3-e1 e1-f1 e1-b1 b1-b0 e3-e4 b0-a0 a0-a1 f1-i1 d2-d0 d2-b2 i1-j0 b2-b3",
    "green": "c6-d5 d5-e5 f5-g6 g6-f7 c6-b6 b6-a5 a5-a8 a8-b8 b8-a9 f7-e6",
    "purple": "h7-g6 g6-f6 f6-e5 e5-c7 e5-c3 c7-c9 c3-b2 b2-a1 c9-f9 c3-a5 f9-g9 g9-i7 h7-j5",
    "blue": "h3-g4 g4-f4 f4-g3 g3-g0 g4-h5 h5-g6 g6-g9 h3-j3 g9-h9 h9-j9 j9-i8",
}


def test_london_a_line_of_20_and_26_with_a_circled_station() -> None:
    line = seat("london", "purple").inked(LONDON["purple"])
    score = line.line_score
    assert (score.districts, score.stations, score.bonus, score.total) == (6, 3, 2, 20)
    circled = line.marked(circled="c5").line_score
    assert (circled.districts, circled.stations, circled.bonus, circled.total) == (6, 4, 2, 26)


def test_london_a_game_of_119() -> None:
    drawn = network("london", LONDON)
    assert drawn.total - sum(drawn.extras.values()) == 87
    assert drawn.extras == {"tourist": 14, "interchanges": 18}
    how = {item.rule: item.how for item in drawn.items if item.line is None}
    assert how["tourist"] == {"marks": 7}
    assert how["interchanges"] == {"2": 9, "3": 0, "4": 0}
    assert drawn.total == 119


def test_tokyo_a_line_of_20() -> None:
    score = seat("tokyo", "purple").inked(TOKYO["purple"]).line_score
    assert (score.districts, score.stations, score.total) == (5, 4, 20)


def test_tokyo_a_line_of_30_with_a_double_station() -> None:
    line = seat("tokyo", "blue").inked("a6-b5 b5-c6 a6-a8 a8-b9 b9-d9 c6-f3 f3-f2 f2-e1")
    score = line.marked(circled="d9").line_score
    assert (score.districts, score.stations, score.total) == (5, 6, 30)


def test_tokyo_a_game_of_101() -> None:
    drawn = network("tokyo", TOKYO)
    assert drawn.total - sum(drawn.extras.values()) == 75
    assert drawn.extras == {"stamps": 20, "loop": -9, "interchanges": 15}
    how = {item.rule: item.how for item in drawn.items if item.line is None}
    assert len(list(how["stamps"]["districts"])) == 3  # type: ignore[arg-type]
    assert how["loop"] == {"stations": 3}
    assert how["interchanges"] == {"3": 0, "4": 1, "5": 0}
    assert drawn.total == 101


def test_paris_lines_of_45_26_36_and_27() -> None:
    drawn = network("paris", PARIS)
    found = {}
    for line in PARIS:
        score = drawn.takes(line).line_score
        found[line] = (score.districts, score.stations, score.bonus, score.total)
    assert found == {
        "purple": (7, 5, 10, 45),
        "blue": (6, 4, 2, 26),
        "orange": (6, 5, 6, 36),
        "green": (5, 5, 2, 27),
    }


def test_paris_a_game_of_174() -> None:
    drawn = network("paris", PARIS)
    assert drawn.total - sum(drawn.extras.values()) == 134
    assert drawn.extras == {"crossings": 18, "interchanges": 22}
    how = {item.rule: item.how for item in drawn.items if item.line is None}
    assert how["crossings"] == {"once": 3, "twice": 2}
    assert how["interchanges"] == {"2": 4, "3": 1, "4": 1}
    assert drawn.total == 174
