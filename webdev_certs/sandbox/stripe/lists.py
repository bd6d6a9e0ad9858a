"""Lists and pagination: https://docs.stripe.com/api/pagination."""

from collections.abc import Sequence

from webdev_certs.sandbox.stripe.errors import ApiError, Json, no_such
from webdev_certs.sandbox.stripe.parameters import ListParameters


def whole(items: Sequence[Json], url: str) -> Json:
    """Return a complete list, as embedded in another object."""
    return {"object": "list", "data": list(items), "has_more": False, "url": url}


def page(items: Sequence[Json], parameters: ListParameters, url: str) -> Json:
    """Return one page of a list.

    Args:
        items: All items, in order; those that the parameters do not include are left out.
        parameters: Which page.
        url: The path of the list.

    Raises:
        ApiError: The cursor is not in the list, or both cursors were given.
    """
    if parameters.starting_after and parameters.ending_before:
        raise ApiError("You cannot parameterize `starting_after` and `ending_before` at the same time.")
    items = [item for item in items if parameters.includes(item)]
    if parameters.ending_before:
        end = _index(items, parameters.ending_before, "ending_before")
        start = max(0, end - parameters.limit)
        more = start > 0
    else:
        after = parameters.starting_after
        start = _index(items, after, "starting_after") + 1 if after else 0
        end = start + parameters.limit
        more = end < len(items)
    return {"object": "list", "data": list(items[start:end]), "has_more": more, "url": url}


def _index(items: Sequence[Json], identifier: str, param: str) -> int:
    for index, item in enumerate(items):
        if item["id"] == identifier:
            return index
    raise no_such(items[0]["object"] if items else "object", identifier, param)
