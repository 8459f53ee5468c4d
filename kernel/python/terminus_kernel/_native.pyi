from collections.abc import Mapping, Sequence
from typing import overload

limits: dict[str, int]
"""The largest board that the kernel's masks can hold."""

codes: dict[str, dict[str, int]]
"""The kernel's numbers by name, by kind: rules, prompts, phases, actions, and the modules' own."""

def table_format() -> int:
    """The version of the integer tables that this build reads."""

class State:
    """One seat of a game. Lines, sections and stations are numbers; a set of stations is a mask."""

    @property
    def round(self) -> int:
        """From 0; 4 when the game is over."""
    @property
    def turn(self) -> int: ...
    @property
    def pencil(self) -> int: ...
    @property
    def pencils(self) -> list[int]: ...
    @property
    def remaining(self) -> int: ...
    @property
    def done(self) -> bool: ...
    @property
    def over(self) -> bool: ...
    def copy(self) -> State: ...
    def stations(self, line: int) -> int: ...
    def circled(self, line: int) -> int: ...
    def sections(self, line: int) -> list[int]: ...

class Tables:
    """One ruleset. What is not legal is refused with a ValueError."""

    def __init__(self, tables: Mapping[str, object]) -> None: ...
    def deal(self, seed: int) -> State: ...
    def restore(self, numbers: Mapping[str, object]) -> State: ...
    def legal(self, state: State) -> list[int]: ...
    def apply(self, state: State, action: int) -> None: ...
    def flip(self, state: State, cards: list[int]) -> None: ...
    def open_round(self, state: State, opening: list[int]) -> None: ...
    def chances(self, state: State) -> list[tuple[int, int, float]]: ...
    def phase(self, state: State) -> int: ...
    def total(self, state: State) -> int: ...
    def items(self, state: State) -> list[tuple[int, int, int, list[int]]]: ...
    def worths(self, state: State) -> list[tuple[int, int, int]]:
        """The legal actions, and what the line in hand and the sheet are worth after each."""
    def play(self, policy: str, games: int, seed: int) -> list[int]: ...
    def play_deals(
        self,
        policy: str,
        states: list[State],
        packs: list[list[list[int]]],
        seeds: list[int],
        trails: Trails | None = None,
    ) -> list[int]: ...
    def choose(self, state: State, policy: str, seed: int) -> int: ...
    def ways(self, state: State, turns: list[tuple[int, bool, bool]]) -> int: ...
    def sheets(self, state: State, turns: list[tuple[int, bool, bool]]) -> int: ...

class Trails:
    """The states before and after all that was turned up in some games, for a Mind to judge."""

    def __init__(self) -> None: ...

class Batch:
    """Many solo games stepped together; each stands where its seat has a choice of two actions or more.

    Write an action for each game into `actions` and call `step`: forced answers, cards, rounds and the next
    game follow by themselves. The arrays are views of the kernel's memory, so look at them anew after a step;
    array libraries can wrap them without copying.
    """

    def __init__(self, tables: Tables, games: int, seed: int) -> None: ...
    def __len__(self) -> int: ...
    @property
    def actions(self) -> memoryview:
        """uint16, to be written: the action of each game."""
    @property
    def masks(self) -> memoryview:
        """uint64 (games, 5): bit n of a row says that action n is legal."""
    @property
    def counts(self) -> memoryview:
        """int32: how many actions are legal."""
    @property
    def totals(self) -> memoryview:
        """int32: the score now."""
    @property
    def rewards(self) -> memoryview:
        """int32: what the last step added to the score of its game."""
    @property
    def ended(self) -> memoryview:
        """uint8: 1 where the last step ended a game and another began."""
    @property
    def finals(self) -> memoryview:
        """int32: the total of the last game that ended here."""
    @property
    def finished(self) -> int:
        """How many games have ended."""
    def state(self, game: int) -> State:
        """A copy of the state of one game."""
    def step(self) -> None:
        """Plays `actions`; if one of them is not legal that is a ValueError and nothing is played."""
    def sample(self) -> None:
        """Fills `actions` with legal ones, each as likely as the others."""
    def choose(self, policy: str) -> None:
        """Fills `actions` with what a policy chooses."""

