"""Batches: legal actions in, legal choices out, the same by the same seed."""

from statistics import mean, stdev

import pytest

from terminus.boards import board, shipped_boards
from terminus.kernel import Kernel, kernel_of
from terminus.kernel.bench import measure, measure_decisions
from terminus.kernel.codes import ACTION_CODES
from terminus.rules.ruleset import Ruleset

MODULES: tuple[tuple[str, ...], ...] = ((), ("objectives", "powers"), ("specials",), ("gates",))


def kernel(name: str = "london", modules: tuple[str, ...] = ()) -> Kernel:
    return kernel_of(Ruleset.of(board(name), modules))


def row(view: memoryview, game: int) -> list[int]:
    words: list[list[int]] = view.tolist()  # type: ignore[assignment]
    mask = sum(word << 64 * index for index, word in enumerate(words[game]))
    return [action for action in range(ACTION_CODES["done"] + 1) if mask >> action & 1]


@pytest.mark.parametrize("name", shipped_boards())
@pytest.mark.parametrize("modules", MODULES, ids=lambda modules: "+".join(modules) or "base")
def test_what_a_batch_shows_is_so(name: str, modules: tuple[str, ...]) -> None:
    rules = kernel(name, modules)
    batch = rules.batch(7, seed=5)
    totals, sums = [0] * 7, [0] * 7
    for index in range(7):
        totals[index] = batch.totals[index]
    for _ in range(300):
        for game in range(7):
            state = batch.state(game)
            assert sorted(rules.legal(state)) == row(batch.masks, game)
            assert batch.counts[game] == len(rules.legal(state)) > 1
            assert batch.totals[game] == rules.total(state)
        batch.sample()
        batch.step()
        for game in range(7):
            sums[game] += batch.rewards[game]
            if batch.ended[game]:
                assert totals[game] + sums[game] == batch.finals[game]
                totals[game], sums[game] = batch.totals[game], 0
            else:
                assert totals[game] + sums[game] == batch.totals[game]
    assert batch.finished > 7


def test_the_same_seed_gives_the_same_games() -> None:
    one, same, other = (kernel().batch(50, seed) for seed in (3, 3, 4))
    for _ in range(100):
        for batch in (one, same, other):
            batch.sample()
            batch.step()
    assert one.totals.tolist() == same.totals.tolist() != other.totals.tolist()
    for policy in ("random", "greedy"):
        played = [kernel().play(policy, 100, seed) for seed in (3, 3, 4)]
        assert played[0] == played[1] != played[2]


def test_an_illegal_action_is_an_error_and_nothing_is_played() -> None:
    batch = kernel().batch(3, seed=1)
    before = [batch.state(game).turn for game in range(3)], batch.masks.tolist()
    batch.sample()
    batch.actions[1] = ACTION_CODES["done"] + 1
    with pytest.raises(ValueError, match="game 1"):
        batch.step()
    assert before == ([batch.state(game).turn for game in range(3)], batch.masks.tolist())
    batch.actions[1] = ACTION_CODES["done"]
    batch.step()


def test_what_is_only_shown_cannot_be_written_and_outlives_its_batch() -> None:
    batch = kernel().batch(3, seed=1)
    masks = batch.masks
    with pytest.raises(TypeError):
        masks[0, 0] = 0
    before = masks.tolist()
    del batch
    assert masks.tolist() == before


def test_a_batch_without_games_is_refused() -> None:
    with pytest.raises(ValueError, match="one game"):
        kernel().batch(0, seed=1)


@pytest.mark.parametrize("name", shipped_boards())
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_the_short_way_through_a_game_plays_like_the_long_one(name: str, policy: str) -> None:
    """`play` leaves prompts out where a turn is one section; a batch never does."""
    short = kernel(name).play(policy, 4000, 1)
    batch, long = kernel(name).batch(500, 2), list[int]()
    while len(long) < 4000:
        batch.choose(policy)
        batch.step()
        long += [total for total, ended in zip(batch.finals, batch.ended, strict=True) if ended]
    error = (stdev(short) ** 2 / len(short) + stdev(long) ** 2 / len(long)) ** 0.5
    assert abs(mean(short) - mean(long)) < 4 * error + 0.5  # games in hand at the end make long ones rarer


def test_published_means() -> None:
    """Pencils in random order; a check that the rules agree."""
    for policy, published, tolerance in (("random", 95.0, 0.3), ("greedy", 126.65, 0.4)):
        assert abs(mean(kernel().play(policy, 20_000, seed=1)) - published) < tolerance


def test_the_bench_measures_both_policies() -> None:
    rates = measure(board("toy"), 0.01)
    assert set(rates) == {"random", "greedy"}
    assert all(rate > 0 for rate in rates.values())
    assert measure_decisions(board("toy"), 0.01) > 0
