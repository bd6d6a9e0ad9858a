"""Wire models of signed-in sessions."""

from datetime import datetime
from uuid import UUID

from webdev_certs.schemas.base import Response


class Session(Response):
    """One sign-in on one device that has not ended."""

    id: UUID
    device: str
    """In words, e.g. `Firefox on Windows`."""
    current: bool
    """Whether it is the one that asks."""
    created_at: datetime
    last_seen_at: datetime
    """To the quarter of an hour: when it last asked for an access token."""
