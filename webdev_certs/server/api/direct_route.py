"""A route for the most frequent call, without FastAPI's work at each request."""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute


class DirectRoute(APIRoute):
    """A route that FastAPI describes but does not handle.

    Its function gets the request and the texts in the path, and returns a `Response`. For verification,
    resolving dependencies, validating the answer and serializing it would take FastAPI as long as all the
    rest takes. Middleware and the handlers of errors apply to it as to every route.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        async def handle(request: Request) -> Response:
            return await self.endpoint(request, **request.path_params)

        return handle
