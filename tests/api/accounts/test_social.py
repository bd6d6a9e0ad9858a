"""Signing in with Google and GitHub: which account it opens, and what a request must agree with."""

import asyncio
import dataclasses
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlmodel import update

from tests.api.accounts.social import CALLBACK, clock, confirm, project, served_project, settings
from tests.api.accounts.test_auth import problem, stored
from tests.conftest import FakeClock
from tests.factories import PASSWORD, bearer, register
from tests.social import Project, posted, somebody
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.gateways.supabase import SupabaseAuth
from webdev_certs.server.models import Identity, OutboxMail, User

__all__ = ["clock", "project", "served_project", "settings"]


async def sign_in(api: httpx.AsyncClient, body: dict[str, Any]) -> dict[str, Any]:
    response = await api.post(CALLBACK, json=body)
    assert response.status_code == 200, response.text
    return response.json()


@pytest.mark.parametrize("provider", ["google", "github"])
@pytest.mark.one_database
async def test_a_new_user_gets_a_confirmed_account(
    api: httpx.AsyncClient, resources: Resources, project: Project, provider: str
):
    person = somebody(name="Grace Hopper")
    body = await sign_in(api, posted(await project.sign_in(person, provider), provider))
    assert set(body) == {"access_token", "refresh_token", "user"}
    assert (body["user"]["email"], body["user"]["full_name"]) == (person.email, "Grace Hopper")
    verified = await api.post("/api/auth/verify", headers=bearer(body["access_token"]))
    assert verified.json()["user"] == body["user"]
    (user,), (identity,) = await stored(resources, User), await stored(resources, Identity)
    assert user.email_confirmed_at == resources.clock()
    assert user.password_hash is None
    assert (identity.user_id, identity.provider, identity.email) == (user.id, provider, person.email)
    assert await stored(resources, OutboxMail) == []


@pytest.mark.one_database
async def test_a_new_account_has_the_language_of_the_request(
    api: httpx.AsyncClient, resources: Resources, project: Project
):
    body = posted(await project.sign_in(somebody()))
    response = await api.post(CALLBACK, json=body, headers={"Accept-Language": "de"})
    assert response.status_code == 200
    (user,) = await stored(resources, User)
    assert user.language == "de"


@pytest.mark.one_database
async def test_the_name_can_be_missing(api: httpx.AsyncClient, project: Project):
    person = somebody(name="")
    body = await sign_in(api, posted(await project.sign_in(person, "github"), "github"))
    assert body["user"]["full_name"] == person.email.partition("@")[0]


async def test_a_second_social_sign_in_opens_the_same_account(
    api: httpx.AsyncClient, resources: Resources, project: Project
):
    person = somebody()
    first = await sign_in(api, posted(await project.sign_in(person)))
    async with resources.database.transaction() as db:
        await db.exec(update(User).values(email="moved@example.com"))
    second = await sign_in(api, posted(await project.sign_in(person)))
    assert second["user"]["id"] == first["user"]["id"]
    assert second["user"]["email"] == "moved@example.com"
    assert second["refresh_token"] != first["refresh_token"]
    assert len(await stored(resources, Identity)) == 1


async def test_the_same_event_posted_several_times_at_once_makes_one_account(
    api: httpx.AsyncClient, resources: Resources, project: Project
):
    body = posted(await project.sign_in(somebody()))
    answers = await asyncio.gather(*(sign_in(api, body) for _ in range(4)))
    assert len({answer["user"]["id"] for answer in answers}) == 1
    assert len(await stored(resources, User)) == 1
    assert len(await stored(resources, Identity)) == 1


@pytest.mark.one_database
async def test_a_confirmed_account_with_the_email_is_linked_and_gets_a_mail(
    api: httpx.AsyncClient, resources: Resources, project: Project
):
    person = somebody()
    account = await register(api, email=person.email.upper())
    await confirm(resources, account)
    body = await sign_in(api, posted(await project.sign_in(person)))
    assert body["user"]["id"] == account.user["id"]
    assert body["user"]["full_name"] == account.user["full_name"]
    told = [mail for mail in await stored(resources, OutboxMail) if "sign in with Google" in mail.subject]
    assert [mail.recipient for mail in told] == [person.email]
    login = await api.post("/api/auth/login", json={"email": person.email, "password": PASSWORD})
    assert login.json()["user"]["id"] == account.user["id"]


@pytest.mark.one_database
async def test_a_domain_that_differs_only_in_sharp_s_opens_another_account(
    api: httpx.AsyncClient, resources: Resources, project: Project
):
    """Anybody could register the other domain, and have Google or GitHub verify an email of it."""
    account = await register(api, email="ada@strasse.example.com")
    await confirm(resources, account)
    person = dataclasses.replace(somebody(), email="ada@xn--strae-oqa.example.com")
    body = await sign_in(api, posted(await project.sign_in(person)))
    assert body["user"]["id"] != account.user["id"]
    assert body["user"]["email"] == "ada@straße.example.com"


