"""Registering, signing in and out, and refreshing."""

import asyncio
import dataclasses
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlmodel import select

from tests.factories import PASSWORD, bearer, register, registration
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.gateways.passwords import PasswordHasher
from webdev_certs.server.models import LoginSession, User


def problem(response: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """Check the status, type and code of a problem document, and return its body."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json()["code"] == code
    return response.json()


async def stored(resources: Resources, kind):
    async with resources.database.transaction() as db:
        return (await db.exec(select(kind))).all()


@pytest.mark.one_database
async def test_registering_signs_in(api: httpx.AsyncClient):
    form = registration(full_name="  Ada   Lovelace ", email="Ada@Example.com")
    response = await api.post("/api/auth/register", json=form)
    assert response.status_code == 201
    body = response.json()
    assert set(body) == {"access_token", "refresh_token", "user"}
    assert set(body["user"]) == {"id", "email", "full_name", "email_confirmed", "reduced_motion"}
    assert (body["user"]["email"], body["user"]["full_name"]) == ("ada@example.com", "Ada Lovelace")
    verified = await api.post("/api/auth/verify", json={}, headers=bearer(body["access_token"]))
    assert verified.json() == {"user": body["user"]}


@pytest.mark.one_database
async def test_secrets_are_stored_as_hashes_only(api: httpx.AsyncClient, resources: Resources):
    account = await register(api)
    (user,), (login,) = await stored(resources, User), await stored(resources, LoginSession)
    assert user.password_hash.startswith("$argon2id$")
    assert PASSWORD not in repr(user)
    assert account.refresh_token not in repr(login)


@pytest.mark.one_database
async def test_registration_names_invalid_fields(api: httpx.AsyncClient, resources: Resources):
    with_email = {"email": "countess@example.com", "password": "the-COUNTESS-of"}
    for changes, code, field in (
        ({"accept_terms": False}, "terms_not_accepted", "accept_terms"),
        ({"full_name": "1815"}, "invalid_name", "full_name"),
        ({"password": "eleven char"}, "password_too_short", "password"),
        ({"password": "x" * 129}, "password_too_long", "password"),
        (with_email, "password_contains_email", "password"),
        ({"password": "Lovelace forever"}, "password_contains_name", "password"),
        ({"password": "1Qaz2wsx3edc4rfv"}, "password_too_common", "password"),
        ({"password": "password1234"}, "password_too_weak", "password"),
        ({"email": "ada@example"}, "invalid_request", "email"),
        ({"email": f"{'a' * 250}@example.com"}, "invalid_request", "email"),
        ({"full_name": "  "}, "invalid_request", "full_name"),
        ({"full_name": "a" * 121}, "invalid_request", "full_name"),
        ({"password": "x" * 1025}, "invalid_request", "password"),
        ({"accept_terms": None}, "invalid_request", "accept_terms"),
        ({"is_admin": True}, "invalid_request", "is_admin"),
    ):
        print(changes)
        form = registration(**changes)
        response = await api.post("/api/auth/register", json=form)
        assert form["password"] not in response.text
        body = problem(response, 422, code)
        assert [error["field"] for error in body["errors"]] == [field]
        assert all(error["message"] for error in body["errors"])
    assert await stored(resources, User) == []


@pytest.mark.parametrize("email", ["ada@example.com", " ADA@example.com"])
@pytest.mark.one_database
async def test_signing_in(api: httpx.AsyncClient, email: str):
    account = await register(api, email="ada@example.com")
    response = await api.post("/api/auth/login", json={"email": email, "password": PASSWORD})
    assert response.status_code == 200
    body = response.json()
    assert body["user"] == account.user
    assert body["refresh_token"] != account.refresh_token


@pytest.mark.parametrize(
    ("email", "password"),
    [
        ("ada@example.com", "wrong plain horses"),
        ("ada@example.com", f" {PASSWORD}"),
        ("ada@example.com", PASSWORD.upper()),
        ("ada@example.com", ""),
        ("nobody@example.com", PASSWORD),
        ("not an email", PASSWORD),
        ("ada\u0000@example.com", PASSWORD),
    ],
)
async def test_a_failed_sign_in_never_tells_whether_the_account_exists(
    api: httpx.AsyncClient, email: str, password: str
):
    await register(api, email="ada@example.com")
    response = await api.post("/api/auth/login", json={"email": email, "password": password})
    body = problem(response, 401, "invalid_credentials")
    assert body["errors"] == []
    assert body["detail"] == "That email and password don’t match."


@pytest.mark.one_database
async def test_calls_beyond_the_queue_are_refused(
    api: httpx.AsyncClient, api_app: FastAPI, resources: Resources
):
    await register(api, email="ada@example.com")
    hasher = PasswordHasher(1, queue=2)
    api_app.state.resources = dataclasses.replace(resources, password_hasher=hasher)
    known = {"email": "ada@example.com", "password": "wrong horse"}
    unknown = {"email": "nobody@example.com", "password": "wrong horse"}
    forms = [("login", known), ("login", unknown), ("register", registration())] * 4
    responses = await asyncio.gather(*(api.post(f"/api/auth/{path}", json=form) for path, form in forms))
    refused = [response for response in responses if response.status_code == 503]
    assert len(refused) == len(forms) - 3
    for response in refused:
        assert "Try again" in problem(response, 503, "busy")["detail"]
        assert response.headers["retry-after"] == "5"
    # After that, calls are accepted again.
    assert (await api.post("/api/auth/login", json=unknown)).status_code == 401
    hasher.close()


async def test_the_device_is_stored_without_unprintable_characters(
    api: httpx.AsyncClient, resources: Resources
):
    headers = {"User-Agent": "Browser\x00\t" + "1" * 300}
    response = await api.post("/api/auth/register", json=registration(), headers=headers)
    assert response.status_code == 201
    (login,) = await stored(resources, LoginSession)
    assert login.device == "Browser" + "1" * 193
