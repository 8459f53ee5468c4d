"""The results file: what is finished, one chunk a line, appended as soon as it is played.

It belongs to one contest. Whatever bots and however many games were asked for when it was written, a run
plays what it lacks and no more; so a run that was cut off goes on, and one that is over can be extended.
A file of another contest, or one that is no results file, is refused and left as it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

from ...rules.errors import Sentence, TerminusError
from .contest import Contest
from .statistics import Played
from .units import Luck, Outcome

FORMAT = "terminus-arena/1"
HEADER = f'{{"format":"{FORMAT}"'  # how every results file begins


class BadResults(TerminusError):
    """A results file that cannot be used for this contest."""


class Results:
    """Finished chunks by bot; on disk too, if there is a file."""

    def __init__(self, contest: Contest, path: Path | None = None, code: str = "") -> None:
        self.path = path
        self.code = code  # the print of the code that began the file
        self._chunks: dict[str, list[Outcome]] = {}
        self._file: IO[str] | None = None
        if path is not None:
            self._open(path, contest)

    def _open(self, path: Path, contest: Contest) -> None:
        try:
            text = path.read_bytes().decode() if path.exists() else ""
            whole = text[: text.rfind("\n") + 1]  # a line that was cut off was never finished
            self._read(path, whole or text, contest)
            self._file = path.open("a", encoding="utf-8", newline="\n")
            self._file.truncate(len(whole.encode()))
        except UnicodeDecodeError:
            raise BadResults(
                Sentence("{path} is not text, so it is no results file; it is left as it is", path=str(path))
            ) from None
        except OSError as error:
            raise _not_kept(path, error) from None
        if not whole:
            self._write({"format": FORMAT, **contest.facts(), "code": self.code})

    def _read(self, path: Path, text: str, contest: Contest) -> None:
        if _only_begun(text):
            return
        lines = text.splitlines()
        self._read_header(path, _object(lines[0]) or {}, contest)
        for number, line in enumerate(lines[1:], 2):
            chunk = _chunk(_object(line) or {})
            if chunk is None:
                raise BadResults(
                    Sentence(
                        "{path}, line {line}: this is no chunk of results; the file is damaged",
                        path=str(path),
                        line=number,
                    )
                )
            self._chunks.setdefault(chunk.bot, []).append(chunk)

    def _read_header(self, path: Path, header: dict[str, Any], contest: Contest) -> None:
        if header.get("format") != FORMAT:
            raise BadResults(
                Sentence("{path} is no results file of the arena; it is left as it is", path=str(path))
            )
        for key, wanted in contest.facts().items():
            if header.get(key) != wanted:
                raise BadResults(
                    Sentence(
                        "{path} holds results for {found}, not {wanted}; it is left as it is: "
                        "name another file",
                        path=str(path),
                        found=_said(key, header.get(key)),
                        wanted=_said(key, wanted),
                    )
                )
        self.code = str(header.get("code", ""))

    def _write(self, value: dict[str, Any]) -> None:
        if self._file is None:
            return
        try:
            self._file.write(json.dumps(value, separators=(",", ":")) + "\n")
            self._file.flush()
        except OSError as error:
            raise _not_kept(self.path, error) from None

    def add(self, chunk: Outcome) -> None:
        self._chunks.setdefault(chunk.bot, []).append(chunk)
        cpu = round(chunk.cpu_s, 6)
        value = {"bot": chunk.bot, "first": chunk.first, "scores": chunk.scores, "cpu_s": cpu}
        if chunk.luck is not None:
            value |= {"luck": chunk.luck.by_game, "weights": chunk.luck.weights}
        self._write(value)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def chunks(self, bot: str, weights: str | None = None) -> list[Outcome]:
        """What the bot has played; if weights are named, what was judged by these."""
        found = self._chunks.get(bot, [])
        return [chunk for chunk in found if weights is None or (chunk.luck and chunk.luck.weights == weights)]

    def missing(self, bot: str, games: int, weights: str | None = None) -> list[range]:
        """The games below `games` that the bot has still to play."""
        gaps, at = [], 0
        for chunk in sorted(self.chunks(bot, weights), key=lambda chunk: chunk.first):
            if at < min(chunk.first, games):
                gaps.append(range(at, min(chunk.first, games)))
            at = max(at, chunk.first + len(chunk.scores))
        if at < games:
            gaps.append(range(at, games))
        return gaps

    def played(self, bot: str, games: int, weights: str | None = None) -> Played:
        """The bot's scores in games 0 … games − 1, all of which it must have played."""
        chunks = [chunk for chunk in self.chunks(bot, weights) if chunk.first < games]
        scores = dict(pair for chunk in chunks for pair in enumerate(chunk.scores, chunk.first))
        cpu = sum(chunk.cpu_s for chunk in chunks) / sum(len(chunk.scores) for chunk in chunks)
        lucks = dict(pair for chunk in chunks if weights for pair in _luck_by_game(chunk))
        return Played(
            [scores[game] for game in range(games)], cpu, [lucks[game] for game in range(games) if lucks]
        )


def _not_kept(path: Path | None, error: OSError) -> BadResults:
    return BadResults(
        Sentence("results cannot be kept in {path}: {why}", path=str(path), why=error.strerror or str(error))
    )


def _only_begun(text: str) -> bool:
    """Whether there is nothing yet, or a header that was cut off."""
    return "\n" not in text and (HEADER.startswith(text) or text.startswith(HEADER))


def _luck_by_game(chunk: Outcome) -> Iterator[tuple[int, float]]:
    return enumerate(chunk.luck.by_game if chunk.luck else (), chunk.first)


def _object(line: str) -> dict[str, Any] | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _chunk(value: dict[str, Any]) -> Outcome | None:
    match value:
        case {"bot": str(bot), "first": int(first), "scores": [*scores], "cpu_s": int() | float() as cpu}:
            if first >= 0 and scores and _numbers(scores):
                return _judged(Outcome(bot, first, tuple(scores), float(cpu)), value)
    return None


def _judged(chunk: Outcome, value: dict[str, Any]) -> Outcome | None:
    """The chunk with its luck, if that was judged."""
    match value:
        case {"luck": [*lucks], "weights": str(weights)} if len(lucks) == len(chunk.scores):
            return replace(chunk, luck=Luck(tuple(lucks), weights)) if _numbers(lucks) else None
        case {"luck": _}:
            return None
    return chunk


def _numbers(values: list[Any]) -> bool:
    return all(type(value) in (int, float) for value in values)


def _said(key: str, value: Any) -> Sentence:
    match key:
        case "modules":
            named = Sentence("modules {modules}", modules=", ".join(map(str, value or ())))
            return named if value else Sentence("no modules")
        case "board_print":
            return Sentence("a board with the fingerprint {print}", print=value)
        case "players":
            return Sentence("players {players}", players=value)
        case "seed":
            return Sentence("seed {seed}", seed=value)
    return Sentence("board {board}", board=value)
