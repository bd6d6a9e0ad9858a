"""Wire models of resetting a forgotten password (specification §7, auth area)."""

from pydantic import Field

from webdev_certs.schemas.auth import Password
from webdev_certs.schemas.base import Request


class ForgotPassword(Request):
    email: str = Field(min_length=1, max_length=254)


class ResetPassword(Request):
    token: str = Field(min_length=1, max_length=512)
    """From the mailed link: `/auth/reset-password#token=…`."""
    password: Password
