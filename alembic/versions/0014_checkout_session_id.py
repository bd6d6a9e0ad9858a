"""Call Stripe's checkout session `checkout_session_id` in checkouts and purchases, as the code does."""

from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _rename("session_id", "checkout_session_id")


def downgrade() -> None:
    _rename("checkout_session_id", "session_id")


def _rename(old: str, new: str) -> None:
    # Both databases can rename a column without copying the table.
    for table in ("checkouts", "purchases"):
        op.execute(f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}")
    # SQLite can change the name of a constraint only in a copy of the table.
    with op.batch_alter_table("checkouts") as table:
        table.drop_constraint(op.f(f"uq_checkouts_{old}"), type_="unique")
        table.create_unique_constraint(op.f(f"uq_checkouts_{new}"), [new])
