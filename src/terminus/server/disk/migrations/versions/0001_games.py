"""People, games and their logs."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("code", sa.String(6), nullable=False, unique=True),
        sa.Column("board", sa.String(40), nullable=False),
        sa.Column("modules", sa.Text, nullable=False),
        sa.Column("clock", sa.Integer),
        sa.Column("stand_in", sa.Boolean, nullable=False),
        sa.Column("phase", sa.String(8), nullable=False),
        sa.Column("rematch", sa.String(16)),
        sa.Column("result", sa.Text),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "seats",
        _game(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("level", sa.String(16)),
        sa.Column("person", sa.String(64), index=True),
        sa.Column("left", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat"),
    )
    op.create_table(
        "events",
        _game(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "number"),
    )
    op.create_table(
        "drafts",
        _game(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("turn", sa.String(8), nullable=False),
        sa.Column("actions", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat"),
    )
    op.create_table(
        "commands",
        _game(),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("game", "person", "key"),
    )
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer, primary_key=True),
        _game(index=True),
        sa.Column("seat", sa.Integer),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("text", sa.Text),
        sa.Column("reaction", sa.String(16)),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "links",
        sa.Column("key", sa.String(64), primary_key=True),
        _game(),
        sa.Column("person", sa.String(64), nullable=False),
    )


def _game(index: bool = False) -> sa.Column[str]:
    return sa.Column("game", sa.String(16), sa.ForeignKey("games.id"), nullable=False, index=index)
