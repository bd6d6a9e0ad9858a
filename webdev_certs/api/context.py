"""What the routes of tests, practice and certificates hand to their use-cases."""

from collections.abc import Callable
from typing import Annotated
from uuid import UUID

from fastapi import Depends, Path

from webdev_certs.api.dependencies import ResourcesDep, SessionDep
from webdev_certs.domain.errors import NotFound
from webdev_certs.services.context import Context


async def get_context(resources: ResourcesDep, session: SessionDep) -> Context:
    return Context(session, resources.bank, resources.settings, resources.clock(), resources.rng)


ContextDep = Annotated[Context, Depends(get_context)]

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
