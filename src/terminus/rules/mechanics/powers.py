"""Pencil powers: each pencil has one, used once a round and never wasted (R7.3).

What was used stands in the notes of the round, with the turn it was used in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ..actions import Action, Circle, Done, Draw, Use
from ..board import Board, Mask, members
from ..drawing import drawable
from ..errors import Refusal, Sentence
from ..packs import Pack, Token
from ..play import circled, finishable
from ..position import Position, Prompt, Reach
from ..symbols import ALL
from .base import Mechanic
from .switch import switch_of

POWERS = ("double-section", "joker", "switch", "double-station")


def power_of(position: Position) -> str | None:
    """The power of the pencil in hand, spent or not."""
    power: str | None = position.dealt.get("powers", {}).get(position.ruleset.board.lines[position.pencil])
    return power


def is_spent(position: Position) -> bool:
    return "powers" in position.notes


def power_left(position: Position) -> str | None:
    """The power of the pencil in hand, if it can still be used this round."""
    return None if is_spent(position) else power_of(position)


def used_now(position: Position) -> str | None:
    """The power used in this turn."""
    note = position.notes.get("powers")
    if note is None or position.turn is None or note["turn"] != position.turn.number:
        return None
    used: str = note["used"]
    return used


@dataclass(frozen=True)
class Powers(Mechanic):
    name = "powers"
    rule = "R7.3"

    def deal(self, board: Board) -> Pack:
        return Pack(POWERS, places=board.lines)

    def refuse(self, position: Position, action: Action) -> Refusal | None:
        match action:
            case Use(power):
                why, text = _use_refused(position, power)
                return Refusal(self.rule, why, Sentence("use {power}: {text}", power=power, text=text))
            case Draw(section, start):
                name = position.ruleset.board.sections[section].name_from(start)
                if any(prompt.beyond is not None for prompt in position.prompts):
                    text = Sentence(
                        "it needs no {power}, and a power is used only where it is needed",
                        power=used_now(position),
                    )
                    return Refusal(
                        self.rule, "power-needless", Sentence("{name}: {text}", name=name, text=text)
                    )
                text = Sentence("the power in use could not be completed after it")
                return Refusal(
                    self.rule, "power-incomplete", Sentence("{name}: {text}", name=name, text=text)
                )
            case Done():
                return Refusal(
                    self.rule, "power-open", Sentence("the power in use still has a section to draw")
                )
            case _:
                return None

    def show(self, position: Position) -> Iterator[Token]:
        mine = position.ruleset.board.lines[position.pencil]
        for line, power in position.dealt["powers"].items():
            yield Token("power", power, line=line, spent=line == mine and is_spent(position))

    def circles(self, position: Position) -> tuple[Mask, int]:
        return (position.line.stations, 1) if power_of(position) == "double-station" else (0, 0)

    def offers(self, position: Position) -> Iterator[Action]:
        if (power := power_left(position)) is None:
            return
        if power == "double-station":
            yield from (Circle(s) for s in members(position.line.stations & ~position.line.circled))
        elif _reach_with(power, position) is not None and finishable(self.take(position, Use(power))):
            yield Use(power)

    def take(self, position: Position, action: Action) -> Position:
        if isinstance(action, Circle):
            return _spent(circled(position, action.station), "double-station", closing=True)
        if not isinstance(action, Use):
            return position
        card = position.prompts[0]
        reach = _reach_with(action.power, position)
        beyond = card.reach if action.power != "double-section" else None
        asked = replace(card, reach=reach, beyond=beyond, required=True)
        return _spent(position, action.power, prompts=(asked,))

    def on_draw(self, before: Position, position: Position, prompt: Prompt, draw: Draw) -> Position:
        if not is_spent(position) or used_now(position) != "double-section":
            return position
        if prompt.kind == "guided":  # the pair is no longer drawn in one go
            return replace(position, prompts=tuple(replace(p, pair=None) for p in position.prompts))
        if prompt.kind != "card":
            return position
        second = Prompt("second", _second_reach(before, prompt, draw), required=True, pair=draw)
        return replace(position, prompts=(*position.prompts, second))


def _spent(position: Position, power: str, **changes: Any) -> Position:
    assert position.turn is not None
    note = {"used": power, "turn": position.turn.number}
    return replace(position, notes={**position.notes, "powers": note}, **changes)


def _reach_with(power: str, position: Position) -> Reach | None:
    """What the turn's card would let one draw with this power; None where it gives nothing."""
    if position.turn is None or not position.prompts or position.prompts[0].kind != "card":
        return None
    reach = position.prompts[0].reach
    assert reach is not None
    match power:
        case "joker":
            return None if position.turn.joker else replace(reach, symbols=ALL)
        case "switch":
            thrown = switch_of(position.ruleset).thrown(position, reach)
            return thrown if thrown != reach else None
        case "double-section":
            return reach
        case _:
            return None


def _second_reach(before: Position, prompt: Prompt, draw: Draw) -> Reach:
    """A joker's second goes to a symbol of the first; switch and double track serve one of the two."""
    assert prompt.reach is not None
    assert before.turn is not None
    first, line = prompt.reach, before.line
    branched = bool(line.sections) and not line.ends >> draw.start & 1
    alongside = bool(before.sheet.drawn >> draw.section & 1)
    symbols = before.ruleset.board.stations[draw.target].symbols if before.turn.joker else first.symbols
    return Reach(symbols, first.anywhere and not branched, first.alongside and not alongside)


def _use_refused(position: Position, power: str) -> tuple[str, str]:
    """Why this power cannot be used now: its word, and its text."""
    if power not in POWERS:
        return "power-unknown", Sentence(
            "there is no such power; the powers are {known}", known=", ".join(POWERS)
        )
    mine = power_of(position)
    if mine != power:
        return "power-other", Sentence("this pencil's power is {power}", power=mine or Sentence("none"))
    if is_spent(position):
        return "power-spent", Sentence("it was used in this round already")
    if not position.prompts or position.prompts[0].kind != "card":
        return "power-late", Sentence("it stands before the turn's first section")
    if not drawable(position, Reach(anywhere=True)):
        return "power-stuck", Sentence("nothing could be drawn with it")
    return "power-useless", Sentence("it would give nothing in this turn")
