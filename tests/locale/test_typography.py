"""Each language is set as its readers expect: quotes, the spaces of French, ¿ before every ? of Spanish."""

import re
from collections.abc import Iterator

import pytest
from tools.catalogues import typeset

from terminus.locale import LANGUAGES, read

NARROW = "\N{NARROW NO-BREAK SPACE}"
FAULTS = {
    "fr": {
        "no narrow space before ; : ! ? or »": rf"(?<![{NARROW}])[;:!?»](?=[\s.,)]|$)",
        "another space before ; : ! ? or »": r"[ \u00a0][;:!?»]",
        "no narrow space after «": rf"«(?!{NARROW})",
    },
    "es": {
        "a ? or ! that was not opened": r"^[^¿]*\?|^[^¡]*!",
        "a ¿ or ¡ that is not closed": r"¿[^?]*$|¡[^!]*$",
        "spaces within «»": r"«\s|\s»",
    },
    "de": {"other quotes than „…“": r"[«»”]|„[^“]*$|^[^„]*“"},
}
EVERYWHERE = {
    "a straight quote": r"""['"]""",
    "three dots": r"\.\.\.",
    "a space too many": r"^ | $|(?<=\w)  ",
}
# What is typed is no sentence: a key (?), a sign that stands alone, what stands in quotes as it is written.
TYPED = re.compile(r"""(?<=[\s,])[?!](?=[\s.])|'[^' ]*'|"[^" ]*"|\w+://\S*""")


def texts(language: str) -> Iterator[str]:
    for message in read(language):
        if message.id:
            yield from [message.string] if isinstance(message.string, str) else message.string or ()


def test_what_is_wrong_is_found() -> None:
    wrong = {
        "fr": ["Joueur 1: trace", "Par où ?", "«oui»", "l'hôte"],
        "es": ["Por dónde?", "¡Ven", "« sí »"],
        "de": ["«ja»", "„ja”", "so..."],
    }
    for language, sentences in wrong.items():
        assert all(faults(language, sentence) for sentence in sentences)


def faults(language: str, text: str) -> list[str]:
    said = TYPED.sub("x", text)
    return [what for what, how in (FAULTS[language] | EVERYWHERE).items() if re.search(how, said)]


def test_french_is_typed_with_any_spaces() -> None:
    typed = ("Où ? « Ici » ; «là» !", "La touche ? aide ; tapez x ou ?.")
    assert typeset("fr", typed) == (
        "Où_? «_Ici_»_; «_là_»_!".replace("_", NARROW),
        f"La touche ? aide{NARROW}; tapez x ou ?.",
    )
    assert typeset("fr", typeset("fr", typed)) == typeset("fr", typed)
    assert typeset("es", "«sí»") == "«sí»"


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_it_is_set_as_its_readers_expect(language: str) -> None:
    found = {text: wrong for text in texts(language) if (wrong := faults(language, text))}
    assert not found
