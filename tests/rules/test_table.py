"""Chapter 2: seats, pencils, the deck and the rounds."""

from itertools import permutations

import pytest
from tests.strategies import ruleset

from terminus.record.readings import play_turn
from terminus.rules.actions import DONE
from terminus.rules.cards import DEFAULT_DECK, Turn, is_switch, suit_of
from terminus.rules.errors import BadSetup, Illegal
from terminus.rules.mechanics.powers import is_spent
from terminus.rules.packs import Dealt
from terminus.rules.play import apply
from terminus.rules.table import (
    Table,
    commit,
    flip,
    open_round,
    pencils_of,
    start,
    winning_seats,
)

LINES = ("red", "gold", "teal", "grey")
DECK = DEFAULT_DECK.cards
SWITCH = "street/switch"
UNDERGROUND = [card for card in DECK if suit_of(card) == "underground"]
STREET = [card for card in DECK if suit_of(card) == "street" and not is_switch(card)]


def table(seats: int = 1, modules: tuple[str, ...] = (), dealt: Dealt | None = None) -> Table:
    names = [f"P{n}" for n in range(seats)]
    return start(ruleset("toy", modules), dealt or {}, names, pencils_of(LINES, LINES, seats))


def all_pass(at: Table) -> Table:
    for seat in range(len(at.seats)):
        at = commit(at, seat, apply(at.positions[seat], DONE))
    return at


def turned(at: Table, *cards: str) -> Table:
    return all_pass(flip(at, cards))


def rounds(at: Table, number: int) -> Table:
    for _ in range(number):
        for card in UNDERGROUND:
            at = turned(at, card)
    return at


# --- seats and pencils -------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [0, 5])
def test_r2_1_one_to_four_play(seats: int) -> None:
    with pytest.raises(BadSetup, match=r"R2\.1"):
        start(ruleset("toy"), {}, ["x"] * seats, [LINES] * seats)


def test_r2_2_the_pencils_go_round_the_circle() -> None:
    assert pencils_of(LINES, LINES, 4) == (
        ("red", "grey", "teal", "gold"),
        ("gold", "red", "grey", "teal"),
        ("teal", "gold", "red", "grey"),
        ("grey", "teal", "gold", "red"),
    )
    assert pencils_of(LINES, LINES, 2) == (("red", "grey", "teal", "gold"), ("teal", "gold", "red", "grey"))
    assert len(pencils_of(LINES, LINES, 3)) == 3


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r2_2_nobody_ever_holds_the_same_pencil(seats: int) -> None:
    for first in permutations(LINES):
        rows = pencils_of(LINES, first, seats)
        for held in zip(*rows, strict=True):
            assert len(set(held)) == seats
        for row in rows:
            assert sorted(row) == sorted(LINES)


@pytest.mark.parametrize("order", list(permutations(LINES)))
def test_r2_2_alone_any_order_will_do(order: tuple[str, ...]) -> None:
    assert start(ruleset("toy"), {}, ["A"], [order]).pencils == (order,)


def test_r2_2_other_pencils_are_refused() -> None:
    good = pencils_of(LINES, LINES, 2)
    bad = [
        [good[0]],
        [good[0], good[0]],
        [good[0], tuple(reversed(good[1]))],
        [good[0], pencils_of(LINES, LINES, 4)[1]],  # sits at the wrong place
        [("red", "red", "teal", "gold"), good[1]],
        [("red", "grey", "teal"), good[1]],
        [("red", "grey", "teal", "mauve"), good[1]],
    ]
    for rows in bad:
        with pytest.raises(BadSetup, match=r"R2\.2"):
            start(ruleset("toy"), {}, ["A", "B"], rows)


def test_r2_2_every_good_circle_is_accepted() -> None:
    for seats in (2, 3, 4):
        for first in permutations(LINES):
            rows = pencils_of(LINES, first, seats)
            assert start(ruleset("toy"), {}, ["x"] * seats, rows).pencils == rows


