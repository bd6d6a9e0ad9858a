"""Add reviews of missed items, and the kinds of practice sessions.

The practice sessions so far were mixed or had a difficulty.
"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("practice_sessions") as sessions:
        sessions.add_column(
            sa.Column("kind", sa.String(length=16), nullable=False, server_default="adaptive")
        )
        sessions.add_column(sa.Column("topic", sa.String(length=40), nullable=True))
        sessions.add_column(sa.Column("retry_of", sa.Uuid(), nullable=True))
    op.execute("UPDATE practice_sessions SET kind = 'difficulty' WHERE difficulty IS NOT NULL")
    with op.batch_alter_table("practice_sessions") as sessions:
        sessions.alter_column("kind", server_default=None)
    with op.batch_alter_table("practice_items") as items:
        items.add_column(sa.Column("technology", sa.String(length=40), nullable=True))
    op.execute(
        "UPDATE practice_items SET technology = (SELECT technology FROM practice_sessions "
        "WHERE practice_sessions.id = practice_items.practice_session_id)"
    )
    with op.batch_alter_table("practice_items") as items:
        items.alter_column("technology", existing_type=sa.String(length=40), nullable=False)
    op.create_table(
        "review_cards",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("item_id", sa.String(length=80), nullable=False),
        sa.Column("technology", sa.String(length=40), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("reviewed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("stability", sa.Float(), nullable=False),
        sa.Column("difficulty", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_review_cards_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "item_id", name=op.f("pk_review_cards")),
    )
    op.create_index("ix_review_cards_user_id_due", "review_cards", ["user_id", "due"])


def downgrade() -> None:
    op.drop_table("review_cards")
    with op.batch_alter_table("practice_items") as items:
        items.drop_column("technology")
    with op.batch_alter_table("practice_sessions") as sessions:
        sessions.drop_column("retry_of")
        sessions.drop_column("topic")
        sessions.drop_column("kind")
