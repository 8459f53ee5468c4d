"""What people draw, with its versions."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.create_table(
        "drawings",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("removed_at", sa.Float),
    )
    op.create_table(
        "drawing_versions",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("begun_at", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
    )
