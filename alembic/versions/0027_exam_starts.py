"""Count the starts of exams by mailbox, and note which rule decides whether an attempt is passed.

Attempts that began before keep the rule that they began with. `retakes` is no longer written, and is dropped
in a later release.
"""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "exam_starts",
        sa.Column("attempt_id", sa.Uuid(), nullable=False),
        sa.Column("mailbox_hash", sa.String(length=64), nullable=False),
        sa.Column("technology", sa.String(length=40), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("attempt_id", "mailbox_hash"),
    )
    op.create_index("ix_exam_starts_mailbox_hash_technology", "exam_starts", ["mailbox_hash", "technology"])
    op.create_index("ix_exam_starts_started_at", "exam_starts", ["started_at"])
    # Not in a batch: SQLite can add columns without copying the table.
    op.add_column("attempts", sa.Column("passing_rule", sa.Integer(), server_default="1", nullable=False))


def downgrade() -> None:
    op.drop_column("attempts", "passing_rule")
    op.drop_table("exam_starts")
