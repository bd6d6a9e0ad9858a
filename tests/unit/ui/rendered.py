"""All pages as Reflex renders them, which takes seconds."""

from functools import cache

from webdev_certs.ui.pages.routes import ROUTES


@cache
def rendered_pages() -> dict[str, str]:
    """Return each page as text, by its path; rendered once in each process of the tests."""
    return {route.path: str(route.component()) for route in ROUTES}
