"""A review as one page to keep: four languages in it, nothing from elsewhere, no script, fit to be printed.

Every text stands there once for each language, and a row of buttons chooses which are seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextvars import copy_context
from functools import partial
from html import escape

from ..drawing import palette
from ..drawing.svg import FORBIDDEN, element
from ..locale import LANGUAGES
from ..locale.spoken import speak, spoken, t, word
from ..review import Game, Review, SeatReview, TurnReview
from ..review.figures import level_of
from ..review.rounded import Figures, better, of_seat, of_turns, parts, tenths
from ..rules.board import Board
from ..terminal.tokens import dealt
from ..terminal.words import sentence
from .analyse_maps import graph_svg, key_svg, move_svg, sheet_svg
from .analyse_table import AS_GOOD, NO_CHOICE, deducted, later_said, opened_said, signs
from .analyse_words import (
    MEANINGS,
    as_good,
    basis,
    cards_said,
    gain,
    moves_said,
    next_up_said,
    points,
    reason,
    whole,
)

FEW, WELL = 5, 3
ISOLATED = ("\u2068", "\u2069")  # whatever a name holds, the words around it stay as they are
NATIVE = {"en": "English", "fr": "Français", "es": "Español", "de": "Deutsch"}
STYLE = """
*{box-sizing:border-box}
body{margin:0 auto;max-width:62rem;padding:1rem;background:var(--paper);color:var(--ink)}
body{font:1rem/1.45 system-ui,sans-serif}
h1,h2,h3{line-height:1.2;overflow-wrap:anywhere}table{border-collapse:collapse;width:100%}
th,td{padding:.2rem .5rem;text-align:right;border-bottom:1px solid var(--rule)}
th:first-child,td:first-child,.w{text-align:left}td:not(.w){white-space:nowrap}
tfoot :is(th,td){font-weight:700;border-top:2px solid var(--ink)}svg{width:100%;height:auto;display:block}
.moves{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:1rem}
figure{margin:0;break-inside:avoid}
figcaption{padding:.3rem 0}.map{max-width:34rem}.soft{color:var(--soft)}.key svg{display:inline;width:2.5rem}
label{margin-right:1rem;cursor:pointer}.key span{margin-right:.3rem}
h2,h3,.key,dt{break-after:avoid}tr,dd{break-inside:avoid}.said{display:none}@page{margin:14mm}
@media print{.languages{display:none}body{background:none;padding:0;font-size:.85rem}.map{max-width:24rem}
.moves{grid-template-columns:repeat(3,1fr)}}
@media(width<32em){th,td{padding:.2rem .1rem;font-size:.82rem}thead th{font-size:.68rem;font-weight:400}}
.key svg{margin-right:.4rem}
"""


COLOURS = {"paper": palette.PAPER, "ink": palette.INK, "rule": palette.RULE, "soft": palette.SOFT}


def page(game: Game, review: Review, anonymous: bool = False) -> str:
    """The whole page. `review` must be one of this game; without names it says only which seat."""
    calls = [partial(_called, seat, anonymous) for seat in review.seats]
    names = [f"<bdi>{_said(call)}</bdi>" for call in calls]
    alone = len(calls) == 1
    body = [
        f"<h1>{_said(lambda: t(game.ruleset.board.name))} · {_said(lambda: t('Review'))}</h1>",
        *_what_went_well(review, names),
        _sums(review, names),
        *([f"<p>{_said(lambda: deducted(game)[0])}</p>"] if deducted(game) else []),
        *_dealt(game),
        *(_seat(game, seat, call, alone) for seat, call in zip(review.seats, calls, strict=True)),
        _meanings(review),
    ]
    shown = "".join(
        f":root:has(#l-{code}:checked) .said[lang={code}]{{display:inline}}" for code in LANGUAGES
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>Terminus</title><style>{_colours()}{STYLE}{shown}</style></head>"
        f"<body>{_switch()}<main>{''.join(body)}</main></body></html>\n"
    )


def _colours() -> str:
    named = "".join(f"--{name}:{colour};" for name, colour in COLOURS.items())
    return f":root{{color-scheme:light;{named}}}"


def _switch() -> str:
    buttons = [
        f'<label lang="{code}"><input type="radio" name="language" id="l-{code}"'
        f"{' checked' if code == spoken() else ''}> {NATIVE[code]}</label>"
        for code in LANGUAGES
    ]
    return f'<div class="languages">{"".join(buttons)}</div>'


def _said(say: Callable[[], str]) -> str:
    """What `say` says in each language, as text."""

    def told(code: str) -> str:
        speak(code)
        return escape(FORBIDDEN.sub("\ufffd", say()))

    texts = [(code, copy_context().run(told, code)) for code in LANGUAGES]
    return "".join(f'<span class="said" lang="{code}">{text}</span>' for code, text in texts)


def _called(seat: SeatReview, anonymous: bool) -> str:
    return t("Player {number}", number=seat.seat + 1) if anonymous or not seat.name else seat.name


def _figure(write: Callable[[int], str], value: int) -> str:
    return _said(lambda: write(value))


def _what_went_well(review: Review, names: Sequence[str]) -> Iterator[str]:
    """It stands before every figure."""
    best = [(name, moves) for name, seat in zip(names, review.seats, strict=True) if (moves := _well(seat))]
    if best:
        yield element("h2", _said(lambda: t("What went well")))
    for name, moves in best:
        if len(names) > 1:
            yield element("h3", name)
        yield element("ul", *map(_praised, moves))


def _sums(review: Review, names: Sequence[str]) -> str:
    seats = [(seat, of_seat(seat)) for seat in review.seats]
    rows = [
        _row(_name_of("par"), [_figure(points, one.before) for _, one in seats]),
        _row(_name_of("luck"), [_figure(gain, one.luck) for _, one in seats]),
        _row(_name_of("lost"), [_figure(gain, -one.lost) for _, one in seats]),
        _row(_name_of("drift"), [_figure(gain, one.drift) for _, one in seats]),
    ]
    if not review.over:
        still = [_figure(gain, seat.score * 10 - one.after) for seat, one in seats]
        rows.append(_row(_said(lambda: t("still to come")), still))
    head = "".join(f'<th scope="col">{name}</th>' for name in names)
    foot = _row(_name_of("score"), [_figure(whole, seat.score) for seat, _ in seats])
    table = (
        f"<table><thead><tr><td></td>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"
        f"<tfoot>{foot}</tfoot></table>"
    )
    return table if review.over else f"{table}<p>{_said(_not_over)}</p>"


def _dealt(game: Game) -> list[str]:
    """What modules dealt for the whole game."""
    lines = _each(lambda: list(dealt(game.table)))
    things = element("ul", *(element("li", line) for line in lines))
    return [_heading(lambda: t("Modules")), things] if lines else []


def _openings(seat: SeatReview) -> Iterator[str]:
    """What opened the rounds, below the table of the turns."""
    for turn in seat.turns:
        for said in _each(lambda turn=turn: opened_said(turn, gain)):  # type: ignore[misc]
            yield element("p", f"{turn.round}.{turn.turn}: {said}", class_="soft")


def _each(say: Callable[[], Sequence[str]]) -> list[str]:
    """Sentences in each language, one by one."""
    return [_said(lambda number=number: say()[number]) for number in range(len(say()))]  # type: ignore[misc]


def _row(name: str, cells: Sequence[str]) -> str:
    return f'<tr><th scope="row">{name}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'


def _name_of(number: str) -> str:
    return _said(lambda: MEANINGS[number]()[0])


def _not_over() -> str:
    return t(
        "The game is not over: the score is what stands on the sheet so far. What is expected to come on top "
        "of it is taken off here."
    )


def _seat(game: Game, seat: SeatReview, called: Callable[[], str], alone: bool) -> str:
    board, shown = game.ruleset.board, of_turns(seat)
    figures = {(turn.round, turn.turn): one for turn, one in zip(seat.turns, shown, strict=True)}
    final = sheet_svg(board, game.table.positions[seat.seat].sheet)
    parts = [element("h2", f"<bdi>{_said(called)}</bdi>"), element("figure", final, class_="map")]
    if seat.mistakes:
        moves = element("div", *_moves(game, seat, figures), class_="moves")
        key = _key(("played", lambda: t("drawn")), ("better", lambda: t("better")))
        parts += [_heading(lambda: t("The moves that mattered")), key, moves]
    if (level := seat.level) is not None and level == level_of(game.ruleset, seat.lost_a_decision):
        said = _said(lambda: _level(level) if alone else _level_of(called(), level))
        parts.append(element("p", said, class_="soft"))
    if shown:
        key = _key(("luck", lambda: t("luck of the cards")), ("lost", lambda: t("lost by the move")))
        heading = _heading(lambda: t("The expected total, card by card"))
        parts += [heading, graph_svg(shown), key, _table(game, seat, shown), *_openings(seat)]
    return element("section", *parts)


def _heading(say: Callable[[], str]) -> str:
    return element("h3", _said(say))


def _key(*signs: tuple[str, Callable[[], str]]) -> str:
    return f'<p class="key soft">{" ".join(key_svg(sign) + _said(say) for sign, say in signs)}</p>'


def _margin(turn: TurnReview) -> float:
    """By how much the answer given is better than the next best; 0 if it was not the best."""
    if len(turn.options) < 2 or turn.options[0] is not turn.played:
        return 0.0
    return turn.options[0].value - turn.options[1].value


def _where(turn: TurnReview) -> str:
    return t("Round {round}, turn {turn}", round=turn.round, turn=turn.turn)


def _level(level: str) -> str:
    return t(
        "In this game you lost about as much a decision as a bot of the level «{level}». One game is a small "
        "sample.",
        level=word("level", level),
    )


def _level_of(name: str, level: str) -> str:
    return t(
        "In this game {name} lost about as much a decision as a bot of the level «{level}». One game is a "
        "small sample.",
        name=f"{ISOLATED[0]}{name}{ISOLATED[1]}",
        level=word("level", level),
    )


def _well(seat: SeatReview) -> list[TurnReview]:
    """The clearest of the best answers that were given."""
    clear = (turn for turn in seat.turns if _margin(turn) > turn.noise)
    return sorted(clear, key=_margin, reverse=True)[:WELL]


def _praised(turn: TurnReview) -> str:
    by = tenths(_margin(turn))
    best = _said(lambda: t("The best there was, by {points} before the next.", points=points(by)))
    return f"<li>{_said(lambda: _where(turn))}: {best}</li>"


def _moves(game: Game, seat: SeatReview, figures: dict[tuple[int, int], Figures]) -> Iterator[str]:
    steps = {step.place: step for step in game.steps(seat.seat)}
    for turn in seat.mistakes[:FEW]:
        before, lost = steps[turn.round, turn.turn].turned.positions[0], figures[turn.round, turn.turn].lost
        drawn = move_svg(game.ruleset.board, before, turn.played.position, turn.best.position)
        said = "<br>".join(_move(game.ruleset.board, turn, lost))
        yield f"<figure>{drawn}<figcaption>{said}</figcaption></figure>"


def _move(board: Board, turn: TurnReview, lost: int) -> Iterator[str]:
    """What was better in a turn, and why."""
    yield f"<b>{_said(lambda: _where(turn))}: {_figure(gain, -lost)}</b>"
    yield _said(lambda: t("Better: {actions}", actions=moves_said(board, turn.best.do)))
    yield _said(lambda: reason(parts(turn, lost)))
    if (later := turn.later) is not None:
        yield _said(lambda: sentence(later_said(later, gain)))
    if (found := turn.next_up) is not None:
        by = better(turn, found.better, lost)
        yield f'<span class="soft">{_said(lambda: next_up_said(board, found, by))}</span>'


def _table(game: Game, seat: SeatReview, shown: Sequence[Figures]) -> str:
    figures_of = (lambda: t("luck"), lambda: t("lost"), lambda: t("drift"), lambda: t("expected"))
    head = "".join(
        (
            element("th", _said(lambda: t("turn")), scope="col"),
            element("th", _said(lambda: t("card")), scope="col", class_="w"),
            *(element("th", _said(say), scope="col") for say in figures_of),
        )
    )
    rows = []
    for turn, one in zip(seat.turns, shown, strict=True):
        cards = _said(lambda turn=turn: cards_said(game.ruleset.board, turn))  # type: ignore[misc]
        mark = f"{AS_GOOD} " if turn.as_good else ""
        lost = mark + _figure(gain, -one.lost) if turn.choice else NO_CHOICE
        cells = [_figure(gain, one.luck), lost, _figure(gain, one.drift), _figure(points, one.after)]
        place = element("th", f"{turn.round}.{turn.turn}", scope="row")
        figures = [element("td", cell) for cell in cells]
        rows.append(element("tr", place, element("td", cards, class_="w"), *figures))
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _meanings(review: Review) -> str:
    told = "".join(
        f"<dt><b>{_said(lambda say=say: say()[0])}</b></dt>"  # type: ignore[misc]
        f"<dd>{_said(lambda say=say: ' '.join(say()[1:]))}</dd>"  # type: ignore[misc]
        for say in (*MEANINGS.values(), partial(as_good, review))
    )
    heading = _said(lambda: t("What the numbers mean"))
    key = _said(signs)
    by = _said(lambda: basis(review, points))
    words = f'<p class="soft">{key}</p><h2>{heading}</h2><dl>{told}</dl><p class="soft">{by}</p>'
    return f"<section>{words}</section>"
