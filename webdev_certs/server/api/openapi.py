"""The API's description (OpenAPI 3.1) with the refusals that all calls share, and its page for people."""

from pathlib import Path
from typing import Any

import fastapi_offline
from fastapi import APIRouter, FastAPI, Request
from fastapi.openapi.docs import get_swagger_ui_html
from fastapi.openapi.utils import get_openapi
from fastapi.responses import HTMLResponse
from starlette.staticfiles import StaticFiles

from webdev_certs.schemas.base import Problem
from webdev_certs.shared.content_policy import NOTHING, render, script_hashes

_PROBLEM = "#/components/schemas/Problem"
_TEXT_HEADER = {"required": True, "schema": {"type": "string"}}
_SECONDS_HEADER = {"required": True, "schema": {"type": "integer", "minimum": 1}}


def _refusal(description: str, headers: dict[str, Any] | None = None) -> dict[str, Any]:
    content = {"application/problem+json": {"schema": {"$ref": _PROBLEM}}}
    return {"description": description, "content": content} | ({"headers": headers} if headers else {})


_ANY = {
    "4XX": _refusal("Another refusal: `code` says why, and `detail` says it in words"),
    "429": _refusal("Too many calls; `Retry-After` says how long to wait", {"Retry-After": _SECONDS_HEADER}),
    "503": _refusal("Not available right now, or not set up here"),
}
_UNAUTHENTICATED = _refusal("No valid access token", {"WWW-Authenticate": _TEXT_HEADER})
_UNKNOWN = _refusal("There is no such thing, or it belongs to another user")
_INVALID = _refusal("Something in the request is not valid; `errors` says what")
_DESCRIPTION = (
    "Every call reads the header `Accept-Language`. The sentences for people in refusals (`detail`, and the "
    "messages of `errors`), the summaries of technologies and the descriptions of devices are in English or "
    "German, and a new account gets mails in that language. Everything else is the same in all languages."
)
_METHODS = ("get", "put", "post", "patch", "delete")


def describe_problems(api: FastAPI) -> None:
    """Add the refusals of every call, as problem documents (`api.errors`), to the description."""

    def openapi() -> dict[str, Any]:
        if api.openapi_schema is None:
            api.openapi_schema = _described(api)
        return api.openapi_schema

    # This is how FastAPI documents extending the description.
    api.openapi = openapi


def _refusals(path: str, operation: dict[str, Any]) -> dict[str, Any]:
    """Return the refusals of a call by status, judging by what the call takes."""
    found = dict(_ANY)
    if "security" in operation:
        found["401"] = _UNAUTHENTICATED
    if "{" in path:
        found["404"] = _UNKNOWN
    if "requestBody" in operation or "parameters" in operation:
        # Replaces FastAPI's own schema, because this API answers with other bodies.
        found["422"] = _INVALID
    return found


def _described(api: FastAPI) -> dict[str, Any]:
    document = get_openapi(title=api.title, version=api.version, description=_DESCRIPTION, routes=api.routes)
    for name, path in document["paths"].items():
        for operation in (path[method] for method in _METHODS if method in path):
            operation["responses"] |= _refusals(name, operation)
    schemas = document["components"]["schemas"]
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    problem = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas |= problem.pop("$defs")
    schemas["Problem"] = problem
    return document


_FILES = Path(fastapi_offline.__file__).parent / "static"
_AT = "/api/docs/files"

docs_router = APIRouter(include_in_schema=False)


@docs_router.get("/api/docs")
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
