"""The cards of a board: its station deck, and what each of its modules deals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass

from ...locale.spoken import about, objective, t, tn, word
from ...rules.board import Board
from ...rules.cards import Card, face_of, suit_of
from ...rules.errors import BadSetup
from ...rules.mechanics import MODULES
from ...rules.mechanics.double_track import DoubleTrack
from ...rules.mechanics.gates import BONUSES
from ...rules.mechanics.guided_visit import joker_face
from ...rules.mechanics.objectives import Objectives
from ...rules.mechanics.powers import POWERS
from ...rules.mechanics.specials import EFFECTS
from ...rules.mechanics.switch import switch_of
from ...rules.ruleset import Ruleset, build
from ...rules.symbols import SYMBOLS
from .. import palette
from .icons import face, icon, thing
from .wording import SENTENCE, labelled, sentence, tame

MOST = 90  # ten pages of fronts; every city has about thirty


@dataclass(frozen=True, slots=True)
class PaperCard:
    """What stands on a card. `back` tells packs apart that are shuffled apart; `dark` is its panel."""

    back: str
    band: str
    title: str
    text: str
    icon: str
    note: str = ""
    dark: bool = False
    points: int | None = None


def cards(board: Board, ink: bool) -> list[dict[str, object]]:
    """All of them, pack by pack, for the templates; where ink is saved no panel is dark."""
    made = [*_stations(board, palette.INK if ink else palette.WHITE)]
    for module in MODULES:
        if module in board.modules:
            made += _MADE[module](board)
    if len(made) > MOST:
        raise BadSetup(
            t("this board has {count} cards, and at most {most} can be printed", count=len(made), most=MOST)
        )
    return [asdict(card) for card in made]


def _stations(board: Board, on_dark: str) -> Iterator[PaperCard]:
    back, last = t("Stations"), board.deck.round_ends
    for card in board.deck.cards:
        suit, dark = suit_of(card), board.deck.suits.index(suit_of(card)) % 2 == 1
        shown = joker_face(board) if face_of(card) == "joker" else face_of(card)
        note = _ends(last[suit]) if suit in last else ""
        drawn = icon(face(shown, on_dark if dark else palette.INK))
        named = sentence(tame(word("suit", suit), 16))
        yield PaperCard(back, named, sentence(word("face", shown)), _asks(board, card), drawn, note, dark)


def _ends(count: int) -> str:
    return tn("The round ends with the first of these", "The round ends with {count} of these", count)


def _asks(board: Board, card: Card) -> str:
    """What the card says, in a sentence or two."""
    ruleset = Ruleset.of(board)
    match face_of(card):
        case "switch":
            early = switch_of(ruleset).from_turn
            late = about("hint", "early-switch", turn=early) if early > 1 else ""
            said = [about("hint", "switch"), t("Turn the next card with it."), late]
        case "joker":
            beside = about("hint", "double-track") if ruleset.find(DoubleTrack) else ""
            said = [word("card", joker_face(board)).rstrip(".") + ".", beside]
        case symbol:
            said = [word("card", symbol) + "."]
    return " ".join(filter(None, said))


def _objectives(board: Board) -> Iterator[PaperCard]:
    module = build("objectives", board.modules["objectives"])
    assert isinstance(module, Objectives)
    pack, band = word("module", "objectives"), word("token", "objective")
    drawn = icon(thing("objective", palette.INK))
    for name, figures in module.objectives.items():
        goal = tame(objective(name, figures), SENTENCE)
        yield PaperCard(pack, band, "", goal, drawn, points=module.points_each)


def _powers(board: Board) -> Iterator[PaperCard]:
    yield from (_dealt("powers", "power", name) for name in POWERS)


def _gates(board: Board) -> Iterator[PaperCard]:
    yield from (_dealt("gates", "bonus", name) for name in BONUSES)


def _specials(board: Board) -> Iterator[PaperCard]:
    """Two packs, shuffled apart: a symbol and an effect make a round's special station."""
    pack = word("module", "specials")
    said = t("Whenever a card of this round shows this symbol, the effect is yours.")
    for symbol in SYMBOLS:
        title, drawn = sentence(word("face", symbol)), icon(face(symbol, palette.INK))
        yield PaperCard(labelled(pack, t("symbol")), word("token", "effect"), title, said, drawn)
    for effect in EFFECTS:
        yield _dealt("specials", "effect", effect, labelled(pack, t("effect")))


def _dealt(module: str, kind: str, name: str, back: str = "") -> PaperCard:
    """What a module deals, as the vocabulary tells it."""
    drawn = icon(thing(name, palette.INK))
    return PaperCard(
        back or word("module", module), word("token", kind), word(kind, name), about(kind, name), drawn
    )


_MADE = {"objectives": _objectives, "powers": _powers, "specials": _specials, "gates": _gates}
