"""Add suspension and replacement of certificates, and the choice to withhold the name."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

_REVOKED = sa.text("revoked_at IS NOT NULL")
_REFUSED = sa.text("revoked_at IS NOT NULL OR suspended_at IS NOT NULL OR replaced_by IS NOT NULL")


def upgrade() -> None:
    with op.batch_alter_table("certificates") as certificates:
        certificates.add_column(
            sa.Column("name_public", sa.Boolean(), nullable=False, server_default=sa.true())
        )
        certificates.add_column(sa.Column("suspended_at", sa.DateTime(timezone=True), nullable=True))
        certificates.add_column(sa.Column("suspension_reason", sa.String(length=40), nullable=True))
        certificates.add_column(sa.Column("replaced_at", sa.DateTime(timezone=True), nullable=True))
        certificates.add_column(sa.Column("replaced_by", sa.String(length=24), nullable=True))
    op.drop_index("ix_certificates_revoked", "certificates")
    op.create_index(
        "ix_certificates_refused",
        "certificates",
        ["number"],
        sqlite_where=_REFUSED,
        postgresql_where=_REFUSED,
    )


def downgrade() -> None:
    op.drop_index("ix_certificates_refused", "certificates")
    with op.batch_alter_table("certificates") as certificates:
        for column in ("replaced_by", "replaced_at", "suspension_reason", "suspended_at", "name_public"):
            certificates.drop_column(column)
    op.create_index(
        "ix_certificates_revoked",
        "certificates",
        ["number"],
        sqlite_where=_REVOKED,
        postgresql_where=_REVOKED,
    )
