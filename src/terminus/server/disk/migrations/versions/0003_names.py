"""Names are counted in what people take for a character, which may be several code points."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    for table in ("people", "seats", "chat"):
        with op.batch_alter_table(table) as change:
            change.alter_column(
                "name", existing_type=sa.String(24), type_=sa.String(96), existing_nullable=False
            )
