"""When background jobs ran, and when they are due."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from webdev_certs.server.models.base import UtcDateTime


class JobRun(SQLModel, table=True):
    """The last run of a background job; one row for each job that has run or was asked for."""

    __tablename__ = "jobs"  # pyright: ignore[reportAssignmentType]

    name: str = Field(primary_key=True, max_length=40)
    due_at: datetime = Field(sa_type=UtcDateTime)
    started_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    finished_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """NULL while it runs, and after its process was killed until the next leader runs it again."""
    outcome: str | None = Field(default=None, max_length=80)
    """`done`, `database_unavailable`, `overloaded`, or the class of the exception; its traceback is in the
    log."""
