"""Store when a customer was last synced because an event from Stripe was overdue."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("customers") as table:
        table.add_column(sa.Column("reconciled_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("customers") as table:
        table.drop_column("reconciled_at")
