"""The dependency that gives routes about accounts their context."""

from typing import Annotated

from fastapi import Depends, Request

from webdev_certs.server.api.dependencies import ResourcesDep
from webdev_certs.server.api.limits import LimitsDep
from webdev_certs.server.services.accounts.context import AccountContext


async def get_account_context(request: Request, resources: ResourcesDep, limits: LimitsDep) -> AccountContext:
    return AccountContext(
        database=resources.database,
        bank=resources.bank,
        settings=resources.settings,
        signing_key=resources.signing_key,
        hasher=resources.password_hasher.for_caller(limits.network),
        social_auth=resources.social_auth,
        clock=resources.clock,
        rng=resources.rng,
        limits=limits,
        device=request.headers.get("user-agent", ""),
    )


AccountContextDep = Annotated[AccountContext, Depends(get_account_context)]
