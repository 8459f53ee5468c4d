"""The book as it stands in its files: pages of chapters, chapters of rules, and the figures that show them.

`all.toml` has what every city plays by, `modules.toml` the modules, and each city a file of its own: its
chapter, and its own figures for the rules of all. A text is its English sentence, translated like any other
in the context `rulebook`. Figures are described in docs/formats.md and worked out in `figures.py`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from ...boards import BOARDS, board, is_own

CONTEXT = "rulebook"
Figures = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Rule:
    """A rule in a few sentences. `numbers` are those of docs/rules.md that it tells, each an anchor."""

    numbers: tuple[str, ...]
    title: str
    text: str
    figures: tuple[str, ...] = ()
    table: str = ""
    more: str = ""  # the page that tells more


@dataclass(frozen=True)
class Chapter:
    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Page:
    """`id` is what follows `/rules/` in its address; `city` is the board that it is about, if it is one."""

    id: str
    title: str
    about: str
    city: str
    facts: tuple[str, ...]
    chapters: tuple[Chapter, ...]
    figures: Figures


@cache
def file(name: str) -> Mapping[str, Any]:
    text = resources.files(__package__).joinpath(f"{name}.toml").read_text("utf-8")
    return tomllib.loads(text)


@cache
def pages() -> tuple[Page, ...]:
    """All pages in the order of the index: the cities, then the modules."""
    return (*map(_city, BOARDS), *map(_module, file("modules")["page"]))


def page(identifier: str) -> Page | None:
    return next((page for page in pages() if page.id == identifier), None)


def is_lost(path: str) -> bool:
    """Whether an address looks for rules that there are none of. Somebody's own city has those of the others:
    the page goes to where the rule is that it is asked for."""
    head, _, identifier = path.strip("/").partition("/")
    return head == "rules" and bool(identifier) and page(identifier) is None and not is_own(identifier)


def _city(name: str) -> Page:
    """What every city plays by, its own chapter in between, and the modules in short."""
    own, shared, modules = file(name), file("all"), file("modules")
    short = [rule for page in modules["page"] for rule in _short(page)] + list(modules["all"])
    chapters = (
        *map(_chapter, shared["chapter"]),
        *map(_chapter, own["chapter"]),
        _chapter({"title": modules["title"], "rule": short}),
    )
    return Page(name, board(name).name, own["about"], name, tuple(own["facts"]), chapters, own["figure"])


def _short(page: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """What a module's page tells first, without its figures."""
    for rule in page["chapter"][0]["rule"][: page["short"]]:
        yield {**rule, "figures": [], "more": page["id"]}


def _module(given: Mapping[str, Any]) -> Page:
    modules = file("modules")
    chapters = (
        *map(_chapter, given["chapter"]),
        _chapter({"title": modules["common"], "rule": modules["all"]}),
    )
    return Page(given["id"], given["title"], given["about"], "", (), chapters, modules["figure"])


def _chapter(given: Mapping[str, Any]) -> Chapter:
    return Chapter(given["title"], tuple(map(_rule, given["rule"])))


def _rule(given: Mapping[str, Any]) -> Rule:
    lists = {key: tuple(given.get(key, ())) for key in ("numbers", "figures")}
    return Rule(**{**given, **lists})


def texts() -> set[str]:
    """Every sentence of the book."""
    return {text for page in pages() for text in _texts(page)}


def _texts(page: Page) -> Iterator[str]:
    yield from (page.about, *page.facts)
    if not page.city:
        yield page.title
    for chapter in page.chapters:
        yield chapter.title
        for rule in chapter.rules:
            yield rule.title
            yield rule.text
    for figure in page.figures.values():
        yield from (figure["text"],) if "text" in figure else ()
