"""Blocked accounts, the operators' log, and indexes for what background tasks look for."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_PARTIAL = (
    ("ix_users_blocked_at", "users", "blocked_at", "blocked_at IS NOT NULL"),
    ("ix_login_sessions_ended_at", "login_sessions", "ended_at", "ended_at IS NOT NULL"),
    ("ix_subscriptions_running", "subscriptions", "period_end", "state != 'ended'"),
    ("ix_subscriptions_past_due", "subscriptions", "user_id", "state = 'past_due'"),
    ("ix_checkouts_open", "checkouts", "created_at", "state = 'open'"),
)
_WHOLE = (
    ("ix_login_sessions_expires_at", "login_sessions", "expires_at"),
    ("ix_webhook_events_received_at", "webhook_events", "received_at"),
)


def upgrade() -> None:
    # Not in a batch: SQLite can add columns without copying the table.
    op.add_column("users", sa.Column("blocked_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("users", sa.Column("block_reason", sa.String(length=200), nullable=True))
    op.create_table(
        "audit_entries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("operator", sa.String(length=80), nullable=False),
        sa.Column("action", sa.String(length=40), nullable=False),
        sa.Column("subject", sa.String(length=80), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_entries")),
    )
    op.create_index(op.f("ix_audit_entries_subject"), "audit_entries", ["subject"])
    for name, table, column, condition in _PARTIAL:
        where = sa.text(condition)
        op.create_index(name, table, [column], sqlite_where=where, postgresql_where=where)
    for name, table, column in _WHOLE:
        op.create_index(name, table, [column])


def downgrade() -> None:
    for name, table, *_ in (*_WHOLE, *_PARTIAL):
        op.drop_index(name, table_name=table)
    op.drop_index(op.f("ix_audit_entries_subject"), table_name="audit_entries")
    op.drop_table("audit_entries")
    op.drop_column("users", "block_reason")
    op.drop_column("users", "blocked_at")
