"""People."""

from datetime import datetime
from uuid import UUID, uuid4

from sqlalchemy import Index, text
from sqlmodel import Field, SQLModel

from webdev_certs.server.models.base import UtcDateTime


class User(SQLModel, table=True):
    """A person with an account.

    `email` is stored casefolded. Anyone can type any address, so it is unique among confirmed accounts only:
    whoever can read its mail has it.
    """

    __tablename__ = "users"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        Index(
            "uq_users_confirmed_email",
            "email",
            unique=True,
            sqlite_where=text("email_confirmed_at IS NOT NULL"),
            postgresql_where=text("email_confirmed_at IS NOT NULL"),
        ),
    )

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    email: str = Field(max_length=254, index=True)
    email_confirmed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    full_name: str = Field(max_length=120)
    password_hash: str | None = Field(default=None, max_length=255)
    """Argon2id in its encoded form; None for an account without a password."""
    extra_time_percent: int = 0
    """0, 25, 50 or 100 per cent of a test's time, added when it starts."""
    reduced_motion: bool = False
    terms_accepted_at: datetime = Field(sa_type=UtcDateTime)
    created_at: datetime = Field(sa_type=UtcDateTime)
