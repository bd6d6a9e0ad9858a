"""Wire models of confirming and changing an email."""

from pydantic import EmailStr, Field

from webdev_certs.schemas.auth import Password
from webdev_certs.schemas.base import Request, Response


class Confirm(Request):
    token: str = Field(min_length=1, max_length=512)
    """From the mailed link: `/auth/confirm#token=…`."""


class Confirmed(Response):
    email: str
    """The email that is now confirmed."""
    certificates: list[str]
    """The numbers of certificates that were waiting for it and are now issued."""


class EmailChange(Request):
    email: EmailStr = Field(max_length=254)
    """The new email. It is mailed a link, and the old email stays until that is used."""
    password: Password | None = None
    """The current password. An account without one needs a sign-in within the last ten minutes instead."""
