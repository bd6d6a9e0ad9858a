"""Add where answers to a mail go, for messages of the contact form."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Not in a batch: SQLite can add columns without copying the table.
    op.add_column("outbox", sa.Column("reply_to", sa.String(length=254), nullable=True))


def downgrade() -> None:
    op.drop_column("outbox", "reply_to")
