"""The learned evaluation of a board: weights that ship as data, others from wherever a source keeps them, and
the file they are kept in.

A file is one line of JSON (what it was trained for, and how), then for each network the numbers of the rows
that are not all zero, those rows as bytes with a scale for each, and the layers behind them as 16-bit floats.
"""

from __future__ import annotations

import json
import struct
from array import array
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..boards import BOARDS
from ..boards import board as board_called
from ..boards.digest import fingerprint
from ..kernel.native import load
from ..rules.board import Board
from ..rules.errors import Sentence, TerminusError
from . import sources

if TYPE_CHECKING:
    from terminus_kernel import Net

FOLDER = "weights"
SUFFIX = ".net"
DIGEST = "board_print"  # the key of the board's fingerprint in files that people keep
LARGEST = 127  # of a byte, either way
HASH = 16  # hexadecimal digits by which weights are named


class BadWeights(TerminusError):
    """A file of weights that cannot be read or is for something else."""


def net_of(board: Board) -> Net | None:
    """The evaluation for exactly this board: the one that ships, else one trained here, else a source's."""
    found = named_net_of(board)
    return None if found is None else found[0]


def named_net_of(board: Board) -> tuple[Net, str] | None:
    """The same, and what its weights are called: asked apart, somebody may have learned more between."""
    digest = fingerprint(board)
    if (found := _in_files(board.id, digest)) is not None:
        return found
    return sources.net(digest, lambda data: (read(data, digest)[1], name_of(data)))


def weights_of(board: Board) -> str | None:
    """What tells this evaluation from every other: the beginning of its file's SHA-256. It is known also
    where the evaluation cannot be had just now."""
    digest = fingerprint(board)
    if (found := _in_files(board.id, digest)) is not None:
        return found[1]
    return sources.name(digest)


def name_of(data: bytes) -> str:
    """What weights are called in logs and reviews."""
    return sha256(data).hexdigest()[:HASH]


@lru_cache(maxsize=64)
def _in_files(name: str, digest: str) -> tuple[Net, str] | None:
    shipped, own = resources.files(__package__) / FOLDER, own_folder()
    alike = [one for one in BOARDS if fingerprint(board_called(one)) == digest]  # a copy by another name
    here = [own / f"{one}{SUFFIX}" for one in (digest, name)]  # older ones by the name
    for file in (*(shipped / f"{one}{SUFFIX}" for one in alike), *here):
        if file.is_file():
            data = file.read_bytes()
            header, net = read(data, file.name)
            if header[DIGEST] == digest:
                return net, name_of(data)
    return None


def own_folder() -> Path:
    """Where weights trained on this machine are kept."""
    from platformdirs import user_data_path  # the engine and its bots do without it until they look here

    return user_data_path("terminus") / FOLDER


def read(data: bytes, name: str) -> tuple[Mapping[str, Any], Net]:
    """What a file says of itself, and the net in it."""
    native = load()
    head, _, body = data.partition(b"\n")
    try:
        header = json.loads(head)
        if header["format"] != native.net_format:
            raise BadWeights(
                Sentence(
                    "{file}: weights of another format than {format}", file=name, format=native.net_format
                )
            )
        str(header[DIGEST])
        return header, native.Net(_unpack(body, native.net_rows[1]))
    except (ValueError, KeyError, TypeError, struct.error):
        raise BadWeights(
            Sentence("{file}: this is not a file of weights, or it is damaged", file=name)
        ) from None


def read_for(board: Board, path: Path) -> tuple[Mapping[str, Any], Net]:
    """The same from a file that somebody names, which must be for exactly this board."""
    try:
        header, net = read(path.read_bytes(), path.name)
    except OSError as error:
        raise BadWeights(Sentence("{file}: {why}", file=str(path), why=error.strerror)) from None
    if header[DIGEST] != fingerprint(board):
        raise BadWeights(
            Sentence("{file}: weights for another board than {board}", file=path.name, board=board.id)
        )
    return header, net


def file_of(board: Board, layers: Sequence[bytes], how: Mapping[str, Any]) -> bytes:
    """Trained layers for a board, as they are kept; `how` says how they came about."""
    native = load()
    header = {"format": native.net_format, "board": board.id, DIGEST: fingerprint(board), **how}
    return json.dumps(header).encode() + b"\n" + _pack(layers, native.net_rows)


def _pack(layers: Sequence[bytes], rows: Sequence[int]) -> bytes:
    parts = []
    count, length = rows
    for layer in layers:
        numbers = array("f", layer)
        row = {n: numbers[n * length : (n + 1) * length] for n in range(count)}
        scales = {n: max(map(abs, weights)) / LARGEST for n, weights in row.items() if any(weights)}
        rest = numbers[count * length :]
        parts.append(struct.pack(f"<HH{len(scales)}H", len(scales), len(rest), *scales))
        parts.append(struct.pack(f"<{len(scales)}f", *scales.values()))
        parts += [array("b", (round(w / scale) for w in row[n])).tobytes() for n, scale in scales.items()]
        parts.append(struct.pack(f"<{len(rest)}e", *rest))
    return b"".join(parts)


def _unpack(body: bytes, length: int) -> list[bytes]:
    native = load()
    layers, at = [], 0
    while at < len(body):
        used, rest = struct.unpack_from("<HH", body, at)
        form = struct.Struct(f"<{used}H{used}f{used * length}s{rest}e")
        kept = form.unpack_from(body, at + 4)
        layers.append(native.expand(kept[:used], kept[used : 2 * used], kept[2 * used], kept[2 * used + 1 :]))
        at += 4 + form.size
    return layers
