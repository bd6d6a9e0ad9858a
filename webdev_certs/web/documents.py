"""Finds the built document of a path."""

from collections.abc import Callable, Iterable

from webdev_certs.reflex_internals import get_router

_MAX_PATH_LENGTH = 1000


def document_finder(routes: Iterable[str]) -> Callable[[str], str | None]:
    """Return a function that finds the route of a path. Each document is built into the folder of its route.

    Args:
        routes: Routes without slashes around them, such as `about` or `verify/[certificate_number]`; the
            route of the home page is empty.

    Returns:
        A function: path, with or without a trailing slash → its route, or None.
    """
    route_of = get_router(list(routes))

    def find(path: str) -> str | None:
        # Reflex accepts an empty dynamic part, but the router in the browser does not.
        # Reflex also caches the paths it is asked for, so their length must have a limit.
        return None if "//" in path or len(path) > _MAX_PATH_LENGTH else route_of(path)

    return find
