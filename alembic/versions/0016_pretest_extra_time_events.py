"""Pretest items in exams, requests for extra time, and events of attempts.

Extra time that learners have chosen themselves becomes a granted request.
"""

from datetime import UTC, datetime
from uuid import uuid4

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_IS_OPEN = sa.text("state = 'asked'")
_NOTE = "before requests"


def upgrade() -> None:
    # SQLite can add columns without copying the table, but not remove the defaults that old rows need.
    op.add_column(
        "attempts", sa.Column("pretest_positions", sa.JSON(), nullable=False, server_default=sa.text("'[]'"))
    )
    op.add_column(
        "attempt_items", sa.Column("scored", sa.Boolean(), nullable=False, server_default=sa.true())
    )
    with op.batch_alter_table("attempts") as attempts:
        attempts.alter_column("pretest_positions", server_default=None, existing_type=sa.JSON())
    with op.batch_alter_table("attempt_items") as items:
        items.alter_column("scored", server_default=None, existing_type=sa.Boolean())
    requests = op.create_table(
        "extra_time_requests",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("percent", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=True),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("note", sa.String(length=200), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_extra_time_requests_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_extra_time_requests")),
    )
    op.create_index("ix_extra_time_requests_user_id_asked_at", "extra_time_requests", ["user_id", "asked_at"])
    op.create_index(
        "uq_extra_time_requests_open",
        "extra_time_requests",
        ["user_id"],
        unique=True,
        sqlite_where=_IS_OPEN,
        postgresql_where=_IS_OPEN,
    )
    op.create_table(
        "attempt_events",
        sa.Column("attempt_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["attempt_id"],
            ["attempts.id"],
            name=op.f("fk_attempt_events_attempt_id_attempts"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("attempt_id", "number", name=op.f("pk_attempt_events")),
    )
    op.create_index(op.f("ix_attempt_events_at"), "attempt_events", ["at"])
    _keep_chosen_extra_time(requests)


def _keep_chosen_extra_time(requests: sa.Table) -> None:
    users = sa.table("users", sa.column("id", sa.Uuid()), sa.column("extra_time_percent", sa.Integer()))
    query = sa.select(users.c.id, users.c.extra_time_percent).where(users.c.extra_time_percent > 0)
    now = datetime.now(UTC)
    rows = [
        {
            "id": uuid4(),
            "user_id": user_id,
            "percent": percent,
            "state": "granted",
            "asked_at": now,
            "decided_at": now,
            "note": _NOTE,
        }
        for user_id, percent in op.get_bind().execute(query)
    ]
    if rows:
        op.bulk_insert(requests, rows)


def downgrade() -> None:
    op.drop_index(op.f("ix_attempt_events_at"), table_name="attempt_events")
    op.drop_table("attempt_events")
    op.drop_index("uq_extra_time_requests_open", table_name="extra_time_requests")
    op.drop_index("ix_extra_time_requests_user_id_asked_at", table_name="extra_time_requests")
    op.drop_table("extra_time_requests")
    op.drop_column("attempt_items", "scored")
    op.drop_column("attempts", "pretest_positions")
