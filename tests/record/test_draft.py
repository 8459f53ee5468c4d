"""A draft: what may be done is what the engine allows, undo is exact, handing it in is what the log says."""

import random
from pathlib import Path

import pytest
from tests.strategies import MODULE_SETS, ruleset, same

from terminus.boards import BOARDS
from terminus.record.dealer import SettledDealer, seeded
from terminus.record.draft import Draft
from terminus.record.log import read, step, turn_event
from terminus.rules.actions import DONE, SKIP
from terminus.rules.errors import Illegal
from terminus.rules.play import legal
from terminus.rules.score import score, total
from terminus.rules.table import Table, commit

GOLDEN = Path(__file__).parents[1] / "golden"


def edited(start: Draft, rng: random.Random) -> Draft:
    """A draft after much doing and undoing."""
    draft = start
    for _ in range(rng.randrange(8)):
        choices = [option.action for option in draft.options if option.action != DONE]
        if choices and rng.random() < 0.8:
            draft = draft.take(rng.choice(choices))
        else:
            draft = draft.undo()
    while not draft.ready:
        draft = draft.take(draft.options[0].action)
    return draft


@pytest.mark.parametrize("modules", MODULE_SETS, ids="+".join)
@pytest.mark.parametrize("city", BOARDS)
def test_what_is_handed_in_is_what_the_log_says(city: str, modules: tuple[str, ...]) -> None:
    rules, rng = ruleset(city, modules), random.Random(f"{city} {modules}")
    dealer = SettledDealer(seeded(rules, 3))
    table = step(None, dealer.start(rules, ["A", "B"]))
    while not table.over:
        table = dealer.turn_up(table)
        for seat in range(2 if not all(table.answered) else 0):
            table = answered(table, seat, rng)


def answered(table: Table, seat: int, rng: random.Random) -> Table:
    empty = Draft.of(table.positions[seat])
    draft = edited(empty, rng)
    back = draft
    for _ in draft.actions:
        back = back.undo()
    assert back == empty == empty.undo()
    again = empty
    for text in draft.said:
        again = again.say(text)
    assert again == draft
    finished, do = draft.hand_in()
    handed_in = commit(table, seat, finished)
    assert same(handed_in, step(table, turn_event(table, seat, do)))
    return handed_in


def test_an_option_is_worth_what_the_score_says_after_it() -> None:
    rules = ruleset("london", ("objectives", "powers"))
    dealer = SettledDealer(seeded(rules, 3))
    table = dealer.turn_up(step(None, dealer.start(rules, ["A"])))
    draft = Draft.of(table.positions[0])
    assert [option.number for option in draft.options] == list(range(1, len(draft.options) + 1))
    for option in draft.options:
        after = total(score(draft.take(option.action).position))
        assert (option.total, option.gain) == (after, after - total(score(draft.position)))


def test_a_draft_that_is_not_whole_cannot_be_handed_in() -> None:
    rules = ruleset("toy", ("powers",))
    powers = dict(
        zip(rules.board.lines, ("double-section", "joker", "switch", "double-station"), strict=True)
    )
    deal = seeded(rules, 1)
    start = SettledDealer(deal).start(rules, ["A"])
    table = step(None, {**start, "powers": powers, "pencils": [list(rules.board.lines)]})
    draft = Draft.of(SettledDealer(deal).turn_up(table).positions[0])
    used = draft.say("use double-section")
    assert not used.ready
    with pytest.raises(Illegal):
        used.hand_in()
    with pytest.raises(Illegal, match="handing it in"):
        draft.say("done")


def test_a_skip_is_offered_only_where_something_waits_behind() -> None:
    skips, table = 0, None
    for _, event in read((GOLDEN / "paris-gates-4p-1.jsonl").read_bytes()):
        if event["event"] == "turn" and table is not None:
            draft = Draft.of(table.positions[event["seat"]])
            for text in event["do"]:
                offered = SKIP in [option.action for option in draft.options]
                assert offered == (SKIP in legal(draft.position))
                skips += offered
                draft = draft.say(text)
        table = step(table, event)
    assert skips
