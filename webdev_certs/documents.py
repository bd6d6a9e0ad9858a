"""Which of the built documents belongs to an address."""

from collections.abc import Callable, Iterable

from reflex.route import get_router


def document_finder(routes: Iterable[str]) -> Callable[[str], str | None]:
    """Makes a search among routes, which is also the name of the folder that their document is built into.

    Args:
        routes: without slashes around them, e.g. `about` or `verify/[certificate_number]`; the home page's is
            empty.

    Returns:
        A function: path of an address, with or without a trailing slash → the route it belongs to, or None.
    """
    route_of = get_router(list(routes))
    # For Reflex a dynamic part may be empty; for the router in the browser, which decides, it may not.
    return lambda path: None if "//" in path else route_of(path)
