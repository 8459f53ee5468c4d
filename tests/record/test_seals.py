"""Sealed shuffles: the recipe as docs/fairness.md has it, every order as likely as any other, no memory."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from tests.sealed import contributions, sealed_log, secrets
from tests.strategies import MODULE_SETS, ruleset

from terminus.boards import BOARDS
from terminus.record.dealer import new_secret
from terminus.record.log import replay, step
from terminus.record.sealed import SealedDealer
from terminus.record.seals import BYTES, CONTRIBUTION, SECRET, Shuffle, below, seal_of
from terminus.rules.cards import DEFAULT_DECK
from terminus.rules.errors import BadSetup

CARDS = DEFAULT_DECK.cards
SECRET_ONE, GAME = "5e" * 32, "h7k2m9p4w8xz"


def shuffle(seed: int, given: dict[int, str] | None = None) -> Shuffle:
    return Shuffle(GAME, 1, random.Random(seed).randbytes(32).hex(), given or {})


def test_the_recipe_stays_as_it_is() -> None:
    """Worked out by hand with sha256sum and openssl; a change here makes every older log unproven."""
    seal = "b77f2f6433ece0fb75edc30df4382a0f938440cfb992d5ba08e803605dff0469"
    assert seal_of(GAME, 1, SECRET_ONE) == seal
    given = {2: "ab" * 16, 0: "01" * 32}
    assert Shuffle(GAME, 1, SECRET_ONE, given).order("deck", CARDS)[:4] == [
        "underground/pentagon",
        "street/circle",
        "street/triangle",
        "street/joker",
    ]


def test_the_order_of_asking_and_of_naming_changes_nothing() -> None:
    one, other = shuffle(1), shuffle(1)
    deck, symbols = one.order("deck", CARDS), one.order("special symbol", "abcd")
    assert other.order("special symbol", "dcba") == symbols
    assert other.order("deck", sorted(CARDS)) == deck == one.order("deck", reversed(CARDS))
    assert sorted(deck) == sorted(CARDS)


def test_everything_in_it_matters() -> None:
    """Game, round, secret, label, each contribution and whose it is."""
    given = {0: "00" * 16, 1: "11" * 16}
    kinds = [
        Shuffle(GAME, 1, SECRET_ONE, given),
        Shuffle("another", 1, SECRET_ONE, given),
        Shuffle(GAME, 2, SECRET_ONE, given),
        Shuffle(GAME, 1, "5f" * 32, given),
        Shuffle(GAME, 1, SECRET_ONE, {0: "00" * 16}),
        Shuffle(GAME, 1, SECRET_ONE, {0: "00" * 16, 2: "11" * 16}),
        Shuffle(GAME, 1, SECRET_ONE, {0: "11" * 16, 1: "00" * 16}),
    ]
    orders = [tuple(kind.order(label, CARDS)) for kind in kinds for label in ("deck", "pencils")]
    assert len(set(orders)) == len(orders)


@pytest.mark.parametrize("count", range(1, BYTES + 1))
def test_a_number_is_exactly_as_likely_as_the_others(count: int) -> None:
    """Over all bytes there are: those that would favour some are passed over, and no more than those."""
    found: Counter[int] = Counter()
    for byte in range(BYTES):
        stream = iter([byte])
        try:
            found[below(count, stream)] += 1
        except StopIteration:
            assert byte >= BYTES - BYTES % count
    assert set(found) == set(range(count))
    assert set(found.values()) == {BYTES // count}


def chi_square(found: Counter[Any], cells: int) -> float:
    """How far from even; its mean is about the number of free cells, its spread the root of twice that."""
    expected = sum(found.values()) / cells
    return sum((found[cell] - expected) ** 2 / expected for cell in found) + (cells - len(found)) * expected


def decks(count: int) -> Iterator[list[str]]:
    return (shuffle(seed, {0: f"{seed:032x}"}).order("deck", CARDS) for seed in range(count))


def test_every_card_is_as_likely_at_every_place() -> None:
    found = Counter((place, card) for deck in decks(4_000) for place, card in enumerate(deck))
    free = (len(CARDS) - 1) ** 2
    assert abs(chi_square(found, len(CARDS) ** 2) - free) < 4 * (2 * free) ** 0.5


def test_every_pair_is_as_likely_one_after_the_other() -> None:
    found = Counter(pair for deck in decks(4_000) for pair in itertools.pairwise(deck))
    cells = len(CARDS) * (len(CARDS) - 1)
    assert abs(chi_square(found, cells) - cells) < 4 * (2 * cells) ** 0.5


def test_every_order_of_four_is_as_likely() -> None:
    found = Counter(tuple(shuffle(seed).order("pencils", "abcd")) for seed in range(6_000))
    assert len(found) == 24
    assert abs(chi_square(found, 24) - 23) < 4 * 46**0.5


def test_a_shuffle_that_is_not_fair_would_be_seen() -> None:
    """The same measure on the well-known wrong way: each place changed with any other."""
    rng, found = random.Random(1), Counter[Any]()
    for _ in range(8_000):
        deck = list(CARDS)
        for place in range(len(deck)):
            other = rng.randrange(len(deck))
            deck[place], deck[other] = deck[other], deck[place]
        found.update(enumerate(deck))
    assert chi_square(found, len(CARDS) ** 2) > 300


def test_secrets_and_contributions_have_their_form() -> None:
    assert len({new_secret() for _ in range(50)}) == 50
    assert SECRET.fullmatch(new_secret())
    for odd in ("", "ab" * 15, "ab" * 33, "ab" * 16 + "a", "AB" * 16, "xy" * 16, "ab" * 16 + "\n"):
        assert not CONTRIBUTION.fullmatch(odd)


@pytest.mark.parametrize("city", BOARDS)
@pytest.mark.parametrize("modules", MODULE_SETS)
def test_whatever_is_dealt_can_be_played(city: str, modules: tuple[str, ...]) -> None:
    assert replay(sealed_log(3, city, modules, seats=3)).over


def test_another_dealer_deals_the_same_cards_from_anywhere() -> None:
    log, given = sealed_log(4, "tokyo", ("specials",), 2), contributions(4, 2)
    table = step(None, log[0])
    for event in log[1:]:
        if event["event"] in ("special", "flip"):
            assert SealedDealer("game4", secrets(4), given).next_event(table) == event
        table = step(table, event)


def test_a_table_that_was_dealt_other_cards_is_not_gone_on_with() -> None:
    log = sealed_log(5, "paris", seats=1)
    table = replay(log[: next(n for n, e in enumerate(log) if e.get("turn") == 3)])
    assert len(table.turned) >= 2
    with pytest.raises(BadSetup, match="round 1"):
        SealedDealer("game5", secrets(6)).next_event(table)
    with pytest.raises(BadSetup, match="secret of round 0"):
        SealedDealer("game5", []).start(ruleset("paris"), ["A"])
