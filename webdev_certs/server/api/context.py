"""The context that routes pass to their use-cases, and ids in paths."""

from collections.abc import Callable
from typing import Annotated
from uuid import UUID

from fastapi import Depends, Path

from webdev_certs.server.api.dependencies import DbDep, Resources, ResourcesDep, UserIdDep
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.errors import NotFound
from webdev_certs.server.services.exams.results import close_overdue
from webdev_certs.server.services.shared.context import Context


def new_context(resources: Resources, db: AsyncSession) -> Context:
    """Return the context of a transaction."""
    return Context(
        db,
        resources.bank,
        resources.settings,
        resources.clock(),
        resources.rng,
        resources.signing_key,
    )


async def get_context(resources: ResourcesDep, db: DbDep) -> Context:
    return new_context(resources, db)


ContextDep = Annotated[Context, Depends(get_context)]


async def get_current_context(context: ContextDep, user_id: UserIdDep) -> Context:
    """Return the context after closing the learner's overdue attempts."""
    if await close_overdue(context, user_id):
        # Committed at once, because an error of the request would roll it back.
        await context.db.commit()
    return context


CurrentContextDep = Annotated[Context, Depends(get_current_context)]


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