def test_r2_2_each_round_is_drawn_with_its_pencil() -> None:
    at = table(2)
    held = []
    for _ in range(4):
        held.append([at.ruleset.board.lines[position.pencil] for position in at.positions])
        at = rounds(at, 1)
    assert [list(column) for column in zip(*at.pencils, strict=True)] == held


@pytest.mark.parametrize(
    ("seats", "order"), [(1, [0, 0, 0, 0]), (2, [0, 1, 0, 1]), (3, [0, 1, 2, 0]), (4, [0, 1, 2, 3])]
)
def test_r2_3_the_controller_moves_on_each_round(seats: int, order: list[int]) -> None:
    at = table(seats)
    seen = []
    for _ in range(4):
        seen.append(at.controller)
        at = rounds(at, 1)
    assert seen == order
    assert 0 <= at.controller < seats


# --- the deck ----------------------------------------------------------------------------------


def test_r2_4_eleven_cards() -> None:
    assert len(DECK) == len(set(DECK)) == 11
    assert len(UNDERGROUND) == 5
    assert {card.split("/")[1] for card in UNDERGROUND} == {
        "circle",
        "square",
        "triangle",
        "pentagon",
        "joker",
    }


@pytest.mark.parametrize(
    "card", ["underground/switch", "street/star", "", "circle", "STREET/CIRCLE", "street/circle "]
)
def test_r2_4_there_is_no_other_card(card: str) -> None:
    with pytest.raises(Illegal, match=r"R2\.4"):
        flip(table(), [card])


@pytest.mark.parametrize(
    "cards",
    [
        [],
        [SWITCH],
        [SWITCH, SWITCH],
        ["street/circle", "street/square"],
        ["street/circle", SWITCH],
        [SWITCH, "street/circle", "street/square"],
    ],
)
def test_r2_5_a_turn_is_one_card_or_the_switch_and_one_more(cards: list[str]) -> None:
    with pytest.raises(Illegal, match=r"R2\.5"):
        flip(table(), cards)


def test_r2_5_no_card_comes_twice_in_a_round() -> None:
    at = turned(table(), "street/circle")
    with pytest.raises(Illegal, match="already turned"):
        flip(at, ["street/circle"])
    assert "street/circle" in rounds(table(), 1).remaining


def test_r2_5_every_seat_answers_before_the_next_card() -> None:
    at = flip(table(2), ["street/circle"])
    at = commit(at, 1, apply(at.positions[1], DONE))
    assert not at.awaits_flip
    with pytest.raises(Illegal, match="seat 0 has not answered"):
        flip(at, ["street/square"])
    with pytest.raises(Illegal, match="nothing to answer"):
        commit(at, 1, at.positions[1])


def test_a_seat_commits_only_a_finished_answer_and_only_when_asked() -> None:
    at = table()
    with pytest.raises(Illegal, match="nothing to answer"):
        commit(at, 0, at.positions[0])
    at = flip(at, ["street/circle"])
    with pytest.raises(Illegal, match="not complete"):
        commit(at, 0, at.positions[0])
    for seat in (-1, 1):
        with pytest.raises(Illegal, match=r"R2\.1"):
            commit(at, seat, apply(at.positions[0], DONE))


# --- the end of a round (R2.6) -----------------------------------------------------------------


def test_r2_6_five_turns_at_least() -> None:
    at = rounds(table(), 1)
    assert (at.round, at.turn, at.turned) == (2, 0, ())


def test_r2_6_ten_turns_at_most() -> None:
    at = table()
    for cards in [
        [SWITCH, STREET[0]],
        *([card] for card in STREET[1:]),
        *([card] for card in UNDERGROUND[:4]),
    ]:
        at = turned(at, *cards)
    assert (at.round, at.turn) == (1, 9)
    assert at.remaining == (UNDERGROUND[4],)
    assert turned(at, UNDERGROUND[4]).round == 2


