"""What the routes of tests, practice and certificates hand to their use-cases."""

from typing import Annotated

from fastapi import Depends

from webdev_certs.api.dependencies import ResourcesDep, SessionDep
from webdev_certs.services.context import Context


async def get_context(resources: ResourcesDep, session: SessionDep) -> Context:
    return Context(session, resources.bank, resources.settings, resources.clock(), resources.rng)


ContextDep = Annotated[Context, Depends(get_context)]
