"""The tables of the database. `migrations/` makes them; a change here needs a migration there.

A game is its log: `events` is append-only and unique on (game, number). Whatever else a restart must bring
back stands beside it: who sits where, drafts, chat, and the keys of the commands that were taken.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    text,
)

from ..table.text import CODE_POINTS, NAME_LENGTH

metadata = MetaData()
NAME = String(NAME_LENGTH * CODE_POINTS)
UNFINISHED = text("phase <> 'over'")

people = Table(
    "people",
    metadata,
    Column("id", String(64), primary_key=True),  # the hash of their token
    Column("name", NAME, nullable=False),
    Column("language", String(8), nullable=False),  # empty: what their browser says
    Column("seen_at", Float, nullable=False, server_default="0"),  # when they were here, to a day
)

games = Table(
    "games",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("code", String(6), nullable=False, unique=True),
    Column("board", String(40), nullable=False),
    Column("modules", Text, nullable=False),  # JSON
    Column("clock", Integer),  # seconds a turn
    Column("stand_in", Boolean, nullable=False),
    Column("phase", String(8), nullable=False),
    Column("rematch", String(16)),
    Column("at", Float, nullable=False),  # when it last moved, seconds since 1970
    Column("version", Integer, nullable=False),  # how often it was written; each write checks it
    Column("finished_at", Float),  # once it is over, and so the next
    Column("players", Integer),  # seats
    Column("deal", String(64)),  # the name of the one that it is dealt, if not at random
    Column("lesson", String(40)),  # which one it began as: it is in no list and no best counts it
    Column("progress", Text),  # JSON: round and points so far, as its last card found them
    Column("seals", Text),  # JSON: of the deal and the rounds; without them nothing was sealed
    Column("uncounted", String(12)),  # why no best counts it, like "what-if"; lessons are told by `lesson`
    Column("seen_at", Float),  # when it was opened although it had not moved for long: see clearing.py
)
# Few of all that there are, and it changes seldom: so it costs little.
Index("games_unfinished", games.c.phase, postgresql_where=UNFINISHED, sqlite_where=UNFINISHED)

put_away = Table(
    "put_away",
    metadata,
    Column("person", String(64), nullable=False),
    Column("game", String(16), ForeignKey("games.id"), nullable=False),
    PrimaryKeyConstraint("person", "game"),
)

deals = Table(
    "deals",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("board", String(40), nullable=False),
    Column("modules", Text, nullable=False),  # JSON
    Column("deal", Text, nullable=False),  # JSON; nobody may see it before its cards are turned
)

secrets = Table(
    "secrets",
    metadata,
    Column("game", String(16), ForeignKey("games.id"), nullable=False),
    Column("round", Integer, nullable=False),  # 0 is the deal
    Column("secret", String(64), nullable=False),  # nobody may see it before the round is over
    PrimaryKeyConstraint("game", "round"),
)

boards = Table(
    "boards",
    metadata,
    Column("id", String(40), primary_key=True),  # that of its content
    Column("name", String(80), nullable=False),
    Column("document", Text, nullable=False),  # JSON
    Column("published", Boolean, nullable=False),  # shown to everybody
    Column("made_at", Float, nullable=False),
    Column("seen_at", Float, nullable=False),  # when it was made again or a game was begun on it, to a day
)

shelved = Table(
    "shelved",
    metadata,
    Column("person", String(64), nullable=False),
    Column("board", String(40), ForeignKey("boards.id"), nullable=False),
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("person", "board"),
)

seats = Table(
    "seats",
    metadata,
    Column("game", String(16), ForeignKey("games.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("name", NAME, nullable=False),
    Column("level", String(16)),
    Column("person", String(64), index=True),
    Column("left", Boolean, nullable=False),
    Column("total", Integer),  # points, once the game is over
    Column("won", Boolean),
    Column("contributions", Text),  # JSON: to sealed shuffles, by round
    PrimaryKeyConstraint("game", "seat"),
)

events = Table(
    "events",
    metadata,
    Column("game", String(16), ForeignKey("games.id"), nullable=False),
    Column("number", Integer, nullable=False),  # from 1
    Column("line", Text, nullable=False),  # as the log writes it
    PrimaryKeyConstraint("game", "number"),
)

drafts = Table(
    "drafts",
    metadata,
    Column("game", String(16), ForeignKey("games.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("turn", String(8), nullable=False),  # "2.5": the turn that it answers
    Column("actions", Text, nullable=False),  # JSON
    Column("confirmed", Boolean, nullable=False),  # it is the seat's answer, and not in the log yet
    PrimaryKeyConstraint("game", "seat"),
)

commands = Table(
    "commands",
    metadata,
    Column("game", String(16), ForeignKey("games.id"), nullable=False),
    Column("person", String(64), nullable=False),
    Column("key", String(64), nullable=False),
    Column("number", Integer, nullable=False, server_default="0"),  # of the log's last event: see keys.py
    PrimaryKeyConstraint("game", "person", "key"),
)

chat = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", String(16), ForeignKey("games.id"), nullable=False, index=True),
    Column("seat", Integer),
    Column("name", NAME, nullable=False),
    Column("text", Text),
    Column("reaction", String(16)),
    Column("at", Float, nullable=False),
)

links = Table(
    "links",
    metadata,
    Column("key", String(64), primary_key=True),  # the hash of what the link holds
    Column("game", String(16), ForeignKey("games.id"), nullable=False),
    Column("person", String(64), nullable=False),  # whose seat it moves
    Column("at", Float, nullable=False, server_default="0"),  # when it was made: it lapses
)

looked_over = Table(
    "looked_over",  # for exercises, whether or not any were found
    metadata,
    Column("game", String(16), ForeignKey("games.id"), primary_key=True),
)

exercises = Table(
    "exercises",  # a turn of somebody's game that lost points; it is whoever's the seat is
    metadata,
    Column("game", String(16), ForeignKey("games.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("lost", Float, nullable=False),  # points, as the review had it
    Column("box", Integer, nullable=False),  # 0 until it is shown: see boxes.py
    Column("due", Float),  # when it is to be shown, seconds since 1970; never again without
    PrimaryKeyConstraint("game", "seat", "round", "turn"),
)

solved = Table(
    "solved",  # positions made by us
    metadata,
    Column("person", String(64), nullable=False),
    Column("position", String(40), nullable=False),
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("person", "position"),
)

jobs = Table(
    "jobs",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("payload", Text, nullable=False),  # JSON
    Column(
        "urgent", Boolean, nullable=False
    ),  # somebody waits for it, and does it themselves if nobody else does
    Column("made_at", Float, nullable=False),
    Column("taker", Integer),  # the number of the worker that has it, or had it when it died
    Column("tries", Integer, nullable=False),  # how often it was taken
    Column("progress", Text),  # JSON: how much of it is done, and in words
    Column("answer", Text),  # JSON
    Column("failure", Text),  # why it was given up
    Column("finished_at", Float),
    Index("jobs_in_order", "finished_at", "made_at"),
)

conducts = Table(
    "conducts",
    metadata,
    Column("code", String(6), primary_key=True),
    Column("key", String(64), nullable=False),  # the hash of what its conductor holds
    Column("conduct", LargeBinary, nullable=False),  # packed JSON; who follows sees no more than was turned
    Column("names", Text, nullable=False),  # JSON
    Column("step", Integer, nullable=False),  # how far it was turned
    Column("next", String(6)),  # the code of the game after it
    Column("version", Integer, nullable=False),  # how often it was written
    Column("at", Float, nullable=False, index=True),  # when that was last, seconds since 1970
)

weights = Table(
    "weights",
    metadata,
    Column("board_print", String(16), primary_key=True),  # the fingerprint of the board they are for
    Column("name", String(16), nullable=False),  # the beginning of the file's SHA-256
    Column("format", Integer, nullable=False),  # of the kernel that trained them
    Column("data", LargeBinary, nullable=False),  # the file
    Column("made_at", Float, nullable=False),
)

drawings = Table(
    "drawings",
    metadata,
    Column("person", String(64), nullable=False),
    Column("id", String(16), nullable=False),  # the browser's own: one drawn without a network has it already
    Column("version", Integer, nullable=False),  # from 1; each save checks it
    Column("document", Text, nullable=False),  # JSON
    Column("at", Float, nullable=False),  # when it was saved
    Column("removed_at", Float),  # when it was thrown away
    PrimaryKeyConstraint("person", "id"),
)

drawing_versions = Table(
    "drawing_versions",
    metadata,
    Column("person", String(64), nullable=False),
    Column("id", String(16), nullable=False),
    Column("version", Integer, nullable=False),
    Column("begun_at", Float, nullable=False),
    Column("at", Float, nullable=False),
    Column("document", Text, nullable=False),
    PrimaryKeyConstraint("person", "id", "version"),
)
