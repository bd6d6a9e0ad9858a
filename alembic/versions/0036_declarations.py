"""Store the cancellations and withdrawals without a sign-in that the operator has to handle."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "declarations",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("content", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_declarations"),
    )
    op.create_index("ix_declarations_received_at", "declarations", ["received_at"])


def downgrade() -> None:
    op.drop_table("declarations")
