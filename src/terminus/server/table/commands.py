"""What can be asked of a table over its socket, and who may ask it. Each command makes a state of a state."""

from __future__ import annotations

import time
from collections.abc import Callable, Set
from dataclasses import dataclass, replace

import msgspec
from msgspec import UNSET, Struct, UnsetType

from ...record.dealer import Dealer
from ..errors import Refused, unreadable
from .drafts import commit, instead, redraft, step_on, take_back, undo
from .helping import with_help
from .keys import known_since
from .lobby import City, add_bot, checked_clock, free, set_board, set_modules, start
from .sealing import contribute
from .state import ChatLine, State
from .text import CHAT_LENGTH, clean

REACTIONS = ("👏", "😮", "😅", "🤔", "🎉", "❤️")
OF_A_TURN = ("draft", "instead", "undo", "clear", "commit", "take_back")
FLAGS = ("undo", "clear", "commit", "take_back", "leave", "back", "start", "help")  # said by true alone
LASTING = ("back", "help", "contribute")  # given twice they do what they did once
KEY_LENGTH = 64


class Command(Struct, forbid_unknown_fields=True):
    """Exactly one of these."""

    draft: str | UnsetType = UNSET
    instead: str | UnsetType = UNSET
    undo: bool | UnsetType = UNSET
    clear: bool | UnsetType = UNSET
    commit: bool | UnsetType = UNSET
    take_back: bool | UnsetType = UNSET
    leave: bool | UnsetType = UNSET
    back: bool | UnsetType = UNSET
    say: str | UnsetType = UNSET
    react: str | UnsetType = UNSET
    add_bot: str | UnsetType = UNSET
    remove: int | UnsetType = UNSET
    start: bool | UnsetType = UNSET
    board: str | UnsetType = UNSET
    modules: list[str] | UnsetType = UNSET
    clock: int | UnsetType | None = UNSET
    stand_in: bool | UnsetType = UNSET
    contribute: dict[str, str] | UnsetType = UNSET
    help: bool | UnsetType = UNSET


class Hello(Struct, tag_field="type", tag="hello"):
    version: str | None = None


class Question(Struct, tag_field="type", tag="why"):
    """Why can this not be done? A station, a section or an action, in notation; it changes nothing."""

    about: str


class Order(Struct, tag_field="type", tag="command"):
    key: str
    number: int
    do: Command


Frame = Hello | Question | Order


def read_frame(data: str | bytes) -> Frame:
    """A frame from the page; refuses what is none."""
    try:
        frame: Frame = msgspec.json.decode(data, type=Hello | Question | Order)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise unreadable() from None
    if isinstance(frame, Order) and (len(given(frame.do)) != 1 or not _is_key(frame.key)):
        raise unreadable()
    return frame


def _is_key(key: str) -> bool:
    return 1 <= len(key) <= KEY_LENGTH and key.isascii() and key.isprintable()


def given(command: Command) -> dict[str, object]:
    fields = {name: getattr(command, name) for name in command.__struct_fields__}
    return {name: value for name, value in fields.items() if value is not UNSET}


@dataclass(frozen=True, slots=True)
class Context:
    """What a command needs to know to be obeyed: the table, who gave it, and when."""

    state: State
    person: str
    number: int
    dealer: Dealer
    connected: Set[str]
    there: Set[str]  # who is connected, or was a moment ago
    city: City = ""  # that is asked for

    @property
    def seat(self) -> int:
        seat = self.state.seat_of(self.person)
        if seat is None:
            raise Refused("You do not sit at this table.", 403)
        return seat

    @property
    def at_this_card(self) -> int:
        """My seat, if the card on the table is the one that I saw."""
        seat = self.seat
        if self.state.game.phase == "lobby":
            raise Refused("The game has not begun.")
        if self.state.game.phase == "over":
            raise Refused("The game is over.")
        if not self.state.turned_at <= self.number <= self.state.number:
            raise Refused("A new card was turned in the meantime.")
        return seat

    @property
    def my_turn(self) -> int:
        """My seat, if the card on the table waits for me."""
        seat = self.at_this_card
        if not self.state.asks(seat):
            raise Refused("You have confirmed this turn already.")
        return seat

    @property
    def my_answer(self) -> int:
        """My seat, if I have confirmed a turn that can still be taken back."""
        seat = self.at_this_card
        if self.state.asks(seat):
            raise Refused("You have not confirmed this turn yet.")
        if self.state.confirmed(seat) is None:
            raise Refused("You can only take back what you have confirmed yourself.")
        return seat

    @property
    def hosted(self) -> State:
        """The state, if it is the host who asks."""
        if self.seat != self.state.host(self.there):
            raise Refused("Only the host of the table can do this.", 403)
        return self.state


