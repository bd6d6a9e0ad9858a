"""Wire models of signing in with another service."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import ConfigDict, Field

from webdev_certs.schemas.auth import Password
from webdev_certs.schemas.base import Request, Response

Provider = Literal["google", "github"]


class UserMetadata(Request):
    """What the social session says of the person. Nothing is taken from here, but it must agree."""

    # Supabase keeps more under this name than our contract has.
    model_config = ConfigDict(extra="ignore")

    email: str | None = Field(default=None, max_length=254)
    full_name: str | None = Field(default=None, max_length=255)
    avatar_url: str | None = Field(default=None, max_length=2048)
    provider_id: str | None = Field(default=None, max_length=255)


class OAuthCallback(Request):
    """The signed-in event of social sign-in (specification §3), with the token that proves it."""

    model_config = ConfigDict(validate_by_name=True, validate_by_alias=True, serialize_by_alias=True)

    user_id: str = Field(alias="userId", min_length=1, max_length=64)
    provider: Provider
    user_metadata: UserMetadata = Field(alias="userMetadata")
    access_token: str = Field(alias="accessToken", min_length=1, max_length=16384)


class LinkIdentity(Request):
    """A sign-in with another service, made just now, that is to open this account too."""

    model_config = ConfigDict(validate_by_name=True, validate_by_alias=True, serialize_by_alias=True)

    provider: Provider
    access_token: str = Field(alias="accessToken", min_length=1, max_length=16384)
    password: Password | None = None
    """The account's; one without a password needs a sign-in of the last ten minutes instead."""


class UnlinkIdentity(Request):
    password: Password | None = None
    """As in `LinkIdentity`."""


class Identity(Response):
    """A linked account at a provider."""

    id: UUID
    provider: Provider
    email: str
    """The address there when it was linked."""
    created_at: datetime
