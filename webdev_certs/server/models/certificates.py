"""Issued certificates, their signed credentials, and the keys that sign these."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import JSON, Index, Text, UniqueConstraint, false, text, true
from sqlmodel import Field, SQLModel

from webdev_certs.server.models.base import UtcDateTime

_REFUSED = text("revoked_at IS NOT NULL OR suspended_at IS NOT NULL OR replaced_by IS NOT NULL")


class Certificate(SQLModel, table=True):
    """One certificate. What it says does not change when the account or the bank does."""

    __tablename__ = "certificates"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        # Index only refused certificates, which are few.
        Index("ix_certificates_refused", "number", sqlite_where=_REFUSED, postgresql_where=_REFUSED),
        Index("ix_certificates_criteria", "criteria_version", "technology"),
    )

    number: str = Field(primary_key=True, max_length=24)
    """Canonical form, e.g. `WDC-RE-7K3M-92QF-Z`."""
    user_id: UUID | None = Field(foreign_key="users.id", index=True, ondelete="SET NULL")
    """NULL once the holder deleted the account; the certificate can still be verified."""
    attempt_id: UUID | None = Field(foreign_key="attempts.id", unique=True, ondelete="SET NULL")
    """Unique, so that an attempt earns at most one certificate. NULL like `user_id`, and once another
    certificate has replaced this one and has the attempt."""
    technology: str = Field(max_length=40)
    title: str = Field(max_length=120)
    terms: dict[str, Any] | None = Field(default=None, sa_type=JSON(none_as_null=True))
    """On which terms it was earned, for its credential (`domain.open_badges.Terms`). NULL for a certificate
    from before they were kept, until its credential is signed for the first time."""
    criteria_version: str | None = Field(default=None, max_length=16)
    """Names `terms` with the title in URLs (`domain.open_badges.criteria_version`). NULL like `terms`."""
    holder_name: str | None = Field(max_length=120)
    """NULL like `user_id`."""
    name_public: bool = Field(default=True, sa_column_kwargs={"server_default": true()})
    """Whether the certificate shows the name in its public forms."""
    score: int
    standard_error: int | None = None
    """Of the score. NULL if the attempt was deleted before it was kept here."""
    score_public: bool = False
    credential_public: bool = False
    """Whether anyone may read the signed credential, not only the holder."""
    on_profile: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Whether the holder's public profile shows it."""
    issued_at: datetime = Field(sa_type=UtcDateTime)
    expires_at: datetime = Field(sa_type=UtcDateTime)
    revoked_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    revocation_reason: str | None = Field(default=None, max_length=40)
    """One of `schemas.certificates.RevocationReason`."""
    suspended_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    suspension_reason: str | None = Field(default=None, max_length=40)
    """One of `schemas.certificates.SuspensionReason`."""
    replaced_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    replaced_by: str | None = Field(default=None, max_length=24)
    """The number of the certificate with the holder's new name. Not a foreign key, because certificates are
    never deleted."""


class PublicProfile(SQLModel, table=True):
    """The public page of a holder with the certificates that they have chosen (`Certificate.on_profile`)."""

    __tablename__ = "public_profiles"  # pyright: ignore[reportAssignmentType]

    user_id: UUID = Field(foreign_key="users.id", primary_key=True, ondelete="CASCADE")
    handle: str = Field(max_length=40, unique=True, index=True)
    """The end of its URL: drawn at random, or chosen by the holder."""
    indexed: bool = False
    """Whether search engines may list it."""
    created_at: datetime = Field(sa_type=UtcDateTime)


class IssuerKey(SQLModel, table=True):
    """The public half of a pair of keys that signs or signed credentials."""

    __tablename__ = "issuer_keys"  # pyright: ignore[reportAssignmentType]

    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    """Counts up from 1. The highest one signs."""
    ed25519: str = Field(max_length=64, unique=True)
    """Multikey."""
    p256: str = Field(max_length=64, unique=True)
    """Multikey."""
    created_at: datetime = Field(sa_type=UtcDateTime)
    revoked_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """When an operator revoked it because somebody else has the private keys."""
    needed_until: datetime = Field(sa_type=UtcDateTime)
    """When the last thing that it signed expires; until then everyone can look it up."""


class Credential(SQLModel, table=True):
    """The credential of one certificate."""

    __tablename__ = "credentials"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (UniqueConstraint("status_list", "status_index"),)

    certificate_number: str = Field(
        primary_key=True, max_length=24, foreign_key="certificates.number", ondelete="CASCADE"
    )
    status_list: int
    status_index: int
    """Position in the list, drawn at random, so that neighbors have nothing in common."""
    lists_suspension: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Whether all its signed copies name the list of suspensions. Older copies name only that of
    revocations, so a suspension sets the bit there too."""
    salt: str = Field(max_length=32)
    """For the hash of the holder's email."""
    issuer: str | None = Field(default=None, max_length=300)
    """The issuer's identifier in the document."""
    key_number: int | None = Field(default=None, foreign_key="issuer_keys.number")
    document: str | None = Field(default=None, sa_type=Text)
    """The credential with its Data Integrity proof, as JSON. NULL, like `issuer`, `key_number` and `jwt`,
    while what it should say has changed and it is not signed again."""
    jwt: str | None = Field(default=None, sa_type=Text)
    """The same credential as VC-JWT."""