def test_r2_6_a_switch_turned_with_the_fifth_underground_card_counts() -> None:
    at = table()
    for card in UNDERGROUND[:4]:
        at = turned(at, card)
    assert at.ruleset.board.deck.fewest_to_go(at.turned) == 1
    asked = flip(at, [SWITCH, UNDERGROUND[4]])
    assert asked.positions[0].prompts[0].reach is not None
    assert asked.positions[0].prompts[0].reach.anywhere
    assert all_pass(asked).round == 2


def test_a_game_is_four_rounds() -> None:
    at = rounds(table(), 3)
    assert winning_seats(at) is None
    at = rounds(at, 1)
    assert at.over
    assert not at.awaits_flip
    assert winning_seats(at) == (0,)
    with pytest.raises(Illegal, match=r"R2\.1"):
        flip(at, ["street/circle"])
    with pytest.raises(Illegal):
        commit(at, 0, at.positions[0])


def test_a_power_is_fresh_in_each_round() -> None:
    powers = dict(zip(LINES, ("double-station", "joker", "switch", "double-section"), strict=True))
    at = flip(table(1, ("powers",), {"powers": powers}), ["underground/joker"])
    at = commit(at, 0, play_turn(at.positions[0], ["b1-a0", "circle a0"]))
    assert is_spent(at.positions[0])
    for card in UNDERGROUND[:4]:
        at = turned(at, card)
    assert at.round == 2
    assert not is_spent(at.positions[0])


# --- what is dealt -----------------------------------------------------------------------------


def special(symbol: str, effect: str) -> dict[str, str]:
    return {"symbol": symbol, "effect": effect}


def test_r7_4_a_special_station_opens_each_round() -> None:
    at = table(1, ("specials",))
    assert at.awaits_opening is not None
    with pytest.raises(Illegal, match=r"R7\.4"):
        flip(at, ["street/circle"])
    at = open_round(at, "special", special("circle", "switch"))
    assert at.positions[0].notes == {"specials": special("circle", "switch")}
    with pytest.raises(Illegal, match=r"R7\.4"):
        open_round(at, "special", special("square", "joker"))
    at = rounds(at, 1)
    assert at.positions[0].notes == {}
    for again in (special("circle", "joker"), special("square", "switch"), special("star", "joker")):
        with pytest.raises(Illegal, match=r"R7\.4"):
            open_round(at, "special", again)
    with pytest.raises(Illegal, match=r"R7\.4"):
        open_round(table(), "special", special("circle", "switch"))


@pytest.mark.parametrize(
    ("modules", "dealt", "rule"),
    [
        (("objectives",), {}, "missing"),
        ((), {"objectives": ("river", "interchanges")}, "not in play"),
        (("objectives",), {"objectives": ("river", "river")}, r"R7\.1"),
        (("objectives",), {"objectives": ("river",)}, r"R7\.1"),
        (("objectives",), {"objectives": ("river", "stamps")}, r"R7\.1"),
        (("objectives",), {"objectives": ("river", "interchanges", "all-districts")}, r"R7\.1"),
        (("powers",), {"powers": {"red": "joker"}}, r"R7\.3"),
        (("powers",), {"powers": dict.fromkeys(LINES, "joker")}, r"R7\.3"),
        (("gates",), {"gates": {"a0": "switch"}}, r"R7\.5"),
    ],
)
def test_what_is_dealt_must_be_whole(modules: tuple[str, ...], dealt: Dealt, rule: str) -> None:
    with pytest.raises(BadSetup, match=rule):
        table(1, modules, dealt)


def test_a_turn_is_named_as_the_command_line_does() -> None:
    assert Turn.parse(3, "switch+joker") == Turn(3, 15, joker=True, switch=True)
    for text in ("switch", "joker+switch", "switch+switch+joker", "star", "", "switch+", "+joker"):
        with pytest.raises(BadSetup):
            Turn.parse(1, text)
