"""Finds the built document of a path."""

import re
from collections.abc import Callable, Iterable

HASHED_FILES = ("/assets/", "/fonts/")
"""Below these paths are scripts, styles and fonts. Their names contain a hash of their content."""
_MAX_PATH_LENGTH = 1000


def document_finder(routes: Iterable[str]) -> Callable[[str], str | None]:
    """Return a function that finds the route of a path. Each document is built into the folder of its route.

    Args:
        routes: Routes without slashes around them, such as `about` or `verify/[certificate_number]`; the
            route of the home page is empty.

    Returns:
        A function: path, with or without a trailing slash → its route, or None.
    """
    every = set(routes)
    dynamic = [(_pattern(route), route) for route in sorted(every) if "[" in route]

    def find(path: str) -> str | None:
        if len(path) > _MAX_PATH_LENGTH:
            return None
        plain = path.removeprefix("/").removesuffix("/")
        if plain in every:
            return plain
        return next((route for pattern, route in dynamic if pattern.fullmatch(plain)), None)

    return find


def _pattern(route: str) -> re.Pattern[str]:
    """Return what the paths of a route look like, as the router in the browser matches them."""
    parts = ("[^/]+" if part.startswith("[") else re.escape(part) for part in route.split("/"))
    return re.compile("/".join(parts))
