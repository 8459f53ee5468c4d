"""python -m tools.catalogues: brings the catalogues in line with what is said (make catalogues).

What is said: the vocabulary, names and notes of the boards that ship, the lessons, the rules pages, and the
sentences in calls of `t`, `tn` and `msg` on the page and in Python, there of `translate`, `Refused`,
`Binding` and the help of a `Parameter` too. What is new is left empty for a translator, what nobody says any
more goes, French gets its narrow spaces.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from tools.page_parts import files, first_files

from terminus.boards import board, shipped_boards
from terminus.locale import ENGLISH, LANGUAGES, read
from terminus.locale.vocabulary import vocabulary
from terminus.server.lessons import lessons
from terminus.server.rulebook.book import CONTEXT, texts

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "terminus"
# Which arguments of a call are a sentence, or the two forms of one.
FOLDERS = ("server", "drawing", "terminal", "cli", "review", "bots", "kernel", "boards", "record", "rules")
CALLS = {
    "t": (0,),
    "msg": (0,),
    "tn": (0, 1),
    "translate": (1,),
    "Refused": (0,),
    "Binding": (2,),
    "Sentence": (0,),
}
AT_ONCE = {"t", "tn", "translate"}  # whoever calls these says it there and then; the others are handed on
TEXT = r"""\s*(['"`])((?:\\.|(?!\{n}).)*)\{n}"""
ONE = re.compile(r"(?<![\w.])(?:t|msg)\(" + TEXT.format(n=1), re.DOTALL)
TWO = re.compile(r"(?<![\w.])tn\(" + TEXT.format(n=1) + r"\s*," + TEXT.format(n=3), re.DOTALL)
# Within «», and before ; : ! ? unless a sentence goes on behind the sign: then it is a key that is named.
SPACED = re.compile(r"(?<=«)\s|(?<=«)(?!\s)|\s(?=»)|(?<!\s)(?=»)|(?<=[\w})…»]) (?=[;:]|[?!](?! [a-z]|\.))")

Said = tuple[str | None, str | tuple[str, str]]  # the context, and the sentence or its two forms


def said_in_python(folder: str = "", calls: Iterable[str] = CALLS) -> Iterator[Said]:
    for path in sorted((SOURCE / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name("Parameter"), keywords=named):
                    helps = [one.value for one in named if one.arg == "help"]
                    yield from ((None, str(one.value)) for one in helps if isinstance(one, ast.Constant))
                case ast.Call(func=ast.Name(name), args=given) if name in calls:
                    places = [given[place] for place in CALLS[name] if place < len(given)]
                    match [part.value for part in places if isinstance(part, ast.Constant)]:
                        case [str() as sentence] if len(CALLS[name]) == 1:
                            yield None, sentence
                        case [str() as one, str() as more]:
                            yield None, (one, more)


def said_by_the_page(paths: Iterable[Path] | None = None) -> Iterator[Said]:
    for path in files() if paths is None else paths:
        text = path.read_text("utf-8")
        yield from ((None, _plain(found[2])) for found in ONE.finditer(text))
        yield from ((None, (_plain(found[2]), _plain(found[4]))) for found in TWO.finditer(text))


def _plain(quoted: str) -> str:
    return re.sub(r"\\(.)", r"\1", quoted)


def said_by_the_vocabulary() -> Iterator[Said]:
    for kind, ids in vocabulary().items():
        for entry in ids.values():
            match entry:
                case str():
                    yield kind, entry
                case {"one": one, "more": more}:
                    yield kind, (one, more)
                case _:
                    yield from ((kind, text) for text in entry.values())


def said_by_the_boards() -> Iterator[Said]:
    for name in shipped_boards():
        city = board(name)
        told = (city.name, city.scenery.get("river", {}).get("name"), city.scenery.get("note"))
        yield from ((None, text) for text in told if text)


def said_by_the_lessons() -> Iterator[Said]:
    for lesson in lessons().values():
        yield from ((None, text) for text in (lesson.name, lesson.about) if text)
        yield from ((None, sentence.text) for sentence in lesson.ends)
        for turn in lesson.turns:
            yield from ((None, sentence.text) for sentence in turn.says)
            yield from ((None, text) for text in (*turn.then, turn.anyway) if text)


def said_by_the_rulebook() -> Iterator[Said]:
    yield from ((CONTEXT, text) for text in texts())


def all_said() -> set[Said]:
    named = {*said_by_the_vocabulary(), *said_by_the_boards()}
    written = {*said_by_the_lessons(), *said_by_the_rulebook()}
    return {*said_in_python(), *said_by_the_page(), *named, *written}


def speakers() -> dict[str, set[Said]]:
    """Who says what: the catalogues note it for translators, and the page takes only what it may show."""
    return {
        "page": {*said_by_the_page(first_files()), *said_by_the_boards()},
        "later": {*said_by_the_page(set(files()) - first_files()), *said_by_the_lessons()},
        **{folder: set(said_in_python(folder)) for folder in FOLDERS},
        "server": set(said_in_python("server", CALLS.keys() - AT_ONCE)),
        "console": set(said_in_python("server", AT_ONCE)),  # and the heads of pages: no page says it
    }


def typeset(language: str, said: str | Sequence[str]) -> str | tuple[str, ...]:
    """With the narrow spaces of French, which no keyboard has."""
    if not isinstance(said, str):
        return tuple(str(typeset(language, form)) for form in said)
    return SPACED.sub("\N{NARROW NO-BREAK SPACE}", said) if language == "fr" else said


def update(language: str) -> None:
    """Write the catalogue anew: its own head, then what is said, in the order of contexts and sentences."""
    path = SOURCE / "locale" / language / "LC_MESSAGES" / "terminus.po"
    head = path.read_bytes().split(b"\n\n")[0]
    known, wanted, spoken = read(language), Catalog(locale=language), speakers()
    for context, said in sorted(all_said(), key=lambda one: (one[0] or "", str(one[1]))):
        old = known.get(said, context)
        by = [(who, 0) for who, sentences in spoken.items() if (context, said) in sentences]
        translation = typeset(language, (old.string if old else "") or "")
        wanted.add(said, translation, by, context=context).flags.clear()
    with path.open("wb") as file:
        file.write(head + b"\n\n")
        write_po(file, wanted, width=0, omit_header=True, include_lineno=False)


if __name__ == "__main__":
    for language in LANGUAGES:
        if language != ENGLISH:
            update(language)
