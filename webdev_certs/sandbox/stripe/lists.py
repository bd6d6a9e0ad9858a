"""Lists and their pages: https://docs.stripe.com/api/pagination."""

from collections.abc import Sequence

from webdev_certs.sandbox.stripe.errors import ApiError, Json, no_such
from webdev_certs.sandbox.stripe.parameters import ListParameters


def whole(items: Sequence[Json], url: str) -> Json:
    """A list that is embedded in another object, complete."""
    return {"object": "list", "data": list(items), "has_more": False, "url": url}


def page(items: Sequence[Json], parameters: ListParameters, url: str) -> Json:
    """The page that was asked for.

    Args:
        items: all of the list, in its order.
        parameters: which page.
        url: the list's path.

    Raises:
        ApiError: a cursor is not in the list, or both were given.
    """
    if parameters.starting_after and parameters.ending_before:
        raise ApiError("You cannot parameterize `starting_after` and `ending_before` at the same time.")
    if parameters.ending_before:
        end = _place(items, parameters.ending_before, "ending_before")
        start = max(0, end - parameters.limit)
        more = start > 0
    else:
        after = parameters.starting_after
        start = _place(items, after, "starting_after") + 1 if after else 0
        end = start + parameters.limit
        more = end < len(items)
    return {"object": "list", "data": list(items[start:end]), "has_more": more, "url": url}


def _place(items: Sequence[Json], identifier: str, param: str) -> int:
    for place, item in enumerate(items):
        if item["id"] == identifier:
            return place
    raise no_such(items[0]["object"] if items else "object", identifier, param)
