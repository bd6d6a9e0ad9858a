"""Signed credentials of certificates, and the keys that sign them."""

from datetime import datetime

from sqlalchemy import Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from webdev_certs.server.models.base import UtcDateTime


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
