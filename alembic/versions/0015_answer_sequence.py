"""Number the saved answers, so that an answer sent earlier cannot replace a newer one."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("attempt_items") as items:
        # The default stays, because the version before this one still serves after the migration.
        items.add_column(sa.Column("sequence", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    with op.batch_alter_table("attempt_items") as items:
        items.drop_column("sequence")
