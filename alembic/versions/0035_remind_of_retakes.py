"""Remind those who failed a test before retakes were mailed.

When they may take it again depends on settings and on other starts, so the reminders come due a day after the
upgrade, when no earlier release runs any more: what queues their mails puts off those whose wait has not
ended and drops those whose wait ended long ago.
"""

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None

_LONGEST_WAIT = timedelta(days=366)
_EARLIER_RELEASES_RUN = timedelta(days=1)


def upgrade() -> None:
    now = datetime.now(UTC)
    attempts = sa.table(
        "attempts",
        sa.column("id", sa.Uuid()),
        sa.column("user_id", sa.Uuid()),
        sa.column("mock", sa.Boolean()),
        sa.column("passed", sa.Boolean()),
        sa.column("submitted_at", sa.DateTime(timezone=True)),
    )
    reminders = sa.table(
        "reminders",
        sa.column("user_id", sa.Uuid()),
        sa.column("kind", sa.String()),
        sa.column("about", sa.Uuid()),
        sa.column("due_at", sa.DateTime(timezone=True)),
    )
    is_planned = sa.exists().where(
        reminders.c.user_id == attempts.c.user_id,
        reminders.c.kind == "retake",
        reminders.c.about == attempts.c.id,
    )
    due_at = sa.literal(now + _EARLIER_RELEASES_RUN, sa.DateTime(timezone=True))
    failed = sa.select(attempts.c.user_id, sa.literal("retake"), attempts.c.id, due_at).where(
        attempts.c.mock.is_(False),
        attempts.c.passed.is_(False),
        attempts.c.submitted_at > now - _LONGEST_WAIT,
        ~is_planned,
    )
    op.execute(reminders.insert().from_select(["user_id", "kind", "about", "due_at"], failed))


def downgrade() -> None:
    """Keep the reminders: the release before sends them too."""
