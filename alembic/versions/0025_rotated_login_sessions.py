"""Add when the access token of a login session was last exchanged for a new one."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Not in a batch: SQLite can add columns without copying the table.
    op.add_column("login_sessions", sa.Column("rotated_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("login_sessions", "rotated_at")
