"""What can go wrong, said for people: what was wrong, where, and which rule it breaks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


class Sentence(str):
    """English for people that still knows how it was made: `message` with {places}, and the `values` in them,
    which may be sentences too. Whoever shows it says it in the reader's language."""

    message: str
    values: Mapping[str, object]

    def __new__(cls, message: str, /, **values: object) -> Sentence:
        made = super().__new__(cls, message.format_map(values))
        made.message, made.values = message, values
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, object]]:
        return (self.message,), dict(self.values)


MOST_QUOTED = 300  # characters of what somebody else wrote


def in_one_line(text: str) -> str:
    """Whatever it quotes, and however much of it."""
    if not isinstance(text, Sentence):
        line = " ".join(text.split())
        return line if len(line) <= MOST_QUOTED else f"{line[:MOST_QUOTED]}…"
    quoted = {
        name: value
        if isinstance(value, int)
        else in_one_line(value if isinstance(value, str) else str(value))
        for name, value in text.values.items()
    }
    return Sentence(text.message, **quoted)


class TerminusError(Exception):
    """Every error that Terminus raises on purpose. Its text is one sentence for a person."""

    @property
    def sentence(self) -> str:
        """What it says, as it was made."""
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)


class BadBoard(TerminusError):
    """A board file that cannot be played; `faults` lists every place and reason, but for `more` of them."""

    def __init__(self, faults: list[str], more: int = 0) -> None:
        self.faults = [in_one_line(fault) for fault in faults]
        self.more = more
        places = "; ".join(f"{{fault{number}}}" for number in range(len(faults)))
        super().__init__(Sentence(places, **{f"fault{n}": fault for n, fault in enumerate(self.faults)}))


class BadSetup(TerminusError):
    """A game that cannot be set up like this: unknown module, five players, two exclusive modules…"""


class BadModules(BadSetup):
    """A choice of modules that cannot be; `fault` is unknown, absent (from the board), twice or exclusive."""

    def __init__(self, fault: str, modules: str, message: str) -> None:
        self.fault, self.modules = fault, modules
        super().__init__(message)


class BadLog(TerminusError):
    """A log that cannot be read or that breaks a rule; names the line of the file."""

    def __init__(self, line: int, message: str) -> None:
        self.line = line
        super().__init__(Sentence("line {line}: {fault}", line=line, fault=in_one_line(message)))


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something cannot be done, as data. `rule` is its number in docs/rules.md; `why` is the id of its
    sentence in the vocabulary, with `values` in its places; the masks are what is in the way. `text` is the
    engine's own English of an action that was refused, for logs and the command line."""

    rule: str
    why: str
    text: str = ""
    values: Mapping[str, int] = field(default_factory=dict)
    sections: int = 0
    stations: int = 0


class Illegal(TerminusError):
    """An action that the rules do not allow now; `rule` is its number in docs/rules.md. An action that was
    refused on a sheet has its `refusal`; what is no action of this board has none."""

    def __init__(self, rule: str, message: str, refusal: Refusal | None = None) -> None:
        self.rule, self.refusal = rule, refusal
        super().__init__(Sentence("{message} ({rule})", message=message, rule=rule))
