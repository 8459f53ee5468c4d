"""Which modules go together."""

from itertools import combinations

import pytest

from terminus.boards import BOARDS, board
from terminus.rules.errors import BadSetup
from terminus.rules.mechanics import EXCLUSIVE, KNOWN, MODULES, Mechanic
from terminus.rules.ruleset import Ruleset


@pytest.mark.parametrize("pair", list(combinations(EXCLUSIVE, 2)))
def test_r7_2_powers_specials_and_gates_exclude_each_other(pair: tuple[str, str]) -> None:
    with pytest.raises(BadSetup, match=r"R7\.2"):
        Ruleset.of(board("toy"), pair)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("module", EXCLUSIVE)
def test_objectives_go_beside_any_and_each_city_plays_all(name: str, module: str) -> None:
    assert Ruleset.of(board(name), (module, "objectives")).modules == ("objectives", module)


def test_unknown_modules_are_refused() -> None:
    with pytest.raises(BadSetup, match="there is no module «luck»"):
        Ruleset.of(board("toy"), ["luck"])


def test_modules_may_come_from_an_iterator() -> None:
    assert Ruleset.of(board("toy"), iter(["gates", "objectives"])).modules == ("objectives", "gates")
    with pytest.raises(BadSetup):
        Ruleset.of(board("toy"), iter(["luck"]))


def test_a_module_named_twice_is_refused() -> None:
    with pytest.raises(BadSetup, match="twice"):
        Ruleset.of(board("toy"), ["gates", "gates"])


def test_every_mechanic_is_known_by_its_name_and_uses_a_hook() -> None:
    hooks = ("deal", "reach", "offers", "take", "on_draw", "points")
    for name, kind in KNOWN.items():
        assert kind.name == name
        assert any(getattr(kind, hook) is not getattr(Mechanic, hook) for hook in hooks)
    assert set(MODULES) <= set(KNOWN)
