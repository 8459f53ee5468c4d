"""Jobs: work that is done outside of the server that wants it."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "jobs",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("urgent", sa.Boolean, nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
        sa.Column("taker", sa.Integer),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("progress", sa.Text),
        sa.Column("answer", sa.Text),
        sa.Column("failure", sa.Text),
        sa.Column("finished_at", sa.Float),
    )
    op.create_index("jobs_in_order", "jobs", ["finished_at", "made_at"])
