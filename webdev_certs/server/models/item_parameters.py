"""Calibrated parameters of items."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from webdev_certs.server.models.base import UtcDateTime


class ItemParameterRevision(SQLModel, table=True):
    """The parameters of one item version, or of one item model, from one calibration.

    The latest revision is in use. Earlier ones stay, because attempts were scored with them.
    """

    __tablename__ = "item_parameters"  # pyright: ignore[reportAssignmentType]

    item_id: str = Field(primary_key=True, max_length=80)
    """The item, or the item model whose instances share the parameters. A deployment can replace
    its instances."""
    item_version: int = Field(primary_key=True)
    revision: int = Field(primary_key=True)
    """From 1."""
    model: str = Field(max_length=3)
    """`1PL`, `2PL` or `3PL`."""
    discrimination: float
    difficulty: float
    guessing: float
    discrimination_error: float | None = None
    """Standard errors; NULL where they could not be estimated."""
    difficulty_error: float | None = None
    answers: int
    """How many answers to this item there were: the sample size."""
    estimated_at: datetime = Field(sa_type=UtcDateTime)
