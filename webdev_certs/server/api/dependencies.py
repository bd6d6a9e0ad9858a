"""Dependencies of routes: the caller, the context of use-cases, rate limits, and ids in paths."""

import random
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from fastapi import Depends, Path, Request
from fastapi.openapi.models import HTTPBearer
from fastapi.security.base import SecurityBase
from fastapi.security.utils import get_authorization_scheme_param

from webdev_certs.server.content.bank import Bank
from webdev_certs.server.database.engine import AsyncSession, Database
from webdev_certs.server.domain.errors import NotFound, Unauthenticated
from webdev_certs.server.gateways.access_token_key import SigningKey
from webdev_certs.server.gateways.ended_sessions import EndedSessions
from webdev_certs.server.gateways.fair_workers import FairWorkers
from webdev_certs.server.gateways.language_model import LanguageModel
from webdev_certs.server.gateways.limits import RateLimiter
from webdev_certs.server.gateways.mail import Mailer
from webdev_certs.server.gateways.passwords import PasswordHasher
from webdev_certs.server.gateways.payments import PaymentProvider
from webdev_certs.server.gateways.plan_cache import PlanCache
from webdev_certs.server.gateways.supabase import SocialAuth
from webdev_certs.server.models.accounts import User
from webdev_certs.server.services.accounts.access_tokens import (
    AccessClaims,
    login_session_ended,
    read_access_token,
)
from webdev_certs.server.services.accounts.accounts import BlockedAccounts, get_user
from webdev_certs.server.services.certificates.issuer import CredentialIssuer
from webdev_certs.server.services.certificates.rendering import CertificateRenderer
from webdev_certs.server.services.certificates.standings import ScoreStandings
from webdev_certs.server.services.certificates.status_lists import StatusLists
from webdev_certs.server.services.certificates.verify_file import FileVerifier
from webdev_certs.server.services.certificates.verify_number import PublishedCertificates
from webdev_certs.server.services.exams.closing import close_overdue
from webdev_certs.server.services.items.bank_sync import BankStore
from webdev_certs.server.services.items.catalog import SiteFigures
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.limits import Limits
from webdev_certs.settings import Settings
from webdev_certs.shared.clock import Clock
from webdev_certs.shared.translation import _


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
    payment_provider: PaymentProvider | None
    """None if its keys are not set."""
    language_model: LanguageModel | None
    """None if none is configured."""
    plans: PlanCache
    published_certificates: PublishedCertificates
    score_standings: ScoreStandings
    certificate_renderer: CertificateRenderer
    ended_sessions: EndedSessions
    export_workers: FairWorkers
    """Makes exports of users' data."""
    bank_store: BankStore
    blocked_accounts: BlockedAccounts
    issuer: CredentialIssuer
    status_lists: StatusLists
    file_verifier: FileVerifier
    figures: SiteFigures


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
            Unauthenticated: `not_authenticated` without a token; `session_ended` as far as this process knows
                of it (decision 0014); else as `read_access_token`.
            Forbidden: `account_blocked`, a few seconds after the account was blocked.
        """
        claims = await self.of_any_login_session(request)
        resources: Resources = request.app.state.resources
        if claims.login_session_id in resources.ended_sessions:
            # Blocking an account also ends its login sessions. Then the refusal must say that it is blocked.
            await resources.blocked_accounts.refuse(claims.user_id, fresh=True)
            raise login_session_ended()
        return claims

    async def of_any_login_session(self, request: Request) -> AccessClaims:
        """Return the token's claims, even if its login session has ended.

        Raises:
            Unauthenticated: As above, except `session_ended`.
        """
        scheme, token = get_authorization_scheme_param(request.headers.get("Authorization"))
        if scheme.lower() != "bearer" or not token:
            raise Unauthenticated("not_authenticated", _("Sign in to continue."))
        resources: Resources = request.app.state.resources
        claims = read_access_token(resources.signing_key, resources.settings, token, resources.clock())
        await resources.blocked_accounts.refuse(claims.user_id)
        return claims


access_token = AccessToken()
ClaimsDep = Annotated[AccessClaims, Depends(access_token)]


class AnyAccessToken(AccessToken):
    """Reads the access token of a call that an ended login session may make."""

    async def __call__(self, request: Request) -> AccessClaims:
        return await self.of_any_login_session(request)


AnyClaimsDep = Annotated[AccessClaims, Depends(AnyAccessToken())]


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


async def get_caller(request: Request, db: DbDep, resources: ResourcesDep) -> User | None:
    """Return the caller of a call that anybody may make; None without a token.

    Raises:
        Unauthenticated: As `get_live_user`, for a token that is not valid.
    """
    if "Authorization" not in request.headers:
        return None
    return await get_live_user(await access_token(request), db, resources)


CallerDep = Annotated[User | None, Depends(get_caller)]


async def get_live_user_id(user: LiveUserDep) -> UUID:
    return user.id


LiveUserIdDep = Annotated[UUID, Depends(get_live_user_id)]


async def get_limits(request: Request, resources: ResourcesDep) -> Limits:
    """Return the limits for the caller's IP address."""
    return Limits(resources.limiter, resources.settings.limits, caller_ip(request))


