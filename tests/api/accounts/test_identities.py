"""Linking and unlinking Google and GitHub."""

import asyncio
from typing import Any

import httpx
import pytest

from tests.api.accounts.social import CALLBACK, clock, confirm, project, served_project, settings
from tests.api.accounts.test_auth import problem, stored
from tests.conftest import FakeClock
from tests.factories import PASSWORD, Account, register
from tests.social import Project, posted, somebody
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import Identity, OutboxMail

__all__ = ["clock", "project", "served_project", "settings"]


PATH = "/api/profile/identities"


@pytest.fixture
async def account(api: httpx.AsyncClient, resources: Resources) -> Account:
    """Return a user with a password and a confirmed email."""
    account = await register(api)
    await confirm(resources, account)
    return account


async def social_account(api: httpx.AsyncClient, project: Project) -> dict[str, str]:
    """Return the headers of a user who can sign in only with Google."""
    response = await api.post(CALLBACK, json=posted(await project.sign_in(somebody())))
    return {"Authorization": f"Bearer {response.json()['access_token']}"}


async def link(
    api: httpx.AsyncClient,
    project: Project,
    headers: dict[str, str],
    provider: str = "github",
    password: str | None = PASSWORD,
) -> httpx.Response:
    """Link a new identity."""
    social_session = await project.sign_in(somebody(), provider)
    body = {"provider": provider, "accessToken": social_session.access_token, "password": password}
    return await api.post(PATH, json=body, headers=headers)


async def unlink(
    api: httpx.AsyncClient, headers: dict[str, str], identity_id: str, password: str | None = PASSWORD
) -> httpx.Response:
    body = {"password": password}
    return await api.request("DELETE", f"{PATH}/{identity_id}", json=body, headers=headers)


async def listed(api: httpx.AsyncClient, headers: dict[str, str]) -> list[dict[str, Any]]:
    response = await api.get(PATH, headers=headers)
    assert response.status_code == 200, response.text
    return response.json()


async def subjects_of_mails(resources: Resources) -> list[str]:
    return [mail.subject for mail in await stored(resources, OutboxMail) if "sign in with" in mail.subject]


@pytest.mark.one_database
async def test_a_linked_account_signs_in_too(
    api: httpx.AsyncClient, resources: Resources, project: Project, account: Account
):
    person = somebody()
    assert await listed(api, account.headers) == []
    social_session = await project.sign_in(person, "github")
    body = {"provider": "github", "accessToken": social_session.access_token, "password": PASSWORD}
    added = await account.post(PATH, json=body)
    assert added.status_code == 200
    assert added.json() | {"provider": "github", "email": person.email} == added.json()
    assert await listed(api, account.headers) == [added.json()]
    exported = await account.get("/api/profile/export")
    assert exported.json()["identities"] == [added.json()]
    again = await api.post(CALLBACK, json=posted(social_session, "github"))
    assert again.json()["user"]["id"] == account.user["id"]
    assert await subjects_of_mails(resources) == ["You can now sign in with GitHub"]


@pytest.mark.one_database
async def test_linking_it_again_changes_nothing(resources: Resources, project: Project, account: Account):
    social_session = await project.sign_in(somebody(), "github")
    body = {"provider": "github", "accessToken": social_session.access_token, "password": PASSWORD}
    first = await account.post(PATH, json=body)
    assert (await account.post(PATH, json=body)).json() == first.json()
    assert await subjects_of_mails(resources) == ["You can now sign in with GitHub"]


@pytest.mark.one_database
async def test_an_identity_of_another_account_cannot_be_linked(
    api: httpx.AsyncClient, resources: Resources, project: Project, account: Account
):
    social_session = await project.sign_in(somebody())
    assert (await api.post(CALLBACK, json=posted(social_session))).is_success
    body = {"provider": "google", "accessToken": social_session.access_token, "password": PASSWORD}
    problem(await account.post(PATH, json=body), 409, "identity_in_use")
    (identity,) = await stored(resources, Identity)
    assert str(identity.user_id) != account.user["id"]


