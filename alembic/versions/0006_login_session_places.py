"""From where a session was started, as a keyed hash."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Sessions that exist have no place: their owners are simply not known there yet.
    with op.batch_alter_table("login_sessions") as table:
        table.add_column(sa.Column("place", sa.String(length=32), nullable=False, server_default=""))
    with op.batch_alter_table("login_sessions") as table:
        table.alter_column("place", server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("login_sessions") as table:
        table.drop_column("place")
