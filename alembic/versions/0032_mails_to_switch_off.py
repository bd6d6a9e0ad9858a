"""Add mails that people can switch off, and reminders that become due."""

from datetime import timedelta

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

_FIRST_REMINDER = timedelta(days=60)


def upgrade() -> None:
    with op.batch_alter_table("outbox") as batch:
        batch.add_column(sa.Column("user_id", sa.Uuid(), nullable=True))
        batch.add_column(sa.Column("kind", sa.String(length=16), nullable=True))
        batch.add_column(sa.Column("about", sa.Uuid(), nullable=True))
        batch.add_column(sa.Column("unsubscribe", sa.String(length=500), nullable=True))
        batch.create_foreign_key("fk_outbox_user_id_users", "users", ["user_id"], ["id"], ondelete="CASCADE")
    has_user = sa.text("user_id IS NOT NULL")
    op.create_index(
        "ix_outbox_user_id", "outbox", ["user_id"], sqlite_where=has_user, postgresql_where=has_user
    )
    op.create_table(
        "mail_choices",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("wanted", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "kind"),
    )
    reminders = op.create_table(
        "reminders",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("about", sa.Uuid(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "kind", "about"),
    )
    op.create_index("ix_reminders_due_at", "reminders", ["due_at"])
    _remind_of_certificates(reminders)


def _remind_of_certificates(reminders: sa.Table) -> None:
    """Let the certificates that exist already be reminded of."""
    certificates = sa.table(
        "certificates",
        sa.column("user_id", sa.Uuid()),
        sa.column("attempt_id", sa.Uuid()),
        sa.column("expires_at", sa.DateTime(timezone=True)),
    )
    held = sa.select(certificates).where(
        certificates.c.user_id.is_not(None), certificates.c.attempt_id.is_not(None)
    )
    rows = op.get_bind().execute(held).all()
    if rows:
        op.bulk_insert(
            reminders,
            [
                {
                    "user_id": user_id,
                    "kind": "expiry",
                    "about": attempt_id,
                    "due_at": expires_at - _FIRST_REMINDER,
                }
                for user_id, attempt_id, expires_at in rows
            ],
        )


def downgrade() -> None:
    op.drop_table("reminders")
    op.drop_table("mail_choices")
    op.drop_index("ix_outbox_user_id", "outbox")
    with op.batch_alter_table("outbox") as batch:
        batch.drop_constraint("fk_outbox_user_id_users", type_="foreignkey")
        for column in ("unsubscribe", "about", "kind", "user_id"):
            batch.drop_column(column)
