"""Adaptive exams: items are chosen one by one, and each choice is recorded."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_NEW_COLUMNS = {
    "shown_at": sa.DateTime(timezone=True),
    "theta": sa.Float(),
    "sd": sa.Float(),
    "seed": sa.BigInteger(),
    "exposure_rate": sa.Float(),
    "parameters": sa.JSON(none_as_null=True),
}


def upgrade() -> None:
    op.alter_column("attempts", "length", new_column_name="max_items")
    op.add_column("attempts", sa.Column("min_items", sa.Integer(), nullable=False, server_default="20"))
    with op.batch_alter_table("attempts") as table:
        table.alter_column("min_items", server_default=None, existing_type=sa.Integer())
    for name, kind in _NEW_COLUMNS.items():
        op.add_column("attempt_items", sa.Column(name, kind, nullable=True))
    # Open attempts continue with the items that were shown; their remaining items are chosen one by one.
    attempts = sa.table("attempts", sa.column("id"), sa.column("position"), sa.column("submitted_at"))
    items = sa.table("attempt_items", sa.column("attempt_id"), sa.column("position"))
    op.execute(
        items.delete().where(
            sa.exists().where(
                attempts.c.id == items.c.attempt_id,
                attempts.c.submitted_at.is_(None),
                attempts.c.position < items.c.position,
            )
        )
    )
    op.create_table(
        "exam_counts",
        sa.Column("technology", sa.String(length=40), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("technology", name=op.f("pk_exam_counts")),
    )
    op.create_table(
        "item_exposures",
        sa.Column("technology", sa.String(length=40), nullable=False),
        sa.Column("item_id", sa.String(length=80), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("technology", "item_id", name=op.f("pk_item_exposures")),
    )
    op.create_table(
        "retakes",
        sa.Column("email_hash", sa.String(length=64), nullable=False),
        sa.Column("technology", sa.String(length=40), nullable=False),
        sa.Column("retake_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("email_hash", "technology", name=op.f("pk_retakes")),
    )
    op.create_index("ix_retakes_retake_at", "retakes", ["retake_at"])


def downgrade() -> None:
    op.drop_table("retakes")
    op.drop_table("item_exposures")
    op.drop_table("exam_counts")
    with op.batch_alter_table("attempt_items") as table:
        for name in reversed(_NEW_COLUMNS):
            table.drop_column(name)
    with op.batch_alter_table("attempts") as table:
        table.drop_column("min_items")
    op.alter_column("attempts", "max_items", new_column_name="length")
