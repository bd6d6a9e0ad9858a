"""Wire models of login sessions."""

from datetime import datetime
from uuid import UUID

from webdev_certs.schemas.base import Response


class LoginSession(Response):
    """One sign-in on one device."""

    id: UUID
    device: str
    """In words, e.g. `Firefox on Windows`."""
    current: bool
    """Whether it is the caller's own login session."""
    created_at: datetime
    last_seen_at: datetime
    """When it last asked for an access token, which it does every quarter of an hour while in use."""
