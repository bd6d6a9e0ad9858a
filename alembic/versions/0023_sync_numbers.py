"""Rename columns of payments whose names did not say what they hold."""

from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

_RENAMED = (
    ("customers", "asked", "last_sync"),
    ("customers", "applied", "applied_sync"),
    ("subscriptions", "told_payment_id", "notified_payment_id"),
)


def upgrade() -> None:
    for table, old, new in _RENAMED:
        op.alter_column(table, old, new_column_name=new)


def downgrade() -> None:
    for table, old, new in _RENAMED:
        op.alter_column(table, new, new_column_name=old)
