"""Add email confirmation, account recovery and deletion, and certificates without an account.

Existing accounts keep everything and are asked to confirm their email. The downgrade works as long as no
email has two accounts and every certificate has its holder.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("users") as users:
        users.add_column(sa.Column("email_confirmed_at", sa.DateTime(timezone=True), nullable=True))
        users.add_column(
            sa.Column("extra_time_percent", sa.Integer(), nullable=False, server_default=sa.text("0"))
        )
        users.add_column(sa.Column("reduced_motion", sa.Boolean(), nullable=False, server_default=sa.false()))
        users.drop_constraint("uq_users_email", type_="unique")
    with op.batch_alter_table("users") as users:
        users.alter_column("extra_time_percent", server_default=None)
        users.alter_column("reduced_motion", server_default=None)
    op.create_index(op.f("ix_users_email"), "users", ["email"])
    op.create_index(
        "uq_users_confirmed_email",
        "users",
        ["email"],
        unique=True,
        sqlite_where=sa.text("email_confirmed_at IS NOT NULL"),
        postgresql_where=sa.text("email_confirmed_at IS NOT NULL"),
    )
    op.create_table(
        "one_time_tokens",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("purpose", sa.String(length=20), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("address", sa.String(length=254), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_one_time_tokens_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_one_time_tokens")),
    )
    op.create_index(op.f("ix_one_time_tokens_user_id"), "one_time_tokens", ["user_id"])
    op.create_index(op.f("ix_one_time_tokens_expires_at"), "one_time_tokens", ["expires_at"])
    with op.batch_alter_table("certificates") as certificates:
        certificates.add_column(sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True))
        certificates.add_column(sa.Column("revocation_reason", sa.String(length=40), nullable=True))
    _certificates(nullable=True, ondelete="SET NULL")


def downgrade() -> None:
    _certificates(nullable=False, ondelete="CASCADE")
    with op.batch_alter_table("certificates") as certificates:
        certificates.drop_column("revocation_reason")
        certificates.drop_column("revoked_at")
    op.drop_table("one_time_tokens")
    op.drop_index("uq_users_confirmed_email", "users")
    op.drop_index(op.f("ix_users_email"), "users")
    with op.batch_alter_table("users") as users:
        users.create_unique_constraint("uq_users_email", ["email"])
        users.drop_column("reduced_motion")
        users.drop_column("extra_time_percent")
        users.drop_column("email_confirmed_at")


def _certificates(*, nullable: bool, ondelete: str) -> None:
    """Set whether a certificate can exist without its account, and what deleting the account does to it."""
    with op.batch_alter_table("certificates") as certificates:
        certificates.alter_column("user_id", existing_type=sa.Uuid(), nullable=nullable)
        certificates.alter_column("attempt_id", existing_type=sa.Uuid(), nullable=nullable)
        certificates.alter_column("holder_name", existing_type=sa.String(length=120), nullable=nullable)
        for column, table in (("user_id", "users"), ("attempt_id", "attempts")):
            name = op.f(f"fk_certificates_{column}_{table}")
            certificates.drop_constraint(name, type_="foreignkey")
            certificates.create_foreign_key(name, table, [column], ["id"], ondelete=ondelete)
