"""The API's documentation for people, from files of our own: it works where there is no internet."""

from pathlib import Path

import fastapi_offline
from fastapi import APIRouter, FastAPI, Request
from fastapi.openapi.docs import get_swagger_ui_html
from fastapi.responses import HTMLResponse
from starlette.staticfiles import StaticFiles

from webdev_certs.web.content_policy import NOTHING, render, script_hashes

_FILES = Path(fastapi_offline.__file__).parent / "static"
_AT = "/api/docs/files"

router = APIRouter(include_in_schema=False)


@router.get("/api/docs")
async def docs(request: Request) -> HTMLResponse:
    """Swagger UI for `/api/openapi.json`."""
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
        # Swagger UI sets styles and draws its icons as data.
        "style-src": ("'self'", "'unsafe-inline'"),
        "img-src": ("'self'", "data:"),
        "connect-src": ("'self'",),
    }
    page.headers["Content-Security-Policy"] = render(policy)
    return page


def mount_files(api: FastAPI) -> None:
    """Serves Swagger UI's script and style."""
    api.mount(_AT, StaticFiles(directory=_FILES))
