"""Answer 404 for paths, and 405 for methods, that the API does not have."""

from itertools import takewhile

from starlette.exceptions import HTTPException
from starlette.routing import Match
from starlette.types import Receive, Scope, Send

_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")


class UnknownPath:
    """The API's last route: without it, unknown calls would reach the pages."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        allowed = [method for method in _METHODS if self._is_known(scope, method)]
        if allowed:
            raise HTTPException(405, headers={"Allow": ", ".join(allowed)})
        raise HTTPException(404)

    def _is_known(self, scope: Scope, method: str) -> bool:
        asked = {**scope, "method": method}
        known = takewhile(lambda route: getattr(route, "endpoint", None) is not self, scope["app"].routes)
        return any(route.matches(asked)[0] is Match.FULL for route in known)
