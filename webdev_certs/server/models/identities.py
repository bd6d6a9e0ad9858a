"""Accounts at Google or GitHub that sign in to accounts here."""

from datetime import datetime
from uuid import UUID, uuid4

from sqlalchemy import UniqueConstraint
from sqlmodel import Field, SQLModel

from webdev_certs.server.models.base import UtcDateTime


class Identity(SQLModel, table=True):
    """One account at a provider, linked to one user; a user may have several."""

    __tablename__ = "identities"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (UniqueConstraint("provider", "subject"),)

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    user_id: UUID = Field(foreign_key="users.id", index=True, ondelete="CASCADE")
    provider: str = Field(max_length=20)
    """`google` or `github`."""
    subject: str = Field(max_length=255)
    """The person's id at the provider. Unlike an email it never changes and is never reassigned."""
    email: str = Field(max_length=254)
    """The email at the provider when it was linked."""
    created_at: datetime = Field(sa_type=UtcDateTime)
