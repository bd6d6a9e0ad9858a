"""Store consents and questions to the tutor, the tokens that it uses, and whether it is turned off."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        # In the order in which requests use them: in another one, the migration and a request could end up
        # waiting for each other.
        op.execute("LOCK TABLE users IN ACCESS EXCLUSIVE MODE")
        op.execute("LOCK TABLE item_versions IN SHARE ROW EXCLUSIVE MODE")
    op.create_table(
        "tutor_exchanges",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("item_id", sa.String(length=80), nullable=False),
        sa.Column("item_version", sa.Integer(), nullable=False),
        sa.Column("action", sa.String(length=16), nullable=False),
        sa.Column("question", sa.String(length=500), nullable=False),
        sa.Column("answer", sa.String(), nullable=False),
        sa.Column("citations", sa.JSON(), nullable=False),
        sa.Column("outcome", sa.String(length=16), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("reported_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("report", sa.String(length=500), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tutor_exchanges"),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_tutor_exchanges_user_id_users", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["item_id", "item_version"],
            ["item_versions.item_id", "item_versions.version"],
            name="fk_tutor_exchanges_item_id_item_version_item_versions",
        ),
    )
    op.create_index(
        "ix_tutor_exchanges_user_id_item_id_asked_at", "tutor_exchanges", ["user_id", "item_id", "asked_at"]
    )
    op.create_index("ix_tutor_exchanges_item_id_item_version", "tutor_exchanges", ["item_id", "item_version"])
    reported = sa.text("reported_at IS NOT NULL")
    op.create_index(
        "ix_tutor_exchanges_reported_at",
        "tutor_exchanges",
        ["reported_at"],
        sqlite_where=reported,
        postgresql_where=reported,
    )
    op.create_table(
        "token_uses",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("tokens", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_token_uses"),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_token_uses_user_id_users", ondelete="SET NULL"
        ),
        sa.UniqueConstraint("day", "user_id", name="uq_token_uses_day_user_id"),
    )
    op.create_index("ix_token_uses_user_id", "token_uses", ["user_id"])
    op.create_table(
        "switched_off",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_switched_off"),
    )
    op.add_column("users", sa.Column("tutor_consented_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("users", "tutor_consented_at")
    op.drop_table("switched_off")
    op.drop_table("token_uses")
    op.drop_table("tutor_exchanges")
