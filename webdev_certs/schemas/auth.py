"""Wire models of registration, sign-in (also at Google or GitHub), login sessions and mailed links."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import ConfigDict, EmailStr, Field, StringConstraints

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
    access_token: str | None = Field(default=None, max_length=4096)
    """The newest access token, which usually has expired. A login session that was refreshed with one is not
    refreshed without one any more, and ends if an older one is used again."""


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


class ForgotPassword(Request):
    email: str = Field(min_length=1, max_length=254)


class ResetPassword(Request):
    token: str = Field(min_length=1, max_length=512)
    """From the mailed link: `/auth/reset-password#token=…`."""
    password: Password


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


Provider = Literal["google", "github"]
PROVIDER_NAMES: Mapping[str, str] = {"google": "Google", "github": "GitHub"}
"""The providers and their names on screens and in mails."""


class UserMetadata(Request):
    """What the caller says about the person. It is not stored, and must agree with the access token."""

    # Supabase's object of this name has more fields.
    model_config = ConfigDict(extra="ignore")

    email: str | None = Field(default=None, max_length=254)
    full_name: str | None = Field(default=None, max_length=255)
    avatar_url: str | None = Field(default=None, max_length=2048)
    provider_id: str | None = Field(default=None, max_length=255)


class OAuthCallback(Request):
    """A completed social sign-in, with the access token that proves it."""

    model_config = ConfigDict(validate_by_name=True, validate_by_alias=True, serialize_by_alias=True)

    user_id: str = Field(alias="userId", min_length=1, max_length=64)
    provider: Provider
    user_metadata: UserMetadata = Field(alias="userMetadata")
    access_token: str = Field(alias="accessToken", min_length=1, max_length=16384)


class LinkIdentity(Request):
    """A fresh social sign-in whose identity is to be linked to the caller's account."""

    model_config = ConfigDict(validate_by_name=True, validate_by_alias=True, serialize_by_alias=True)

    provider: Provider
    access_token: str = Field(alias="accessToken", min_length=1, max_length=16384)
    password: Password | None = None
    """The account's password. An account without one needs a sign-in within the last ten minutes instead."""


class UnlinkIdentity(Request):
    password: Password | None = None
    """As in `LinkIdentity`."""


class Identity(Response):
    """An account at a provider, linked to the user's account."""

    id: UUID
    provider: Provider
    email: str
    """The email at the provider when it was linked."""
    created_at: datetime
