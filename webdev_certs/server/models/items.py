"""Item versions, kept for the attempts and practice sessions that refer to them."""

from typing import Any

from sqlalchemy import JSON
from sqlmodel import Field, SQLModel


class ItemVersion(SQLModel, table=True):
    """One version of one item with its content, as the bank had it."""

    __tablename__ = "item_versions"  # pyright: ignore[reportAssignmentType]

    item_id: str = Field(primary_key=True, max_length=80)
    version: int = Field(primary_key=True)
    technology: str = Field(max_length=40)
    digest: str = Field(max_length=64)
    """SHA-256 of the canonical content in hex; detects a change without a new version."""
    content: dict[str, Any] = Field(sa_type=JSON)
