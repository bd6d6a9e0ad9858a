"""Add the language of accounts, in which they get mails."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Not in a batch: SQLite can add columns without copying the table.
    op.add_column("users", sa.Column("language", sa.String(length=5), nullable=False, server_default="en"))


def downgrade() -> None:
    op.drop_column("users", "language")
