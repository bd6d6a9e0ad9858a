"""Which of the built documents belongs to an address."""

from collections.abc import Callable, Iterable

from reflex.route import get_router

_LONGEST = 1000
"""Of the addresses that have a document, in characters."""


def document_finder(routes: Iterable[str]) -> Callable[[str], str | None]:
    """Makes a search among routes, which is also the name of the folder that their document is built into.

    Args:
        routes: without slashes around them, e.g. `about` or `verify/[certificate_number]`; the home page's is
            empty.

    Returns:
        A function: path of an address, with or without a trailing slash → the route it belongs to, or None.
    """
    route_of = get_router(list(routes))

    def find(path: str) -> str | None:
        # For Reflex a dynamic part may be empty; for the router in the browser, which decides, it may not.
        # And Reflex remembers what it is asked for, which must not be as much as somebody likes to send.
        return None if "//" in path or len(path) > _LONGEST else route_of(path)

    return find
