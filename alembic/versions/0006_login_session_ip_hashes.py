"""Store where a login session was started, as a keyed hash of the IP prefix."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Existing login sessions get an empty value, which matches no IP prefix.
    with op.batch_alter_table("login_sessions") as table:
        table.add_column(sa.Column("place", sa.String(length=32), nullable=False, server_default=""))
    with op.batch_alter_table("login_sessions") as table:
        table.alter_column("place", server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("login_sessions") as table:
        table.drop_column("place")
