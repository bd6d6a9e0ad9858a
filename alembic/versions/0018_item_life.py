"""Create reports of items, corrections of keys, regraded attempts, and withdrawn items."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

_OPEN = sa.text("closed_at IS NULL")


def upgrade() -> None:
    op.create_table(
        "item_reports",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("item_id", sa.String(length=80), nullable=False),
        sa.Column("item_version", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(length=8), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("text", sa.String(length=500), nullable=False),
        sa.Column("reported_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("note", sa.String(length=200), nullable=True),
        sa.ForeignKeyConstraint(
            ["item_id", "item_version"],
            ["item_versions.item_id", "item_versions.version"],
            name=op.f("fk_item_reports_item_id_item_version_item_versions"),
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_item_reports_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_item_reports")),
        sa.UniqueConstraint(
            "user_id", "item_id", "item_version", name=op.f("uq_item_reports_user_id_item_id_item_version")
        ),
    )
    op.create_index("ix_item_reports_item_id_item_version", "item_reports", ["item_id", "item_version"])
    op.create_index(
        "ix_item_reports_open",
        "item_reports",
        ["reported_at"],
        sqlite_where=_OPEN,
        postgresql_where=_OPEN,
    )
    op.create_table(
        "item_corrections",
        sa.Column("item_id", sa.String(length=80), nullable=False),
        sa.Column("item_version", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("keys", sa.JSON(), nullable=False),
        sa.Column("takes_passes_away", sa.Boolean(), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("item_id", "item_version", "revision", name=op.f("pk_item_corrections")),
    )
    op.create_table(
        "regrades",
        sa.Column("attempt_id", sa.Uuid(), nullable=False),
        sa.Column("item_id", sa.String(length=80), nullable=False),
        sa.Column("item_version", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("regraded_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("score_before", sa.Integer(), nullable=False),
        sa.Column("passed_before", sa.Boolean(), nullable=False),
        sa.Column("score_after", sa.Integer(), nullable=False),
        sa.Column("passed_after", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["attempt_id"], ["attempts.id"], name=op.f("fk_regrades_attempt_id_attempts"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["item_id", "item_version", "revision"],
            ["item_corrections.item_id", "item_corrections.item_version", "item_corrections.revision"],
            name=op.f("fk_regrades_item_id_item_version_revision_item_corrections"),
        ),
        sa.PrimaryKeyConstraint(
            "attempt_id", "item_id", "item_version", "revision", name=op.f("pk_regrades")
        ),
    )
    op.create_table(
        "item_withdrawals",
        sa.Column("item_id", sa.String(length=80), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("item_id", name=op.f("pk_item_withdrawals")),
    )


def downgrade() -> None:
    op.drop_table("item_withdrawals")
    op.drop_table("regrades")
    op.drop_table("item_corrections")
    op.drop_index("ix_item_reports_open", table_name="item_reports")
    op.drop_index("ix_item_reports_item_id_item_version", table_name="item_reports")
    op.drop_table("item_reports")
