"""People."""

from datetime import datetime
from uuid import UUID, uuid4

from sqlmodel import Field, SQLModel

from webdev_certs.models.base import UtcDateTime


class User(SQLModel, table=True):
    """A person with an account. `email` is stored casefolded, which is what makes it unique."""

    __tablename__ = "users"  # pyright: ignore[reportAssignmentType]

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    email: str = Field(max_length=254, unique=True)
    full_name: str = Field(max_length=120)
    password_hash: str | None = Field(default=None, max_length=255)
    """Argon2id in its encoded form; None for an account without a password."""
    terms_accepted_at: datetime = Field(sa_type=UtcDateTime)
    created_at: datetime = Field(sa_type=UtcDateTime)
