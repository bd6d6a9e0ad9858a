"""Create the calibrated parameters of items."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "item_parameters",
        sa.Column("item_id", sa.String(length=80), nullable=False),
        sa.Column("item_version", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("model", sa.String(length=3), nullable=False),
        sa.Column("discrimination", sa.Float(), nullable=False),
        sa.Column("difficulty", sa.Float(), nullable=False),
        sa.Column("guessing", sa.Float(), nullable=False),
        sa.Column("discrimination_error", sa.Float(), nullable=True),
        sa.Column("difficulty_error", sa.Float(), nullable=True),
        sa.Column("answers", sa.Integer(), nullable=False),
        sa.Column("estimated_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("item_id", "item_version", "revision", name=op.f("pk_item_parameters")),
    )


def downgrade() -> None:
    op.drop_table("item_parameters")