@pytest.mark.one_database
async def test_an_unconfirmed_account_cannot_be_linked(api: httpx.AsyncClient, project: Project):
    """The email may belong to somebody else, and their confirmation would let the linked identity in."""
    account = await register(api)
    problem(await link(api, project, account.headers), 409, "email_unconfirmed")


@pytest.mark.one_database
async def test_an_identity_with_an_unverified_email_is_not_linked(project: Project, account: Account):
    social_session = await project.sign_in(somebody(email_verified=False))
    body = {"provider": "google", "accessToken": social_session.access_token, "password": PASSWORD}
    problem(await account.post(PATH, json=body), 422, "social_email_unverified")


@pytest.mark.one_database
async def test_an_old_sign_in_is_not_linked(project: Project, account: Account, clock: FakeClock):
    social_session = await project.sign_in(somebody())
    clock.advance(minutes=11)
    body = {"provider": "google", "accessToken": social_session.access_token, "password": PASSWORD}
    problem(await account.post(PATH, json=body), 401, "social_sign_in_too_old")


@pytest.mark.one_database
async def test_unlinking_is_reported_by_mail_and_ends_the_sign_in(
    api: httpx.AsyncClient, resources: Resources, project: Project, account: Account
):
    identity = (await link(api, project, account.headers)).json()
    assert (await unlink(api, account.headers, identity["id"])).status_code == 204
    assert await listed(api, account.headers) == []
    added, removed = sorted(await subjects_of_mails(resources), reverse=True)
    assert (added, removed) == ("You can now sign in with GitHub", "You can no longer sign in with GitHub")
    problem(await unlink(api, account.headers, identity["id"]), 404, "identity_not_found")


@pytest.mark.parametrize("password", ["wrong plain horses", "", None])
@pytest.mark.one_database
async def test_a_wrong_password_can_neither_link_nor_unlink(
    api: httpx.AsyncClient, project: Project, account: Account, password: str | None
):
    refused = problem(await link(api, project, account.headers, password=password), 422, "wrong_password")
    assert [error["field"] for error in refused["errors"]] == ["password"]
    assert await listed(api, account.headers) == []
    identity = (await link(api, project, account.headers)).json()
    problem(await unlink(api, account.headers, identity["id"], password), 422, "wrong_password")
    assert await listed(api, account.headers) == [identity]


@pytest.mark.one_database
async def test_unlinking_without_a_password_needs_a_recent_sign_in(
    api: httpx.AsyncClient, project: Project, clock: FakeClock
):
    headers = await social_account(api, project)
    second = (await link(api, project, headers)).json()
    clock.advance(minutes=10, seconds=1)
    problem(await unlink(api, headers, second["id"]), 403, "recent_sign_in_required")
    assert len(await listed(api, headers)) == 2


@pytest.mark.one_database
async def test_the_last_way_to_sign_in_cannot_be_removed(api: httpx.AsyncClient, project: Project):
    headers = await social_account(api, project)
    (first,) = await listed(api, headers)
    problem(await unlink(api, headers, first["id"]), 409, "last_sign_in_method")
    assert await listed(api, headers) == [first]
    assert (await link(api, project, headers)).is_success
    assert (await unlink(api, headers, first["id"])).status_code == 204
    (second,) = await listed(api, headers)
    problem(await unlink(api, headers, second["id"]), 409, "last_sign_in_method")


async def test_two_simultaneous_removals_leave_a_way_to_sign_in(api: httpx.AsyncClient, project: Project):
    headers = await social_account(api, project)
    assert (await link(api, project, headers)).is_success
    both = await listed(api, headers)
    responses = await asyncio.gather(*(unlink(api, headers, one["id"]) for one in both))
    assert sorted(response.status_code for response in responses) == [204, 409]
    assert len(await listed(api, headers)) == 1
