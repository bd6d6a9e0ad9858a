"""Call an email `email` and a hashed IP address `ip_hash` in every table."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_PURPOSES = {"confirm_address": "confirm_email", "change_address": "change_email"}


def upgrade() -> None:
    op.alter_column("one_time_tokens", "address", new_column_name="email")
    op.alter_column("login_sessions", "place", new_column_name="ip_hash")
    for old, new in _PURPOSES.items():
        _rename_purpose(old, new)


def downgrade() -> None:
    for old, new in _PURPOSES.items():
        _rename_purpose(new, old)
    op.alter_column("login_sessions", "ip_hash", new_column_name="place")
    op.alter_column("one_time_tokens", "email", new_column_name="address")


def _rename_purpose(old: str, new: str) -> None:
    tokens = sa.table("one_time_tokens", sa.column("purpose", sa.String))
    op.execute(tokens.update().where(tokens.c.purpose == old).values(purpose=new))
