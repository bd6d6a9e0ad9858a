"""Let passing attempts wait for an operator's decision before they get a certificate."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "attempt_reviews",
        sa.Column("attempt_id", sa.Uuid(), nullable=False),
        sa.Column("reasons", sa.JSON(), nullable=False),
        sa.Column("held_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("decision", sa.String(length=8), nullable=True),
        sa.Column("note", sa.String(length=200), nullable=True),
        sa.ForeignKeyConstraint(["attempt_id"], ["attempts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("attempt_id"),
    )
    undecided = sa.text("decided_at IS NULL")
    op.create_index(
        "ix_attempt_reviews_undecided",
        "attempt_reviews",
        ["held_at"],
        sqlite_where=undecided,
        postgresql_where=undecided,
    )


def downgrade() -> None:
    op.drop_table("attempt_reviews")
