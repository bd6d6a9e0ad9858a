"""Record which payments have a receipt. Earlier payments get none."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "receipts",
        sa.Column("reference", sa.String(length=255), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("queued_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_receipts_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("reference", name=op.f("pk_receipts")),
    )
    op.create_index("ix_receipts_user_id", "receipts", ["user_id"])
    # Mark earlier payments as if they had a receipt: payments of subscriptions by their invoice, single
    # payments by their payment intent, which only `purchases` has. Payments that are still open get a receipt
    # once they are paid.
    op.execute(
        "INSERT INTO receipts (reference, user_id, queued_at) "
        "SELECT payment_id, user_id, created_at FROM payments WHERE outcome NOT IN ('open', 'failed')"
    )
    op.execute(
        "INSERT INTO receipts (reference, user_id, queued_at) "
        "SELECT intent_id, user_id, MIN(fulfilled_at) FROM purchases "
        "WHERE intent_id IS NOT NULL GROUP BY intent_id, user_id"
    )


def downgrade() -> None:
    op.drop_table("receipts")
