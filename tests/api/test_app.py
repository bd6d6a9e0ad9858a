"""What every area's answers have in common: problems, unknown paths, documentation."""

import dataclasses
import logging
from datetime import datetime

import httpx
import pytest
from fastapi import FastAPI

from tests.api.test_auth import problem
from webdev_certs.api.dependencies import Resources
from webdev_certs.models.database import Database


async def test_health_is_ok_while_the_database_answers(api: httpx.AsyncClient):
    response = await api.get("/api/health")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


async def test_health_tells_when_the_database_does_not(
    api: httpx.AsyncClient, api_app: FastAPI, resources: Resources
):
    nowhere = Database("postgresql+asyncpg://nobody@127.0.0.1:1/nothing")
    api_app.state.resources = dataclasses.replace(resources, database=nowhere)
    problem(await api.get("/api/health"), 503, "database_unavailable")


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/nothing", "/api/auth", "/api/auth/login/"])
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", "TRACE"])
async def test_unknown_paths_are_problems(api: httpx.AsyncClient, method: str, path: str):
    problem(await api.request(method, path), 404, "not_found")


async def test_a_wrong_method_is_told_from_an_unknown_path(api: httpx.AsyncClient):
    problem(await api.get("/api/auth/login"), 405, "method_not_allowed")


async def test_what_is_mounted_later_gets_everything_but_the_api(api: httpx.AsyncClient, api_app: FastAPI):
    pages = FastAPI(docs_url=None, openapi_url=None)

    @pages.get("/{path:path}")
    async def page(path: str) -> str:
        return f"page {path}"

    api_app.mount("", pages)
    assert (await api.get("/docs")).json() == "page docs"
    assert (await api.get("/apiary")).json() == "page apiary"
    problem(await api.get("/api/nothing"), 404, "not_found")
    problem(await api.get("/api/auth/login"), 405, "method_not_allowed")


@pytest.mark.parametrize(
    ("content", "content_type"),
    [("{", "application/json"), ("[]", "application/json"), ("", "application/json"), ("a=b", "text/plain")],
)
async def test_bodies_that_cannot_be_read_are_problems(
    api: httpx.AsyncClient, content: str, content_type: str
):
    response = await api.post("/api/auth/login", content=content, headers={"Content-Type": content_type})
    problem(response, 422, "invalid_request")


async def test_an_unforeseen_error_is_a_problem_without_details(
    api: httpx.AsyncClient, api_app: FastAPI, resources: Resources, caplog: pytest.LogCaptureFixture
):
    def broken() -> datetime:
        raise RuntimeError("a secret of the inside")

    api_app.state.resources = dataclasses.replace(resources, clock=broken)
    with caplog.at_level(logging.ERROR):
        response = await api.post("/api/auth/refresh", json={"refresh_token": "x"})
    problem(response, 500, "internal_error")
    assert "secret" not in response.text
    assert "a secret of the inside" in caplog.text


async def test_the_documentation_lies_below_api(api: httpx.AsyncClient):
    assert (await api.get("/api/docs")).status_code == 200
    paths = (await api.get("/api/openapi.json")).json()["paths"]
    assert {"/api/auth/register", "/api/payments/status", "/api/health"} <= set(paths)
    for path in ("/docs", "/redoc", "/openapi.json"):
        assert (await api.get(path)).status_code == 404
