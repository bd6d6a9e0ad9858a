"""Let attempts be mock exams."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("attempts", sa.Column("mock", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    # Without the column, mock exams would count as certification tests.
    op.execute(sa.text("DELETE FROM attempts WHERE mock"))
    op.drop_column("attempts", "mock")
