"""Call the practice session of an item `practice_session_id`, as the API does."""

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _rename("session_id", "practice_session_id")


def downgrade() -> None:
    _rename("practice_session_id", "session_id")


def _rename(old: str, new: str) -> None:
    with op.batch_alter_table("practice_items") as table:
        table.drop_constraint(op.f(f"fk_practice_items_{old}_practice_sessions"), type_="foreignkey")
        table.alter_column(old, new_column_name=new)
    # A batch of its own: within one, SQLite's copy of the table still has the old name.
    with op.batch_alter_table("practice_items") as table:
        table.create_foreign_key(
            op.f(f"fk_practice_items_{new}_practice_sessions"),
            "practice_sessions",
            [new],
            ["id"],
            ondelete="CASCADE",
        )
