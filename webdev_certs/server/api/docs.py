"""The API's documentation for people, from local files, so that it works without internet."""

from pathlib import Path

import fastapi_offline
from fastapi import APIRouter, FastAPI, Request
from fastapi.openapi.docs import get_swagger_ui_html
from fastapi.responses import HTMLResponse
from starlette.staticfiles import StaticFiles

from webdev_certs.shared.content_policy import NOTHING, render, script_hashes

_FILES = Path(fastapi_offline.__file__).parent / "static"
_AT = "/api/docs/files"

router = APIRouter(include_in_schema=False)


@router.get("/api/docs")
async def docs(request: Request) -> HTMLResponse:
    """Return Swagger UI for `/api/openapi.json`."""
    page = get_swagger_ui_html(
        openapi_url="/api/openapi.json",
        title=f"{request.app.title} API",
        swagger_js_url=f"{_AT}/swagger-ui-bundle.js",
        swagger_css_url=f"{_AT}/swagger-ui.css",
        swagger_favicon_url="/favicon.svg",
    )
    policy = {
        **NOTHING,
        "script-src": ("'self'", *script_hashes(bytes(page.body).decode())),
        # Swagger UI sets inline styles, and its icons are data URLs.
        "style-src": ("'self'", "'unsafe-inline'"),
        "img-src": ("'self'", "data:"),
        "connect-src": ("'self'",),
    }
    page.headers["Content-Security-Policy"] = render(policy)
    return page


def mount_files(api: FastAPI) -> None:
    """Serve Swagger UI's script and style sheet."""
    api.mount(_AT, StaticFiles(directory=_FILES))
