"""What the routes of tests, practice and certificates hand to their use-cases."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Annotated
from uuid import UUID

from fastapi import Depends, Path

from webdev_certs.server.api.dependencies import Resources, ResourcesDep, SessionDep
from webdev_certs.server.domain.errors import NotFound
from webdev_certs.server.services.shared.context import Context


async def get_context(resources: ResourcesDep, session: SessionDep) -> Context:
    return Context(session, resources.bank, resources.settings, resources.clock(), resources.rng)


ContextDep = Annotated[Context, Depends(get_context)]


@asynccontextmanager
async def context_scope(resources: Resources) -> AsyncIterator[Context]:
    """A transaction of its own, for routes that must not hold one all the time."""
    async with resources.database.session_scope() as session:
        yield Context(session, resources.bank, resources.settings, resources.clock(), resources.rng)


Position = Annotated[int, Path(ge=1, le=100)]


def parse_id(text: str, unknown: Callable[[], NotFound]) -> UUID:
    """The id that stands in a path.

    Raises:
        NotFound: what `unknown` makes: an id that cannot be is answered like one that does not exist.
    """
    try:
        return UUID(text)
    except ValueError:
        raise unknown() from None
