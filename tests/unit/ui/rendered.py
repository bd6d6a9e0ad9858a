"""All pages as Reflex makes and renders them, which takes seconds."""

from functools import cache
from typing import Any

from webdev_certs.ui.pages.routes import ROUTES


@cache
def made_pages() -> dict[str, Any]:
    """Return each page as a component, by its path; made once in each process of the tests."""
    return {route.path: route.component() for route in ROUTES}


@cache
def rendered_pages() -> dict[str, str]:
    """Return each page as text, by its path; rendered once in each process of the tests."""
    return {path: str(page) for path, page in made_pages().items()}
