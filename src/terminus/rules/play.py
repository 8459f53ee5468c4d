"""What a seat may do, and what follows: `ask`, `legal`, `apply`. The file to read first.

A turn pushes a prompt with a reach. Every answer pops it and mechanics may push more. `legal` lists, in this
order: sections by number, circles by station, what mechanics offer, skip, done. It offers one order only
where two give the same sheet: of two sections drawn by one right the lower number first, an offered circle
last. `allowed` also lists the other orders, and `apply` takes whatever `allowed` lists.
"""

from __future__ import annotations

from dataclasses import replace

from .actions import DONE, SKIP, Action, Circle, Done, Draw, Skip, Use
from .board import members
from .cards import Turn
from .drawing import drawable
from .errors import Illegal
from .position import Position, Prompt, Reach
from .refusal import reason


def ask(position: Position, turn: Turn) -> Position:
    """The position once this turn's cards are on the table."""
    asked = Position(
        position.ruleset,
        position.dealt,
        position.sheet,
        position.pencil,
        position.notes,
        turn,
        done=False,
    )
    reach = Reach(turn.symbols)
    for mechanic in position.ruleset.reaching:
        reach = mechanic.reach(asked, reach)
    return asked.asked((Prompt("card", reach),))


def _answers(position: Position, prompt: Prompt, every_order: bool) -> list[Action]:
    if prompt.reach is None:
        free = prompt.circles & position.line.stations & ~position.line.circled
        return [Circle(station) for station in members(free)]
    draws = drawable(position, prompt.reach)
    if prompt.beyond is not None:
        within = drawable(position, prompt.beyond)
        draws = [draw for draw in draws if draw not in within]
    if prompt.pair is not None and not every_order:
        draws = [draw for draw in draws if not _offered_swapped(prompt, prompt.pair, draw)]
    return list(draws)


def _offered_swapped(prompt: Prompt, first: Draw, second: Draw) -> bool:
    """Whether these two are offered the other way round: then this way round is not."""
    in_order = prompt.in_order >> first.target & prompt.in_order >> second.target & 1
    return second.section < first.section and second.start != first.target and not in_order


def _front(position: Position, every_order: bool) -> tuple[int, list[Action]]:
    """The first prompt that can be answered, and how; those before it lapse.

    One whose answers are all offered the other way round has not lapsed: it has to be skipped.
    """
    for index, prompt in enumerate(position.prompts):
        if answers := _answers(position, prompt, every_order=True):
            swapped = prompt.pair is not None and not every_order
            return index, _answers(position, prompt, every_order) if swapped else answers
    return len(position.prompts), []


def answerable(position: Position, prompt: Prompt) -> bool:
    """Whether there is any section or circle that answers it."""
    return bool(_answers(position, prompt, every_order=True))


def front(position: Position) -> Prompt | None:
    """The question that is answered next: the first that can be; None if none can."""
    return next((prompt for prompt in position.prompts if answerable(position, prompt)), None)


def _moves(position: Position, every_order: bool) -> list[Action]:
    if position.done:
        return []
    if position.closing and not every_order:
        return [DONE]
    index, actions = _front(position, every_order)
    for mechanic in position.ruleset.offering:
        actions.extend(mechanic.offers(position))
    required = any(prompt.required for prompt in position.prompts)
    if index < len(position.prompts) and not position.prompts[index].required:
        behind = position.prompts[index + 1 :]
        if behind and (every_order or any(_answers(position, prompt, every_order) for prompt in behind)):
            actions.append(SKIP)
    if not required:
        actions.append(DONE)
    elif len(actions) > 0:
        actions = [action for action in actions if finishable(_take(position, action), every_order)]
    return actions


def finishable(position: Position, every_order: bool = False) -> bool:
    """Whether every required prompt can still be answered."""
    if not any(prompt.required for prompt in position.prompts):
        return True
    return bool(_moves(position, every_order))


def legal(position: Position) -> tuple[Action, ...]:
    """What may be done now, each sheet offered by one order only; empty when nothing is asked."""
    return tuple(_moves(position, every_order=False))


def allowed(position: Position) -> tuple[Action, ...]:
    """All that the rules allow now, in whatever order one likes to play it."""
    return tuple(_moves(position, every_order=True))


def apply(position: Position, action: Action) -> Position:
    """The position after an action; raises `Illegal` with the rule it breaks."""
    if action not in _moves(position, every_order=True):
        refusal = reason(position, action)
        raise Illegal(refusal.rule, refusal.text, refusal)
    return _take(position, action)


def advance(position: Position, action: Action) -> Position:
    """`apply` for an action that `legal` or `allowed` has just listed: it is not checked again."""
    return _take(position, action)


def _take(position: Position, action: Action) -> Position:
    match action:
        case Draw():
            return _draw(position, action)
        case Done():
            return position.asked((), done=True)
        case Skip():
            index, _ = _front(position, every_order=True)
            return replace(position, prompts=position.prompts[min(index, len(position.prompts) - 1) + 1 :])
        case Circle() if any(prompt.reach is None for prompt in position.prompts):
            return _answer_circle(position, action)
        case Circle() | Use():
            for mechanic in position.ruleset.offering:
                position = mechanic.take(position, action)
            return position


def _answer_circle(position: Position, action: Circle) -> Position:
    index, _ = _front(position, every_order=True)
    return replace(circled(position, action.station), prompts=position.prompts[index + 1 :])


def circled(position: Position, station: int) -> Position:
    """The position with a station of the line circled."""
    line = replace(position.line, circled=position.line.circled | 1 << station)
    return replace(position, sheet=position.sheet.with_line(position.pencil, line))


def _draw(position: Position, draw: Draw) -> Position:
    prompts = position.prompts
    index = 0
    if len(prompts) > 1:
        index, _ = _front(position, every_order=True)
    prompt, rest = prompts[index], prompts[index + 1 :]
    if prompt.left > 1:
        rest = (replace(prompt, left=prompt.left - 1, pair=draw), *rest)
    sheet = position.sheet.with_section(
        position.ruleset.board, position.pencil, draw.section, draw.start, draw.target
    )
    drawn = Position(
        position.ruleset,
        position.dealt,
        sheet,
        position.pencil,
        position.notes,
        position.turn,
        rest,
        position.closing,
        False,
    )
    for mechanic in position.ruleset.following:
        drawn = mechanic.on_draw(position, drawn, prompt, draw)
    return drawn
