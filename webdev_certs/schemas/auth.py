"""Wire models of the auth area."""

from typing import Annotated
from uuid import UUID

from pydantic import EmailStr, Field, StringConstraints

from webdev_certs.schemas.base import Request, Response

Password = Annotated[str, StringConstraints(strip_whitespace=False, max_length=1024)]
"""Any Unicode, never trimmed; the length rule (12–128) is the account service's, with its own message."""


class Registration(Request):
    full_name: str = Field(min_length=1, max_length=120)
    email: EmailStr = Field(max_length=254)
    password: Password
    accept_terms: bool


class Credentials(Request):
    email: str = Field(min_length=1, max_length=254)
    password: Password


class RefreshRequest(Request):
    refresh_token: str = Field(min_length=1, max_length=512)


class User(Response):
    """What a signed-in person may see of their own account; kept serialised in local storage."""

    id: UUID
    email: str
    full_name: str
    # Both have defaults, because browsers may hold what an earlier version has stored.
    email_confirmed: bool = False
    reduced_motion: bool = False


class AuthResponse(Response):
    access_token: str
    refresh_token: str
    user: User


class RefreshResponse(Response):
    access_token: str


class VerifyResponse(Response):
    user: User
