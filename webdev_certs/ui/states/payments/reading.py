"""Read what a page can do without."""

from collections.abc import Awaitable
from typing import TypeVar

from webdev_certs.ui.client import ApiError
from webdev_certs.ui.states.shared.failures import log_failure

_Answer = TypeVar("_Answer")


async def read_if_possible(call: Awaitable[_Answer], what: str) -> _Answer | None:
    """Return the answer to a call of the API; None if it fails, which is logged as the loading of `what`."""
    try:
        return await call
    except ApiError as error:
        log_failure(f"loading of {what}", error)
        return None
