"""The script that replaces Stripe.js, at the same path."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

_SCRIPT = Path(__file__).parent / "assets" / "stripe.js"


async def _stripe_js(_request: Request) -> Response:
    return FileResponse(_SCRIPT, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


ROUTES = [Route(path, _stripe_js, methods=["GET"]) for path in ("/v3", "/v3/")]
