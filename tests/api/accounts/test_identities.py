"""Linking and unlinking Google and GitHub."""

import asyncio
from typing import Any

import httpx
import pytest
from supabase_auth import Session

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


async def social_account(api: httpx.AsyncClient, project: Project) -> Account:
    """Return a user who can sign in only with Google."""
    body = (await api.post(CALLBACK, json=posted(await project.sign_in(somebody())))).json()
    return Account(body["user"], body["access_token"], body["refresh_token"], "", api)


async def link(
    account: Account, social_session: Session, provider: str = "github", password: str | None = PASSWORD
) -> httpx.Response:
    """Link the identity of a social session."""
    body = {"provider": provider, "accessToken": social_session.access_token, "password": password}
    return await account.post(PATH, json=body)


async def link_new(account: Account, project: Project) -> dict[str, Any]:
    """Link a new identity at GitHub."""
    linked = await link(account, await project.sign_in(somebody(), "github"))
    assert linked.status_code == 200, linked.text
    return linked.json()


async def unlink(
    account: Account, identity: dict[str, Any], password: str | None = PASSWORD
) -> httpx.Response:
    return await account.delete(f"{PATH}/{identity['id']}", json={"password": password})


async def subjects_of_mails(resources: Resources) -> list[str]:
    return [mail.subject for mail in await stored(resources, OutboxMail) if "sign in with" in mail.subject]


@pytest.mark.one_database
async def test_a_linked_account_signs_in_too(
    api: httpx.AsyncClient, resources: Resources, project: Project, account: Account
):
    person = somebody()
    assert await account.read(PATH) == []
    social_session = await project.sign_in(person, "github")
    # Linking it again changes nothing.
    first, again = [(await link(account, social_session)).json() for _ in range(2)]
    assert first | {"provider": "github", "email": person.email} == first == again
    assert await account.read(PATH) == [first]
    assert (await account.read("/api/profile/export"))["identities"] == [first]
    came = await api.post(CALLBACK, json=posted(social_session, "github"))
    assert came.json()["user"]["id"] == account.user["id"]
    assert await subjects_of_mails(resources) == ["You can now sign in with GitHub"]


@pytest.mark.one_database
async def test_an_identity_of_another_account_cannot_be_linked(
    api: httpx.AsyncClient, resources: Resources, project: Project, account: Account
):
    social_session = await project.sign_in(somebody())
    assert (await api.post(CALLBACK, json=posted(social_session))).is_success
    problem(await link(account, social_session, "google"), 409, "identity_in_use")
    (identity,) = await stored(resources, Identity)
    assert str(identity.user_id) != account.user["id"]


@pytest.mark.one_database
async def test_an_unconfirmed_account_cannot_be_linked(api: httpx.AsyncClient, project: Project):
    """The email may belong to somebody else, and their confirmation would let the linked identity in."""
    social_session = await project.sign_in(somebody())
    problem(await link(await register(api), social_session, "google"), 409, "email_unconfirmed")


@pytest.mark.one_database
async def test_an_unverified_email_and_an_old_sign_in_are_not_linked(
    project: Project, account: Account, clock: FakeClock
):
    unverified = await project.sign_in(somebody(email_verified=False))
    problem(await link(account, unverified, "google"), 422, "social_email_unverified")
    old = await project.sign_in(somebody())
    clock.advance(minutes=11)
    problem(await link(account, old, "google"), 401, "social_sign_in_too_old")


@pytest.mark.one_database
async def test_unlinking_is_reported_by_mail_and_ends_the_sign_in(
    resources: Resources, project: Project, account: Account
):
    identity = await link_new(account, project)
    assert (await unlink(account, identity)).status_code == 204
    assert await account.read(PATH) == []
    added, removed = sorted(await subjects_of_mails(resources), reverse=True)
    assert (added, removed) == ("You can now sign in with GitHub", "You can no longer sign in with GitHub")
    problem(await unlink(account, identity), 404, "identity_not_found")


@pytest.mark.parametrize("password", ["wrong plain horses", "", None])
@pytest.mark.one_database
async def test_a_wrong_password_can_neither_link_nor_unlink(
    project: Project, account: Account, password: str | None
):
    social_session = await project.sign_in(somebody())
    refused = problem(await link(account, social_session, "google", password), 422, "wrong_password")
    assert [error["field"] for error in refused["errors"]] == ["password"]
    assert await account.read(PATH) == []
    identity = await link_new(account, project)
    problem(await unlink(account, identity, password), 422, "wrong_password")
    assert await account.read(PATH) == [identity]


@pytest.mark.one_database
async def test_unlinking_without_a_password_needs_a_recent_sign_in(
    api: httpx.AsyncClient, project: Project, clock: FakeClock
):
    account = await social_account(api, project)
    second = await link_new(account, project)
    clock.advance(minutes=10, seconds=1)
    problem(await unlink(account, second), 403, "recent_sign_in_required")
    assert len(await account.read(PATH)) == 2


@pytest.mark.one_database
async def test_the_last_way_to_sign_in_cannot_be_removed(api: httpx.AsyncClient, project: Project):
    account = await social_account(api, project)
    (first,) = await account.read(PATH)
    problem(await unlink(account, first), 409, "last_sign_in_method")
    assert await account.read(PATH) == [first]
    second = await link_new(account, project)
    assert (await unlink(account, first)).status_code == 204
    problem(await unlink(account, second), 409, "last_sign_in_method")


async def test_two_simultaneous_removals_leave_a_way_to_sign_in(api: httpx.AsyncClient, project: Project):
    account = await social_account(api, project)
    await link_new(account, project)
    both = await account.read(PATH)
    responses = await asyncio.gather(*(unlink(account, one) for one in both))
    assert sorted(response.status_code for response in responses) == [204, 409]
    assert len(await account.read(PATH)) == 1
