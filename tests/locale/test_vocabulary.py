"""Whatever engine, boards and bots have an id for has a word, and the code asks for words that exist."""

import re
from pathlib import Path

import pytest
from tools.catalogues import said_by_the_vocabulary

from terminus.boards import board, shipped_boards
from terminus.boards.kit import SECTION_TAGS, STATION_TAGS
from terminus.bots import LEVELS
from terminus.locale import LANGUAGES, catalogue
from terminus.locale.spoken import objective, speak
from terminus.locale.vocabulary import about, vocabulary, word
from terminus.rules.mechanics.gates import BONUSES
from terminus.rules.mechanics.powers import POWERS
from terminus.rules.mechanics.specials import EFFECTS
from terminus.rules.ruleset import Ruleset
from terminus.rules.symbols import SYMBOLS

ROOT = Path(__file__).parents[2]
CITIES = [board(name) for name in shipped_boards()]
# word("power", "switch"), about("effect", …), named("hint", "switch"), Token("bonus", …): in Python and page.
ASKED = re.compile(r"""(?<!\w)(?:word|about|named|Token)\(\s*['"]([\w-]+)['"](?:,\s*['"]([^'"]+)['"])?""")


def asked() -> set[tuple[str, str]]:
    """Kind and id (empty where it is not written out) of every word that the code asks for."""
    paths = [*(ROOT / "web" / "src").rglob("*"), *(ROOT / "src" / "terminus").rglob("*.py")]
    code = [path.read_text("utf-8") for path in paths if path.suffix in (".py", ".ts", ".svelte")]
    return {(kind, identifier) for text in code for kind, identifier in ASKED.findall(text)}


def test_words_are_asked_for_with_a_kind_and_an_id_that_exist() -> None:
    found = asked()
    assert ("prompt", "nothing") in found
    assert ("power", "") in found
    for kind, identifier in found:
        assert kind in vocabulary(), f"there is no kind «{kind}»"
        assert not identifier or identifier in vocabulary()[kind], f"no {kind} is called «{identifier}»"


def test_no_kind_is_there_for_nobody() -> None:
    assert vocabulary().keys() == {kind for kind, _ in asked()}


def test_the_ids_of_the_engine_have_words_and_no_other_has() -> None:
    words = {kind: set(ids) for kind, ids in vocabulary().items()}
    assert words["power"] == set(POWERS)
    assert words["effect"] == set(EFFECTS)
    assert words["bonus"] == set(BONUSES)
    assert words["level"] == set(LEVELS)
    assert words["module"] == {module for city in CITIES for module in city.modules}
    assert words["face"] == {*SYMBOLS, "joker", "visit", "switch"}
    assert words["card"] == words["face"] - {"switch"}
    assert words["verdict"] == {str(rating) for rating in range(1, len(CITIES[0].ratings) + 2)}


def test_the_lines_and_scores_of_the_boards_have_words() -> None:
    for city in CITIES:
        ruleset = Ruleset.of(city, ["objectives"] if "objectives" in city.modules else [])
        rules = {mechanic.name for mechanic in ruleset.scoring}
        assert set(city.lines) <= vocabulary()["line"].keys()
        assert rules - vocabulary()["extra"].keys() <= {"route", "section-bonus", "station-bonus"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_can_be_said_in_every_language(language: str) -> None:
    figures = {"by": 2, "lines": 2, "turn": 3, "points": 2, "tag": "river", "drawn": 2, "points_each": 10}
    figures |= dict.fromkeys(["line", "most", "stations", "sections", "stamps", "districts", "crossings"], 2)
    for kind, ids in vocabulary().items():
        for identifier in ids:
            assert word(catalogue(language), kind, identifier, figures)
            assert "{" not in word(catalogue(language), kind, identifier, figures)
            assert "{" not in about(catalogue(language), kind, identifier, figures)


@pytest.mark.parametrize("tag", sorted({*STATION_TAGS, *SECTION_TAGS}))
def test_whatever_kind_a_city_of_ones_own_chooses_has_words(tag: str) -> None:
    kinds = [("tagged-stations", "stations", STATION_TAGS), ("tagged-sections", "sections", SECTION_TAGS)]
    for language in LANGUAGES:
        assert about(catalogue(language), "line-bonus", tag, {"points": 3}).startswith("+3")
        assert tag in vocabulary()["tag"]
    for predicate, counted, tags in kinds:
        speak("fr")
        said = objective("x", {"predicate": predicate, "tag": tag, counted: 3}) if tag in tags else "3"
        speak("en")
        assert said.startswith("3")
        assert tag not in said.split(), "the id is nobody's word"


def test_what_has_no_word_is_shown_as_it_is() -> None:
    assert word(catalogue("fr"), "line", "rusty-red", {}) == "rusty red"
    assert about(catalogue("fr"), "power", "flight", {}) == ""


def test_one_english_word_is_a_message_for_each_of_its_kinds() -> None:
    switch = {kind for kind, said in said_by_the_vocabulary() if said == "Switch"}
    assert switch == {"power", "effect", "hint", "rule"}