net_format: int
"""The version of features and layers; weights of another one are not read."""

net_rows: list[int]
"""The rows of a net's first layer and their length."""

def expand(rows: Sequence[int], scales: Sequence[float], weights: bytes, rest: Sequence[float]) -> bytes:
    """The parameters of one part of a net, from rows kept as bytes with a scale each and all behind them."""

class Net:
    """A learned evaluation: the float32 parameters of the layers of each round, or of each part of a game."""

    def __init__(self, layers: list[bytes]) -> None: ...
    def layers(self) -> list[bytes]: ...

class Mind:
    """Who replies for a seat. Sees the cards that are left, never their order.

    It never changes, so any number of threads may ask it at once. Values depend on the state alone and not on
    the method.
    """

    def __init__(
        self,
        tables: Tables,
        net: Net | None,
        method: str,
        flips: int = 0,
        simulations: int = 0,
        seconds: float = 0.0,
    ) -> None:
        """`learned` needs a net; `lookahead` looks at so many flips; `mcts` has simulations or seconds."""
    def reply(self, state: State, seed: int) -> list[int]:
        """The actions of the whole turn, done included."""
    @property
    def learned(self) -> bool:
        """Whether values are of a learned evaluation; if not they are the score so far."""
    def replies(self, state: State, depth: int = 1) -> list[tuple[list[int], float]]:
        """Every reply to what is asked, its actions to done and its value, in the order of `Tables.legal`."""
    def value(self, state: State, depth: int = 1) -> float:
        """What is said of a state between turns: `replies` gives this of the state after each. At depth 1 it
        is the evaluation, deeper the worth one flip less deep."""
    def worth(self, state: State, depth: int = 1) -> float:
        """The best replies to what comes after a state between turns, on the mean; at the end the score."""
    def luck(self, state: State, turned: list[int], depth: int = 1) -> float:
        """How much better than that mean it is that these cards are turned, or that this opens the round."""
    def play_on(self, state: State, games: int, seed: int) -> list[list[int]]:
        """From a state between turns to the end, so many times: a row a game of what each scoring rule gives.
        States of the same moment meet the same cards, so that their games can be compared in pairs."""
    def face_up(self, state: State, turned: list[list[int]], width: int) -> tuple[int, list[list[int]]]:
        """The best that was found for a state between turns if this is turned up next, one after the other: a
        total, and the reply to each turn. Of each turn so many sheets are gone on with."""
    def play_deals(
        self,
        states: list[State],
        packs: list[list[list[int]]],
        seeds: list[int],
        trails: Trails | None = None,
    ) -> list[int]:
        """As `Tables.play_deals`."""
    def lucks(self, trails: Trails, depth: int = 1) -> list[float]:
        """The luck of all that was turned up, by game."""

class Learner:
    """Learns an evaluation from games of its own. The same seed and calls give the same weights."""

    @overload
    def __init__(self, seed: int) -> None: ...
    @overload
    def __init__(self, seed: int, net: Net) -> None:
        """Goes on from a net that was taught before, to refine it."""
    def study(
        self,
        rulesets: list[Tables],
        games: int,
        rate: float,
        trace: float,
        explore: float,
        astray: float = 0.0,
    ) -> list[float]:
        """Plays so many games of each ruleset and learns from what they came to; the mean total of each.
        Somebody weaker plays in `astray` of them."""
    def refine(
        self,
        rulesets: list[Tables],
        games: int,
        rate: float,
        trace: float,
        explore: float,
        astray: float = 0.0,
    ) -> list[float]:
        """The same, slower and surer: the luck of every flip is taken off what is learned from."""
    def taught(self) -> Net: ...
