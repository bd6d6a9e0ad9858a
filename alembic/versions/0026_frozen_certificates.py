"""Add what certificates state for good, a status of its own for suspensions, and the revocation of keys."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Not in a batch: SQLite can add columns without copying the table.
    op.add_column("certificates", sa.Column("terms", sa.JSON(none_as_null=True), nullable=True))
    op.add_column(
        "credentials",
        sa.Column("lists_suspension", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.add_column("issuer_keys", sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("issuer_keys", "revoked_at")
    op.drop_column("credentials", "lists_suspension")
    op.drop_column("certificates", "terms")
