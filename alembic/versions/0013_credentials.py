"""Add credentials, the keys that sign them, and the choice to publish a credential.

Certificates issued before get their credentials when somebody first asks for them, or all at once by
`webdev-certs credentials issue`, which can be repeated.
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

_REVOKED = sa.text("revoked_at IS NOT NULL")


def upgrade() -> None:
    with op.batch_alter_table("certificates") as certificates:
        certificates.add_column(
            sa.Column("credential_public", sa.Boolean(), nullable=False, server_default=sa.false())
        )
    with op.batch_alter_table("certificates") as certificates:
        certificates.alter_column("credential_public", server_default=None)
    op.create_index(
        "ix_certificates_revoked",
        "certificates",
        ["number"],
        sqlite_where=_REVOKED,
        postgresql_where=_REVOKED,
    )
    op.create_table(
        "issuer_keys",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("ed25519", sa.String(length=64), nullable=False),
        sa.Column("p256", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("needed_until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_issuer_keys")),
        sa.UniqueConstraint("ed25519", name=op.f("uq_issuer_keys_ed25519")),
        sa.UniqueConstraint("p256", name=op.f("uq_issuer_keys_p256")),
    )
    op.create_table(
        "credentials",
        sa.Column("certificate_number", sa.String(length=24), nullable=False),
        sa.Column("status_list", sa.Integer(), nullable=False),
        sa.Column("status_index", sa.Integer(), nullable=False),
        sa.Column("salt", sa.String(length=32), nullable=False),
        sa.Column("issuer", sa.String(length=300), nullable=True),
        sa.Column("key_number", sa.Integer(), nullable=True),
        sa.Column("document", sa.Text(), nullable=True),
        sa.Column("jwt", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["certificate_number"],
            ["certificates.number"],
            name=op.f("fk_credentials_certificate_number_certificates"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["key_number"], ["issuer_keys.number"], name=op.f("fk_credentials_key_number_issuer_keys")
        ),
        sa.PrimaryKeyConstraint("certificate_number", name=op.f("pk_credentials")),
        sa.UniqueConstraint(
            "status_list", "status_index", name=op.f("uq_credentials_status_list_status_index")
        ),
    )


def downgrade() -> None:
    op.drop_table("credentials")
    op.drop_table("issuer_keys")
    op.drop_index("ix_certificates_revoked", "certificates")
    with op.batch_alter_table("certificates") as certificates:
        certificates.drop_column("credential_public")
