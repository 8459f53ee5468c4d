"""python -m terminus.server.rulebook.export FOLDER: the rules pages, as files that the page loads when asked.

`book.json` has every page's texts, `figures/` the figures of each page, `boards/` the cities that they are
drawn on and `texts/` what the English sentences are in another language. Nothing of it needs a server.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from ...boards import BOARDS
from ...locale import ENGLISH, LANGUAGES, catalogue
from ..shown.boards import board_view
from .book import CONTEXT, Page, pages, texts
from .figures import FigureView, figure_view


class RuleView(msgspec.Struct):
    numbers: list[str]
    title: str
    text: str
    figures: list[str]
    table: str
    more: str


class ChapterView(msgspec.Struct):
    title: str
    rules: list[RuleView]


class PageView(msgspec.Struct):
    id: str
    title: str
    about: str
    city: str  # the board that it is about; empty for a module
    facts: list[str]
    chapters: list[ChapterView]


Figures = dict[str, FigureView]


def page_view(page: Page) -> PageView:
    return msgspec.convert(page, PageView, from_attributes=True)


def figure_views(page: Page) -> Figures:
    """The figures that the page shows, by name."""
    shown = [name for chapter in page.chapters for rule in chapter.rules for name in rule.figures]
    return {name: figure_view(page.figures[name]) for name in shown}


def translations(language: str) -> dict[str, str]:
    """The sentences of the book by their English; English needs none."""
    known = catalogue(language)
    return {} if language == ENGLISH else {text: known.pgettext(CONTEXT, text) for text in sorted(texts())}


def export(folder: Path) -> None:
    _write(folder / "book.json", [page_view(page) for page in pages()])
    for page in pages():
        _write(folder / "figures" / f"{page.id.replace('/', '-')}.json", figure_views(page))
    for city in BOARDS:
        _write(folder / "boards" / f"{city}.json", board_view(city))
    for language in LANGUAGES:
        _write(folder / "texts" / f"{language}.json", translations(language))


def _write(path: Path, content: object) -> None:
    """Left alone where nothing changed, so that make does not build the page for nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    written = msgspec.json.encode(content)
    if not path.exists() or path.read_bytes() != written:
        path.write_bytes(written)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m terminus.server.rulebook.export FOLDER")
    export(Path(sys.argv[1]))
