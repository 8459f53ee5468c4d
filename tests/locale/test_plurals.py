"""Plurals follow the language's own categories: in a made-up Polish catalogue, and in every one we have."""

from io import BytesIO

import pytest
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from terminus.locale import LANGUAGES, catalogue, compiled
from terminus.locale import export as exported
from terminus.locale.vocabulary import word

ONE, MORE = "{count} card", "{count} cards"
STAMPS = ("{stamps} stamp", "{stamps} stamps")
POLISH = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"

msgid "{count} card"
msgid_plural "{count} cards"
msgstr[0] "{count} karta"
msgstr[1] "{count} karty"
msgstr[2] "{count} kart"

msgctxt "objective"
msgid "{stamps} stamp"
msgid_plural "{stamps} stamps"
msgstr[0] "{stamps} stempel"
msgstr[1] "{stamps} stemple"
msgstr[2] "{stamps} stempli"
"""


def polish() -> Catalog:
    return read_po(BytesIO(POLISH.encode()), locale="pl", abort_invalid=True)


@pytest.mark.parametrize(
    ("count", "form"), [(1, "karta"), (2, "karty"), (5, "kart"), (12, "kart"), (22, "karty"), (0, "kart")]
)
def test_python_takes_the_form_of_the_catalogue(count: int, form: str) -> None:
    assert compiled(polish()).ngettext(ONE, MORE, count) == f"{{count}} {form}"


@pytest.mark.parametrize(("count", "said"), [(1, "1 stempel"), (3, "3 stemple"), (5, "5 stempli")])
def test_a_word_with_a_figure_takes_it_too(count: int, said: str) -> None:
    assert word(compiled(polish()), "objective", "stamps", {"stamps": count}) == said


def test_the_page_gets_a_form_for_each_category(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exported, "read", lambda _: polish())
    monkeypatch.setattr(exported, "catalogue", lambda _: compiled(polish()))
    forms = {"one": "{count} karta", "few": "{count} karty", "many": "{count} kart"}
    assert exported.messages("pl") == {ONE: forms}
    said = exported.words("pl", compiled(polish()))["objective"]["stamps"]
    assert said == {
        "by": "stamps", "one": "{stamps} stempel", "few": "{stamps} stemple", "many": "{stamps} stempli"
    }  # fmt: skip


@pytest.mark.parametrize("language", [*LANGUAGES, "pl"])
def test_plural_forms_and_categories_say_the_same(language: str) -> None:
    """What Python chooses by Plural-Forms is what the page chooses by category."""
    messages = compiled(polish()) if language == "pl" else catalogue(language)
    context, (one, more) = "objective", STAMPS
    forms = {c: messages.npgettext(context, one, more, n) for c, n in exported.numbers(language).items()}
    category = Locale.parse(language).plural_form
    for number in (*range(1000), 1_000_000):
        assert messages.npgettext(context, one, more, number) == forms[category(number)], number


def test_zero_is_singular_in_french_and_plural_in_english() -> None:
    french, english = catalogue("fr"), catalogue("en")
    one, more = STAMPS
    assert [french.npgettext("objective", one, more, n) for n in (0, 2)] == [
        "{stamps} tampon",
        "{stamps} tampons",
    ]
    assert [english.npgettext("objective", one, more, n) for n in (0, 1)] == [more, one]
