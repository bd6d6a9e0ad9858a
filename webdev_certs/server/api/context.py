"""Dependencies of routes: the context that they pass to their use-cases, rate limits, and ids in paths."""

from collections.abc import Callable
from typing import Annotated
from uuid import UUID

from fastapi import Depends, Path, Request
from fastapi.security.base import SecurityBase

from webdev_certs.server.api.dependencies import (
    AccessToken,
    DbDep,
    Resources,
    ResourcesDep,
    UserIdDep,
    access_token,
)
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.errors import NotFound
from webdev_certs.server.services.accounts.access_tokens import AccessClaims
from webdev_certs.server.services.exams.closing import close_overdue
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.limits import Limits


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
