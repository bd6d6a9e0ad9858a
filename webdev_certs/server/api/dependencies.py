"""What routes ask for: aliases that keep their signatures flat."""

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
from webdev_certs.sandbox.clock import Clock
from webdev_certs.server.domain.errors import Unauthenticated
from webdev_certs.server.gateways.limits import RateLimiter
from webdev_certs.server.gateways.mail import Mailer
from webdev_certs.server.gateways.passwords import PasswordHasher
from webdev_certs.server.gateways.signing import SigningKey
from webdev_certs.server.gateways.supabase import SocialAuth
from webdev_certs.server.models.accounts import User
from webdev_certs.server.database.engine import AsyncSession, Database
from webdev_certs.server.models.lookups import Lookups
from webdev_certs.server.services.accounts import get_user
from webdev_certs.server.services.payments.context import PaymentDesk
from webdev_certs.server.services.accounts.tokens import AccessClaims, read_access_token
from webdev_certs.settings.settings import Settings


@dataclass(frozen=True)
class Resources:
    """What one running API holds; built once by `create_api`."""

    settings: Settings
    database: Database
    bank: Bank
    signing_key: SigningKey
    password_hasher: PasswordHasher
    limiter: RateLimiter
    clock: Clock
    rng: random.Random
    mailer: Mailer | None
    """None where no mail server is known: then mails stay in the outbox."""
    social_auth: SocialAuth | None
    """None where social sign-in is not set up."""
    payment_desk: PaymentDesk
    published_certificates: Lookups


# Coroutines throughout: FastAPI would send plain functions to a thread, which costs more than they do. And a
# flat tree, because FastAPI walks all of it at every request.
async def get_resources(request: Request) -> Resources:
    return request.app.state.resources


ResourcesDep = Annotated[Resources, Depends(get_resources)]


async def get_session(request: Request) -> AsyncIterator[AsyncSession]:
    """One transaction a request, committed before the answer is sent."""
    async with request.app.state.resources.database.session_scope() as session:
        yield session


SessionDep = Annotated[AsyncSession, Depends(get_session, scope="function")]


class AccessToken(SecurityBase):
    """The bearer of a request. Read and verified in one step, where FastAPI's own class would add another."""

    model = HTTPBearer(description="The access token of auth/login")
    scheme_name = "HTTPBearer"

    async def __call__(self, request: Request) -> AccessClaims:
        """The bearer's claims.

        Raises:
            Unauthenticated: no token, or one that does not verify.
        """
        scheme, token = get_authorization_scheme_param(request.headers.get("Authorization"))
        if scheme.lower() != "bearer" or not token:
            raise Unauthenticated("not_authenticated", "Sign in to go on.")
        resources: Resources = request.app.state.resources
        return read_access_token(resources.signing_key, resources.settings, token, resources.clock())


access_token = AccessToken()
ClaimsDep = Annotated[AccessClaims, Depends(access_token)]


async def get_user_id(claims: ClaimsDep) -> UUID:
    return claims.user_id


UserIdDep = Annotated[UUID, Depends(get_user_id)]


async def get_live_user(claims: ClaimsDep, session: SessionDep, resources: ResourcesDep) -> User:
    """Whose session it is, asked of the database: nothing new begins for someone who has gone.

    Raises:
        Unauthenticated: as `AccessToken`; `session_ended`.
    """
    return await get_user(session, claims, resources.clock())


LiveUserDep = Annotated[User, Depends(get_live_user)]


async def get_live_user_id(user: LiveUserDep) -> UUID:
    return user.id


LiveUserIdDep = Annotated[UUID, Depends(get_live_user_id)]
