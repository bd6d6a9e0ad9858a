"""Every item version that an attempt may refer to, kept when the bank moves on."""

from typing import Any

from sqlalchemy import JSON
from sqlmodel import Field, SQLModel


class ItemVersion(SQLModel, table=True):
    """One version of one item, frozen: its content as the bank had it."""

    __tablename__ = "item_versions"  # pyright: ignore[reportAssignmentType]

    item_id: str = Field(primary_key=True, max_length=80)
    version: int = Field(primary_key=True)
    technology: str = Field(max_length=40)
    digest: str = Field(max_length=64)
    """SHA-256 of the canonical content, hex: tells a silent edit from a new version."""
    content: dict[str, Any] = Field(sa_type=JSON)
