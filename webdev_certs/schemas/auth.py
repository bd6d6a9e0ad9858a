"""Wire models of registration, sign-in and tokens (specification §7, auth area)."""

from typing import Annotated
from uuid import UUID

from pydantic import EmailStr, Field, StringConstraints

from webdev_certs.schemas.base import Request, Response

MIN_PASSWORD = 12
MAX_PASSWORD = 128
"""The shortest and longest new password, in characters of Unicode form NFC."""

Password = Annotated[str, StringConstraints(strip_whitespace=False, max_length=1024)]
"""Any Unicode, never trimmed. The service checks the length of new passwords, with its own message."""


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
    """The signed-in user, as browsers store it, serialized, in local storage."""

    id: UUID
    email: str
    full_name: str
    # These have defaults, because browsers may still hold what an earlier version stored.
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
