"""Wire models of confirming and changing an address."""

from pydantic import EmailStr, Field

from webdev_certs.schemas.auth import Password
from webdev_certs.schemas.base import Request, Response


class Confirm(Request):
    token: str = Field(min_length=1, max_length=512)
    """From the mailed link: `/auth/confirm#token=…`."""


class Confirmed(Response):
    email: str
    """The address that is confirmed now."""
    certificates: list[str]
    """Numbers of certificates that had waited for it."""


class AddressChange(Request):
    email: EmailStr = Field(max_length=254)
    """The new address; it gets a link, and until that is used the old one stays."""
    password: Password | None = None
    """The current one; an account without a password needs a sign-in of the last ten minutes instead."""
