"""Routes whose calls are so short that the framework's way around them would take longer."""

from collections.abc import Callable
from typing import Any

from fastapi.routing import APIRoute


class DirectRoute(APIRoute):
    """Documented like any other route; its endpoint takes the request itself and makes the answer itself.

    Nothing is injected or checked for it: no dependencies, no parameters, no response model.
    """

    def get_route_handler(self) -> Callable[..., Any]:
        """The endpoint as it is, as FastAPI's documentation of custom route classes has it."""
        return self.endpoint