def obey(context: Context, command: Command) -> State:
    ((name, value),) = given(command).items()
    if value is False and name in FLAGS:
        raise Refused("The command {command} is given with the value true.", 400, command=name)
    if name not in (*OF_A_TURN, *LASTING) and context.number < known_since(context.state):
        raise Refused("The table has moved on since you did this. Do it again if it was not done.")
    return ORDERS[name](context, value)


def _leave(context: Context, _: object) -> State:
    """Off the table; from the lobby for good, from a game until one comes back."""
    state, seat = context.state, context.seat
    if state.game.phase == "lobby":
        return free(state, seat)
    return state.with_seat(seat, replace(state.seats[seat], left=True))


def _back(context: Context, _: object) -> State:
    return context.state.with_seat(context.seat, replace(context.state.seats[context.seat], left=False))


def _remove(context: Context, number: object) -> State:
    state = context.hosted
    taken = [n for n, seat in enumerate(state.seats) if seat.kind != "open"]
    if not isinstance(number, int) or number not in taken:
        raise Refused("Nobody sits there.", 400)
    if number == context.seat:
        raise Refused("The host cannot remove themselves.", 400)
    if state.game.phase == "lobby":
        return free(state, number)
    seat = state.seats[number]
    if seat.kind == "bot" or seat.person in context.connected:
        raise Refused("During the game only people who are away can be removed.")
    return state.with_seat(number, replace(seat, left=True))


def _say(context: Context, text: object) -> State:
    words = clean(str(text), CHAT_LENGTH)
    if not words:
        raise Refused("There was nothing to say.", 400)
    return _chatted(context, words, None)


def _react(context: Context, reaction: object) -> State:
    if reaction not in REACTIONS:
        raise Refused("There is no such reaction.", 400)
    return _chatted(context, None, str(reaction))


def _chatted(context: Context, text: str | None, reaction: str | None) -> State:
    name = context.state.seats[context.seat].name
    line = ChatLine(context.seat, name, text, reaction, time.time())
    return context.state.with_line(line)


def _modules(context: Context, modules: object) -> State:
    assert isinstance(modules, list)
    return set_modules(context.hosted, modules)


def _contribute(context: Context, values: object) -> State:
    assert isinstance(values, dict)
    return contribute(context.state, context.seat, values)


def _clock(context: Context, seconds: object) -> State:
    return context.hosted.with_game(clock=checked_clock(seconds if isinstance(seconds, int) else None))


ORDERS: dict[str, Callable[[Context, object], State]] = {
    "draft": lambda context, action: step_on(context.state, context.my_turn, str(action)),
    "instead": lambda context, action: instead(context.state, context.my_turn, str(action)),
    "undo": lambda context, _: undo(context.state, context.my_turn),
    "clear": lambda context, _: redraft(context.state, context.my_turn, ()),
    "commit": lambda context, _: commit(context.state, context.my_turn, context.dealer),
    "take_back": lambda context, _: take_back(context.state, context.my_answer),
    "leave": _leave,
    "back": _back,
    "say": _say,
    "react": _react,
    "add_bot": lambda context, level: add_bot(context.hosted, str(level)),
    "remove": _remove,
    "start": lambda context, _: start(context.hosted, context.dealer),
    "board": lambda context, _: set_board(context.hosted, context.city),
    "modules": _modules,
    "clock": _clock,
    "stand_in": lambda context, wished: context.hosted.with_game(stand_in=bool(wished)),
    "contribute": _contribute,
    "help": lambda context, _: with_help(context.state, context.seat),
}
