"""What a list of games shows of one that is not over, and which of them somebody has put away."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    with op.batch_alter_table("games") as change:
        change.add_column(sa.Column("progress", sa.Text))
    op.create_table(
        "put_away",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("game", sa.String(16), sa.ForeignKey("games.id"), nullable=False),
        sa.PrimaryKeyConstraint("person", "game"),
    )