def caller_ip(request: Request) -> str:
    """Return the caller's IP address, which `web.forwarded` has set behind proxies."""
    return request.client.host if request.client else ""


LimitsDep = Annotated[Limits, Depends(get_limits)]


class LimitedAccessToken(SecurityBase):
    """Reads the access token of the call that verifies it, within that call's limits."""

    model, scheme_name = AccessToken.model, AccessToken.scheme_name

    async def __call__(self, request: Request, limits: LimitsDep) -> AccessClaims:
        """Return the token's claims.

        Raises:
            Unauthenticated: As `AccessToken`.
            TooManyRequests: `too_many_requests`.
        """
        async with limits.count_refusals("verify"):
            claims = await access_token(request)
        await limits.count_own("verify", claims.user_id)
        return claims


LimitedClaimsDep = Annotated[AccessClaims, Depends(LimitedAccessToken())]


def new_context(
    resources: Resources, db: AsyncSession | None = None, *, ip: str = "", device: str = ""
) -> Context:
    """Return the context of a request.

    Args:
        resources: The objects of this process.
        db: The request's transaction, if one is open.
        ip: The caller's IP address.
        device: The caller's User-Agent header.
    """
    context = Context(
        database=resources.database,
        bank=resources.bank,
        settings=resources.settings,
        signing_key=resources.signing_key,
        clock=resources.clock,
        rng=resources.rng,
        password_hasher=resources.password_hasher,
        social_auth=resources.social_auth,
        configured_provider=resources.payment_provider,
        language_model=resources.language_model,
        plans=resources.plans,
        limits=Limits(resources.limiter, resources.settings.limits, ip),
        device=device,
    )
    return context.within(db) if db else context


async def get_context_without_transaction(request: Request) -> Context:
    """Return the context of a use-case that opens its own transactions, because it waits in between."""
    return new_context(
        request.app.state.resources,
        ip=caller_ip(request),
        device=request.headers.get("user-agent", ""),
    )


NoTransactionDep = Annotated[Context, Depends(get_context_without_transaction)]


async def get_context(request: Request, db: DbDep) -> Context:
    """Return the context of the request's transaction, which commits before the answer is sent."""
    return (await get_context_without_transaction(request)).within(db)


ContextDep = Annotated[Context, Depends(get_context)]


async def context_after_closing_overdue(context: ContextDep, user_id: UserIdDep) -> Context:
    """Return the context after closing the learner's overdue attempts."""
    if await close_overdue(context, user_id):
        # Committed at once, because an error of the request would roll it back.
        await context.db.commit()
    return context


CurrentContextDep = Annotated[Context, Depends(context_after_closing_overdue)]


Position = Annotated[int, Path(ge=1, le=100)]


def parse_id(text: str, unknown: Callable[[], NotFound]) -> UUID:
    """Return the id in a path.

    Args:
        text: The segment of the path.
        unknown: Makes the error for an id that does not exist.

    Raises:
        NotFound: The error of `unknown`, if the text is not an id.
    """
    try:
        return UUID(text)
    except ValueError:
        raise unknown() from None
