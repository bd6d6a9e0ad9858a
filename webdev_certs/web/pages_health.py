"""What a process says about itself: the checks for load balancers of a process that serves only the pages.

The API has checks of its own, and answers in the same form (RFC 9457).
"""

from collections.abc import Awaitable, Callable
from pathlib import Path

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route, Router
from starlette.types import ASGIApp


def with_health(app: ASGIApp, pages: Path, trouble_of_api: Callable[[], Awaitable[str]]) -> ASGIApp:
    """Return an app that answers `/api/health` and `/api/ready` for this process.

    An API that is away is a warning, as all processes would be not ready otherwise, and nobody would see the
    pages, of which many need no API; the others reconnect by themselves.

    Args:
        app: The app that serves the pages.
        pages: The folder of the built pages, without which the process is not ready.
        trouble_of_api: Returns why the API is not ready, as a code; empty if it is.
    """

    async def health(_request: Request) -> Response:
        return JSONResponse({"status": "ok"})

    async def ready(_request: Request) -> Response:
        if not (pages / "index.html").is_file():
            return not_ready("pages_missing", "The built pages are missing.")
        reason = await trouble_of_api()
        warnings = [{"code": "api_unavailable", "reason": reason}] if reason else []
        return JSONResponse({"status": "ready", "warnings": warnings})

    return Router([Route("/api/health", health), Route("/api/ready", ready), Mount("", app)])


def not_ready(code: str, detail: str) -> JSONResponse:
    """Return the answer that this process cannot serve now."""
    problem = {
        "type": f"urn:webdev-certs:problem:{code}",
        "title": "Not ready",
        "status": 503,
        "detail": detail,
        "code": code,
    }
    return JSONResponse(problem, 503, media_type="application/problem+json")
