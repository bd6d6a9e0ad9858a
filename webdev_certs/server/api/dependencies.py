"""Dependencies of routes, as type aliases."""

import random
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from fastapi import Depends, Request
from fastapi.openapi.models import HTTPBearer
from fastapi.security.base import SecurityBase
from fastapi.security.utils import get_authorization_scheme_param

from webdev_certs.server.content.bank import Bank
from webdev_certs.server.database.data_loader import DataLoader
from webdev_certs.server.database.engine import AsyncSession, Database
from webdev_certs.server.domain.clock import Clock
from webdev_certs.server.domain.errors import Unauthenticated
from webdev_certs.server.gateways.limits import RateLimiter
from webdev_certs.server.gateways.mail import Mailer
from webdev_certs.server.gateways.passwords import PasswordHasher
from webdev_certs.server.gateways.signing import SigningKey
from webdev_certs.server.gateways.supabase import SocialAuth
from webdev_certs.server.models.accounts import User
from webdev_certs.server.services.accounts.accounts import get_user
from webdev_certs.server.services.accounts.tokens import AccessClaims, read_access_token
from webdev_certs.server.services.certificates.issuer import CredentialIssuer
from webdev_certs.server.services.certificates.status_lists import StatusLists
from webdev_certs.server.services.payments.context import PaymentContext
from webdev_certs.settings import Settings


@dataclass(frozen=True)
class Resources:
    """The objects of one running API; built once by `create_api`."""

    settings: Settings
    database: Database
    bank: Bank
    signing_key: SigningKey
    password_hasher: PasswordHasher
    limiter: RateLimiter
    clock: Clock
    rng: random.Random
    mailer: Mailer | None
    """None without a mail server; mails then stay in the outbox."""
    social_auth: SocialAuth | None
    """None if social sign-in is not set up."""
    payment_context: PaymentContext
    published_certificates: DataLoader
    issuer: CredentialIssuer
    status_lists: StatusLists


# All dependencies are coroutines, because FastAPI would run plain functions in a thread. They depend on few
# others, because FastAPI resolves the whole tree at every request.
async def get_resources(request: Request) -> Resources:
    return request.app.state.resources


ResourcesDep = Annotated[Resources, Depends(get_resources)]


async def get_db(request: Request) -> AsyncIterator[AsyncSession]:
    """Open one transaction for the request, which commits before the answer is sent."""
    async with request.app.state.resources.database.transaction() as db:
        yield db


DbDep = Annotated[AsyncSession, Depends(get_db, scope="function")]


class AccessToken(SecurityBase):
    """Reads and verifies the access token of a request, in one dependency instead of FastAPI's two."""

    model = HTTPBearer(description="The access token of auth/login")
    scheme_name = "HTTPBearer"

    async def __call__(self, request: Request) -> AccessClaims:
        """Return the token's claims.

        Raises:
            Unauthenticated: `not_authenticated` without a token; else as `read_access_token`.
        """
        scheme, token = get_authorization_scheme_param(request.headers.get("Authorization"))
        if scheme.lower() != "bearer" or not token:
            raise Unauthenticated("not_authenticated", "Sign in to continue.")
        resources: Resources = request.app.state.resources
        return read_access_token(resources.signing_key, resources.settings, token, resources.clock())


access_token = AccessToken()
ClaimsDep = Annotated[AccessClaims, Depends(access_token)]


async def get_user_id(claims: ClaimsDep) -> UUID:
    return claims.user_id


UserIdDep = Annotated[UUID, Depends(get_user_id)]


async def get_live_user(claims: ClaimsDep, db: DbDep, resources: ResourcesDep) -> User:
    """Return the caller from the database, so that an ended login session is refused at once.

    Raises:
        Unauthenticated: As `AccessToken`; `session_ended`.
    """
    return await get_user(db, claims, resources.clock())


LiveUserDep = Annotated[User, Depends(get_live_user)]


async def get_live_user_id(user: LiveUserDep) -> UUID:
    return user.id


LiveUserIdDep = Annotated[UUID, Depends(get_live_user_id)]
