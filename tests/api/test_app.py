"""What the answers of all areas share: problems, unknown paths, documentation."""

import dataclasses
import inspect
import logging
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, Request
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from tests.api.accounts.test_auth import problem
from tests.factories import register
from webdev_certs.server.api.app import ROUTERS
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.api.middleware import MAX_BODY

pytestmark = pytest.mark.one_database


async def test_health_is_ok_while_the_process_lives(api: httpx.AsyncClient):
    response = await api.get("/api/health")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


async def test_unknown_paths_are_problems(api: httpx.AsyncClient):
    for path in ("/api", "/api/", "/api/nothing", "/api/auth", "/api/auth/login/"):
        for method in ("GET", "POST", "DELETE", "TRACE"):
            print(method, path)
            problem(await api.request(method, path), 404, "not_found")


async def test_a_wrong_method_is_distinguished_from_an_unknown_path(api: httpx.AsyncClient):
    response = await api.get("/api/auth/login")
    problem(response, 405, "method_not_allowed")
    assert response.headers["allow"] == "POST"
    assert (await api.delete("/api/certificates/x")).headers["allow"] == "GET, PATCH"


async def test_a_later_mount_gets_all_paths_but_the_apis_and_may_take_larger_bodies(
    api: httpx.AsyncClient, api_app: FastAPI
):
    pages = FastAPI(docs_url=None, openapi_url=None)

    @pages.get("/{path:path}")
    async def page(path: str) -> str:
        return f"page {path}"

    @pages.post("/upload")
    async def upload(request: Request) -> int:
        return len(await request.body())

    api_app.mount("", pages)
    assert (await api.get("/docs")).json() == "page docs"
    assert (await api.get("/apiary")).json() == "page apiary"
    problem(await api.get("/api/nothing"), 404, "not_found")
    problem(await api.get("/api/auth/login"), 405, "method_not_allowed")
    response = await api.post("/upload", content=b"x" * (2 * MAX_BODY))
    assert response.json() == 2 * MAX_BODY
    assert "cache-control" not in response.headers


async def test_malformed_bodies_are_problems(api: httpx.AsyncClient):
    for content, kind in (("{", "application/json"), ("", "application/json"), ("a=b", "text/plain")):
        headers = {"Content-Type": kind}
        problem(await api.post("/api/auth/login", content=content, headers=headers), 422, "invalid_request")
    problem(await api.post("/api/auth/login", json=[]), 422, "invalid_request")


async def test_an_unexpected_error_is_a_problem_without_details(
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
    description = (await api.get("/api/openapi.json")).json()
    assert {"/api/auth/register", "/api/payments/status", "/api/health"} <= set(description["paths"])
    assert "Accept-Language" in description["info"]["description"]
    for path in ("/docs", "/docs/oauth2-redirect", "/redoc", "/openapi.json"):
        assert (await api.get(path)).status_code == 404


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize("path", ["/api/auth/login", "/api/auth/refresh", "/api/nothing"])
async def test_bodies_larger_than_any_call_needs_are_not_read(
    api: httpx.AsyncClient, path: str, streamed: bool
):
    sent = 0

    async def parts() -> AsyncIterator[bytes]:
        nonlocal sent
        for _ in range(1000):
            sent += 1 << 14
            yield b"x" * (1 << 14)

    content = parts() if streamed else b"x" * (MAX_BODY + 1)
    response = await api.post(path, content=content, headers={"Content-Type": "application/json"})
    if path == "/api/nothing":
        problem(response, 404, "not_found")
    else:
        problem(response, 413, "body_too_large")
    assert sent <= 2 * MAX_BODY


async def test_caches_store_only_what_is_public(api: httpx.AsyncClient):
    account = await register(api)
    for path in ("/api/tests", "/api/practice", "/api/certificates", "/api/payments/status"):
        response = await account.get(path)
        assert (response.status_code, response.headers["cache-control"]) == (200, "no-store")
    credentials = {"email": account.user["email"], "password": account.password}
    signed_in = await api.post("/api/auth/login", json=credentials)
    assert (signed_in.status_code, signed_in.headers["cache-control"]) == (200, "no-store")
    for refused in (await api.get("/api/tests"), await api.get("/api/nothing")):
        assert refused.headers["cache-control"] == "no-store"


def test_no_dependency_of_a_call_needs_a_thread(api_app: FastAPI):
    """FastAPI runs plain functions in a thread, which takes longer than the function itself."""

    def plain(dependant: Dependant) -> set[str]:
        is_own = _is_of_the_product(dependant.call)
        own = {f"{dependant.call}"} if is_own and not _is_async(dependant.call) else set()
        return own.union(*(plain(part) for part in dependant.dependencies))

    routes = [route for router in ROUTERS for route in router.routes]
    assert len(routes) > 20
    assert set().union(*(plain(r.dependant) for r in routes if isinstance(r, APIRoute))) == set()


def _is_of_the_product(call: object) -> bool:
    return getattr(call, "__module__", "").startswith("webdev_certs.")


def _is_async(call: Any) -> bool:
    # For a callable object, its `__call__` counts.
    function = call if inspect.isfunction(call) else call.__call__
    return inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function)