async def test_two_providers_with_one_email_open_one_account(
    api: httpx.AsyncClient, resources: Resources, project: Project
):
    person = somebody()
    first = await sign_in(api, posted(await project.sign_in(person, "google")))
    second = await sign_in(api, posted(await project.sign_in(person, "github"), "github"))
    assert second["user"]["id"] == first["user"]["id"]
    assert {identity.provider for identity in await stored(resources, Identity)} == {"google", "github"}


@pytest.mark.one_database
async def test_an_unconfirmed_password_account_is_never_taken_over(
    api: httpx.AsyncClient, resources: Resources, project: Project
):
    """A stranger who registered somebody else's email cannot get into the owner's account."""
    person = somebody()
    squatter = await register(api, email=person.email)
    body = await sign_in(api, posted(await project.sign_in(person)))
    assert body["user"]["id"] != squatter.user["id"]
    found = {str(user.id): user for user in await stored(resources, User)}
    assert found[squatter.user["id"]].email_confirmed_at is None
    assert found[body["user"]["id"]].email_confirmed_at is not None
    # The stranger's password still opens only the stranger's own account.
    login = await api.post("/api/auth/login", json={"email": person.email, "password": PASSWORD})
    assert login.json()["user"]["id"] == squatter.user["id"]


@pytest.mark.one_database
async def test_an_email_that_the_provider_has_not_verified_opens_no_account(
    api: httpx.AsyncClient, resources: Resources, project: Project
):
    person = somebody(email_verified=False)
    account = await register(api, email=person.email)
    await confirm(resources, account)
    body = posted(await project.sign_in(person))
    problem(await api.post(CALLBACK, json=body), 422, "social_email_unverified")
    assert len(await stored(resources, User)) == 1
    assert await stored(resources, Identity) == []


@pytest.mark.one_database
async def test_the_posted_user_must_agree_with_the_token(
    api: httpx.AsyncClient, resources: Resources, project: Project
):
    victim, attacker = await project.sign_in(somebody()), await project.sign_in(somebody())
    await sign_in(api, posted(victim))
    response = await api.post(CALLBACK, json=posted(attacker, userId=victim.user.id))
    problem(response, 401, "social_user_mismatch")
    assert len(await stored(resources, User)) == 1


@pytest.mark.one_database
async def test_posted_metadata_must_be_there_and_agree_with_the_token(
    api: httpx.AsyncClient, resources: Resources, project: Project
):
    right = posted(await project.sign_in(somebody()))
    for name in ("email", "full_name", "avatar_url", "provider_id"):
        body = right | {"userMetadata": right["userMetadata"] | {name: "someone@example.com"}}
        refusal = problem(await api.post(CALLBACK, json=body), 422, "social_metadata_mismatch")
        assert [error["field"] for error in refusal["errors"]] == [f"userMetadata.{name}"]
    for missing in ("userId", "provider", "userMetadata", "accessToken"):
        body = {name: value for name, value in right.items() if name != missing}
        refusal = problem(await api.post(CALLBACK, json=body), 422, "invalid_request")
        assert [error["field"] for error in refusal["errors"]] == [missing]
    assert await stored(resources, User) == []


@pytest.mark.one_database
async def test_missing_metadata_is_accepted(api: httpx.AsyncClient, project: Project):
    person = somebody(name="Grace Hopper")
    body = await sign_in(
        api, posted(await project.sign_in(person), userMetadata={"email": person.email.upper()})
    )
    assert (body["user"]["email"], body["user"]["full_name"]) == (person.email, "Grace Hopper")


@pytest.mark.one_database
async def test_the_identity_must_be_at_the_posted_provider(api: httpx.AsyncClient, project: Project):
    social_session = await project.sign_in(somebody(), "google")
    body = posted(social_session) | {"provider": "github"}
    problem(await api.post(CALLBACK, json=body), 422, "provider_mismatch")
    problem(await api.post(CALLBACK, json=body | {"provider": "gitlab"}), 422, "invalid_request")


@pytest.mark.one_database
async def test_an_old_sign_in_is_refused(api: httpx.AsyncClient, project: Project, clock: FakeClock):
    body = posted(await project.sign_in(somebody()))
    clock.advance(minutes=11)
    problem(await api.post(CALLBACK, json=body), 401, "social_sign_in_too_old")


@pytest.mark.one_database
async def test_an_unreachable_and_a_missing_provider_are_reported(
    api: httpx.AsyncClient, api_app: FastAPI, project: Project, resources: Resources
):
    body = posted(await project.sign_in(somebody()))
    away = SupabaseAuth("http://127.0.0.1:1", "anon")
    for social_auth, code in ((away, "social_unreachable"), (None, "social_not_configured")):
        api_app.state.resources = dataclasses.replace(resources, social_auth=social_auth)
        problem(await api.post(CALLBACK, json=body), 503, code)
    await away.close()
