"""Add public profiles, the margin of error of certificates, and the version of their criteria."""

import hashlib
import json

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None

_AT_ONCE = 500


def upgrade() -> None:
    op.create_table(
        "public_profiles",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("handle", sa.String(length=40), nullable=False),
        sa.Column("indexed", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id"),
    )
    op.create_index("ix_public_profiles_handle", "public_profiles", ["handle"], unique=True)
    # Not in a batch: SQLite can add columns without copying the table.
    op.add_column("certificates", sa.Column("standard_error", sa.Integer(), nullable=True))
    op.add_column("certificates", sa.Column("criteria_version", sa.String(length=16), nullable=True))
    op.add_column(
        "certificates",
        sa.Column("on_profile", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.create_index("ix_certificates_criteria", "certificates", ["criteria_version", "technology"])
    op.execute(
        "UPDATE certificates SET standard_error = "
        "(SELECT standard_error FROM attempts WHERE attempts.id = certificates.attempt_id)"
    )
    _add_versions()


def downgrade() -> None:
    op.drop_index("ix_certificates_criteria", "certificates")
    op.drop_column("certificates", "on_profile")
    op.drop_column("certificates", "criteria_version")
    op.drop_column("certificates", "standard_error")
    op.drop_table("public_profiles")


def _add_versions() -> None:
    table = sa.table(
        "certificates",
        sa.column("number", sa.String),
        sa.column("title", sa.String),
        sa.column("terms", sa.JSON(none_as_null=True)),
        sa.column("criteria_version", sa.String),
    )
    read = sa.select(table.c.number, table.c.title, table.c.terms).order_by(table.c.number).limit(_AT_ONCE)
    change = (
        table.update()
        .where(table.c.number == sa.bindparam("of"))
        .values(criteria_version=sa.bindparam("version"))
    )
    last = ""
    while rows := op.get_bind().execute(read.where(table.c.number > last)).all():
        versions = [
            {"of": row.number, "version": _version(row.title, row.terms)} for row in rows if row.terms
        ]
        if versions:
            op.get_bind().execute(change, versions)
        last = rows[-1].number


def _version(title: str, terms: dict[str, object]) -> str:
    known = {name: value for name, value in terms.items() if value is not None}
    text = json.dumps({**known, "title": title}, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:12]
