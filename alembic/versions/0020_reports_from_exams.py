"""Rename the source of reports from certification tests: `test` becomes `exam`."""

from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("UPDATE item_reports SET source = 'exam' WHERE source = 'test'")


def downgrade() -> None:
    op.execute("UPDATE item_reports SET source = 'test' WHERE source = 'exam'")
