"""Did anybody learn of a card before it was turned? Judged from all that they were sent, and from the log.

A witness of its own: it uses nothing but Python, and knows docs/protocol.md and docs/fairness.md. Once a game
is over the log has every secret, and the cards must follow from it. Each frame must be as the cards stood
when it came: nothing stands in a place that the protocol does not have, cards only where it has cards, and
they are those that were turned, or all the rest in the deck's own order. No secret, contribution or key of a
shuffle stands anywhere.
"""

from __future__ import annotations

import base64
import hmac
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from .places import FACES, FRAMES, SUITS, misplaced, place_at

PACK = ("street/switch", *(f"{suit}/{face}" for suit in SUITS for face in FACES))
ENDS, ENOUGH = "underground/", 5  # cards of this suit that end a round
Json = dict[str, Any]
Moment = tuple[int, int]  # round and turn
LOBBY, OVER = (0, 0), (5, 0)


@dataclass
class Witness:
    """All that one person was sent at one table, in its order, and when they confirmed what."""

    told: list[bytes | Moment] = field(default_factory=list)

    def hear(self, data: bytes) -> None:
        self.told.append(data)

    def confirm(self, card: Moment) -> None:
        self.told.append(card)


class Truth:
    """What the log of a whole game says of its cards; raises `ValueError` if they do not follow from it."""

    def __init__(self, log: Sequence[Json]) -> None:
        self.start = log[0]
        self.seals = [event["seal"] for event in log if event["event"] == "seal"]
        self.specials = {e["round"]: (e["symbol"], e["effect"]) for e in log if e["event"] == "special"}
        self.flips: dict[int, list[list[str]]] = {}
        self.by_person = {
            (e["seat"], e["round"], e["turn"]) for e in log if e["event"] == "turn" and "auto" not in e
        }
        for event in log:
            if event["event"] == "flip":
                self.flips.setdefault(event["round"], []).append(event["cards"])
        self.hidden = [word for number in range(5) for word in _hidden(log, number)]

    def turned(self, moment: Moment) -> list[list[str]]:
        return self.flips.get(moment[0], [])[: moment[1]]


def _hidden(log: Sequence[Json], number: int) -> Iterator[bytes]:
    """Whatever would give a shuffle away, as it might be written."""
    secret = next(e["secret"] for e in log if e["event"] == "opening" and e["round"] == number)
    values = [(e["seat"], e["value"]) for e in log if e["event"] == "contribution" and e["round"] == number]
    given = "".join(f"{seat} {value}\n" for seat, value in values)
    name = f"terminus shuffle\n{log[0]['game']}\n{number}\n{given}".encode()
    key = hmac.digest(bytes.fromhex(secret), name, "sha256")
    flipped = [card for e in log if e["event"] == "flip" and e["round"] == number for card in e["cards"]]
    if flipped != _order(key, "deck", PACK)[: len(flipped)]:
        raise ValueError(f"round {number}: {flipped} was turned and was not sealed")
    for piece in (bytes.fromhex(secret), key, *(bytes.fromhex(value) for _, value in values)):
        yield piece.hex().encode()
        yield base64.b64encode(piece).rstrip(b"=")


def _order(key: bytes, label: str, things: Sequence[str]) -> list[str]:
    order = sorted(things)
    stream = (byte for n in range(99) for byte in hmac.digest(key, f"{label}\n{n}".encode(), "sha256"))
    for place in range(len(order) - 1, 0, -1):
        other = next(byte for byte in stream if byte < 256 - 256 % (place + 1)) % (place + 1)
        order[place], order[other] = order[other], order[place]
    return order


def leaks(witness: Witness, truth: Truth, deck: Sequence[str]) -> Iterator[str]:
    """What was told too early, or where it does not belong; `deck` is in the order that boards show it in."""
    view: Json = {}
    confirmed, seen = set[Moment](), LOBBY
    for told in witness.told:
        if isinstance(told, tuple):
            confirmed.add(told)
            continue
        yield from (f"{word!r} in {told[:60]!r}…" for word in truth.hidden if word in told)
        frame = json.loads(told)
        yield from _misplaced(frame)
        view = _next_view(view, frame)
        if frame["type"] not in ("view", "change"):
            continue
        moment = moment_of(view)
        yield from _wrong_cards(view, moment, truth, deck)
        if moment > seen:
            yield from _too_early(view, seen, confirmed, truth)
        seen = moment


def moment_of(view: Json) -> Moment:
    return {"lobby": LOBBY, "over": OVER}.get(view["phase"], (view["round"], view["turn"]))


def _misplaced(frame: Json) -> Iterator[str]:
    if frame["type"] != "change":
        yield from misplaced(frame, FRAMES.get(frame["type"], {}))
        return
    yield from (f"{key}: no such place" for key in frame.keys() - {"type", "base", "view"})
    for path, value in frame["view"].items():
        try:
            yield from misplaced(value, place_at(path), path)
        except KeyError:
            yield f"{path}: no such place"


def _next_view(view: Json, frame: Json) -> Json:
    if frame["type"] == "view":
        return dict(frame["view"])
    for path, value in frame["view"].items() if frame["type"] == "change" else ():
        *way, last = [int(part) if part.isdecimal() else part for part in path.split("/")]
        here: Any = view
        for part in way:
            here = here[part]
        here[last] = value
    return view


def _wrong_cards(view: Json, moment: Moment, truth: Truth, deck: Sequence[str]) -> Iterator[str]:
    """Cards that a view shows and that are not those of its moment."""
    turned = truth.turned(moment)
    gone = {card for cards in turned for card in cards}
    if view["turned"] != turned:
        yield f"{moment}: turned {view['turned']}, and not {turned}"
    rest = [card for card in deck if card not in gone]
    if view["remaining"] != rest and not (view["phase"] != "playing" and not view["remaining"]):
        yield f"{moment}: remaining {view['remaining']}, and not {rest}"
    for notice in view["notices"]:
        when = (notice["round"], notice["turn"])
        if when > moment or notice["cards"] != truth.turned(when)[-1]:
            yield f"{moment}: a notice of {notice}"
    short = ENOUGH - sum(card.startswith(ENDS) for card in gone)
    if view["to_go"] not in ({}, {ENDS.rstrip("/"): short}):
        yield f"{moment}: to go {view['to_go']}, and not {short}"
    special = [(token["symbol"], token["thing"]) for token in view["tokens"] if token["kind"] == "effect"]
    if special not in ([], [truth.specials.get(view["round"])]):
        yield f"{moment}: {special} is not this round's special station"
    if view["seals"] != truth.seals or (view["phase"] == "lobby" and view["tokens"]):
        yield f"{moment}: seals {view['seals']}, tokens {view['tokens']}"


def _too_early(view: Json, seen: Moment, confirmed: set[Moment], truth: Truth) -> Iterator[str]:
    """A new card, although somebody who looks at it has not answered the one before."""
    owed = (view["me"], *seen) in truth.by_person and seen not in confirmed
    if owed:
        yield f"{moment_of(view)} was shown before {seen} was confirmed"
