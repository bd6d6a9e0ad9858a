"""The API's description (OpenAPI 3.1), with what holds for all calls said in one place."""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from webdev_certs.schemas.base import Problem

_PROBLEM = "#/components/schemas/Problem"
_REFUSAL = {
    "description": "A refusal: `code` says why, `detail` in words",
    "content": {"application/problem+json": {"schema": {"$ref": _PROBLEM}}},
}
_METHODS = ("get", "put", "post", "patch", "delete")


def describe_problems(api: FastAPI) -> None:
    """Makes the description of every call say that its refusals are problem documents (`api.errors`)."""

    def openapi() -> dict[str, Any]:
        if api.openapi_schema is None:
            api.openapi_schema = _described(api)
        return api.openapi_schema

    # FastAPI's own way to extend the description.
    api.openapi = openapi


def _described(api: FastAPI) -> dict[str, Any]:
    document = get_openapi(title=api.title, version=api.version, routes=api.routes)
    for path in document["paths"].values():
        for operation in (path[method] for method in _METHODS if method in path):
            # What FastAPI declares for invalid requests is not what we answer with.
            operation["responses"].pop("422", None)
            operation["responses"]["4XX"] = _REFUSAL
    schemas = document["components"]["schemas"]
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    problem = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas |= problem.pop("$defs")
    schemas["Problem"] = problem
    return document
