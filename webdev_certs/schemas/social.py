"""Wire models of signing in with Google or GitHub."""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import ConfigDict, Field

from webdev_certs.schemas.auth import Password
from webdev_certs.schemas.base import Request, Response

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
