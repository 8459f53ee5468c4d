"""What a link to a page of ours says before it is opened: its title, a sentence and a picture (Open Graph).

A private link to a seat says nothing of its table, and whoever cannot be found is not spoken of.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from ...boards import BOARDS, board, is_own
from ...locale import msg
from ...locale.spoken import speak, t, word
from ...rules.mechanics import MODULES
from ..disk.health import TROUBLE
from ..errors import Refused
from ..shown.summaries import Told
from ..table.codes import is_id
from .pictures import WHAT_IT_IS, about_city, about_module, who_is_there
from .request import Request

NAME = "Terminus"
HOME = msg("Terminus: metro lines, drawn together")
A_CITY = msg("A city that somebody drew. Play it alone, with friends or against bots.")
TITLES = {
    "about": msg("About"),
    "learn": msg("How to play"),
    "practise": msg("Practise"),
    "rules": msg("Rules"),
    "conduct": msg("Turn the cards"),
    "boards": msg("A city of your own"),
}


@dataclass(frozen=True, slots=True)
class Head:
    title: str
    about: str
    picture: str = f"/pictures/cities/{BOARDS[0]}.png"
    found: bool = True  # by search engines, too
    lost: bool = False  # there is nothing at this address: the page says so


async def head_of(request: Request, language: str) -> Head:
    """What is said of the address that is asked for; speaks the language from now on, within this request."""
    speak(language)
    kind, _, rest = request.url.path.strip("/").partition("/")
    match kind:
        case "t" | "r" | "j":
            return await _of_table(request, kind, rest.split("/")[0])
        case "rules":
            return _of_rules(rest)
        case "boards" if is_own(rest):
            return await _of_city(request, rest)
        case "boards" if rest in BOARDS:
            return Head(_titled(t(board(rest).name)), about_city(rest), f"/pictures/cities/{rest}.png")
        case "boards" if rest:  # a drawing, which only who drew it sees, or nothing
            lost = rest.split("/")[0] != "edit"
            return Head(_titled(t(TITLES[kind])), t(WHAT_IT_IS), found=False, lost=lost)
        case "s" | "c":  # a private link to a seat; somebody's cards
            return Head(NAME, t(WHAT_IT_IS), found=False)
        case _ if kind in TITLES:
            return Head(_titled(t(TITLES[kind])), t(WHAT_IT_IS))
        case _:
            return Head(t(HOME), t(WHAT_IT_IS))


def written(head: Head, language: str, origin: str, path: str) -> str:
    """The head as HTML, to stand in place of the page's own title."""
    picture = f"{origin}{head.picture}?language={language}"
    named = {"description": head.about, "twitter:card": "summary_large_image"}
    graph = {
        "og:site_name": NAME,
        "og:type": "website",
        "og:title": head.title,
        "og:description": head.about,
        "og:url": origin + path,
        "og:image": picture,
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": head.title,
    }
    if not head.found:
        named["robots"] = "noindex"
    tags = [f"<title>{escape(head.title)}</title>"]
    tags += [f'<meta name="{name}" content="{escape(text)}" />' for name, text in named.items()]
    tags += [f'<meta property="{name}" content="{escape(text)}" />' for name, text in graph.items()]
    return "\n    ".join(tags)


def _titled(text: str) -> str:
    return f"{text} · {NAME}"


async def _of_table(request: Request, kind: str, key: str) -> Head:
    try:
        game = await request.game_with(key) if kind == "j" else key
        told = await request.services.listing.about(game) if is_id(game) else None
    except (Refused, *TROUBLE) as error:  # where too much was tried nothing is told, be it right or wrong
        return Head(NAME, t(WHAT_IT_IS), found=False, lost=getattr(error, "status", 0) == 404)
    if told is None or not (told.city or told.board in BOARDS):
        return Head(NAME, t(WHAT_IT_IS), found=False, lost=told is None)
    shown = f"cities/{told.board}" if kind == "j" else f"tables/{told.game}"  # an invitation names no game
    picture = f"/pictures/{shown}.png"
    return Head(_titled(_title(told, kind == "r")), _sentence(told), picture, found=False)


async def _of_city(request: Request, name: str) -> Head:
    """Somebody's own board: whoever has the link may see it, and nobody else is led there."""
    try:
        city = await request.board(name)
    except (Refused, *TROUBLE) as error:
        return Head(NAME, t(WHAT_IT_IS), found=False, lost=getattr(error, "status", 0) == 404)
    return Head(_titled(city.name), t(A_CITY), f"/pictures/cities/{name}.png", found=False)


def _title(told: Told, replayed: bool) -> str:
    city = told.city or t(board(told.board).name)
    if told.won is None:
        return t("A table in {city}", city=city)
    seat, name, points = told.won
    name = name or t("Player {number}", number=seat + 1)
    if replayed:
        return t("Replay: {name}, {points} points in {city}", name=name, points=points, city=city)
    return t("{name}: {points} points in {city}", name=name, points=points, city=city)


def _sentence(told: Told) -> str:
    if told.won is not None:
        return t("See the finished network, and the game turn by turn.")
    return who_is_there(told.people, told.phase)


def _of_rules(rest: str) -> Head:
    kind, _, name = rest.strip("/").partition("/")
    if kind in BOARDS:
        title = t("Rules of {city}", city=t(board(kind).name))
        return Head(_titled(title), about_city(kind), f"/pictures/cities/{kind}.png")
    if kind == "modules" and name in MODULES:
        return Head(_titled(word("module", name)), about_module(name), f"/pictures/modules/{name}.png")
    return Head(_titled(t(TITLES["rules"])), t(WHAT_IT_IS), found=not rest)
