"""Linked identities when a password is reset during another request."""

import asyncio

import httpx
import pytest

from tests.api.accounts.social import CALLBACK, clock, project, served_project, settings
from tests.api.accounts.test_auth import problem, stored
from tests.api.accounts.test_identities import account, link
from tests.conftest import FakeClock
from tests.factories import Account, bearer
from tests.mailbox import mails, newest_token
from tests.social import Person, Project, posted, somebody
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.gateways.supabase import ProviderIdentity
from webdev_certs.server.models import Identity
from webdev_certs.server.services.accounts import sign_in

__all__ = ["account", "clock", "project", "served_project", "settings"]


@pytest.mark.one_database
async def test_a_reset_unlinks_identities_with_another_email(
    api: httpx.AsyncClient, project: Project, account: Account, resources: Resources, clock: FakeClock
):
    """An intruder could otherwise sign in with it again."""
    intruder = await project.sign_in(somebody(), "github")
    own = await project.sign_in(Person(email=account.user["email"], name="Ada"), "google")
    for provider, social_session in (("github", intruder), ("google", own)):
        assert (await link(account, social_session, provider)).status_code == 200
    form = await reset_form(account, clock)
    assert (await api.post("/api/auth/reset-password", json=form)).status_code == 204
    came_back = (await api.post(CALLBACK, json=posted(intruder, "github"))).json()["user"]
    still_own = (await api.post(CALLBACK, json=posted(own, "google"))).json()["user"]
    assert (came_back["id"] == account.user["id"], still_own["id"]) == (False, account.user["id"])
    subjects = [mail.subject for mail in await mails(api, account.user["email"])]
    assert "You can no longer sign in with GitHub" in subjects


async def reset_form(account: Account, clock: FakeClock) -> dict[str, str]:
    clock.advance(seconds=1)
    await account.api.post("/api/auth/forgot-password", json={"email": account.user["email"]})
    return {"token": await newest_token(account.api, account.user["email"]), "password": "eight plain horses"}


async def test_a_social_sign_in_does_not_survive_a_reset_in_between(
    api: httpx.AsyncClient, project: Project, account: Account, clock: FakeClock, monkeypatch
):
    """The reset removes the link after the sign-in has found it and before a login session starts."""
    intruder = await project.sign_in(somebody(), "github")
    assert (await link(account, intruder)).status_code == 200
    form = await reset_form(account, clock)
    resets: list[asyncio.Task[httpx.Response]] = []
    find = sign_in.find_identity

    async def slow_find(db: AsyncSession, identity: ProviderIdentity) -> Identity | None:
        found = await find(db, identity)
        if not resets:
            resets.append(asyncio.create_task(api.post("/api/auth/reset-password", json=form)))
            # SQLite runs the reset only after the sign-in has ended.
            await asyncio.wait(resets, timeout=1)
        return found

    monkeypatch.setattr(sign_in, "find_identity", slow_find)
    came = await api.post(CALLBACK, json=posted(intruder, "github"))
    assert (await resets[0]).status_code == 204
    if came.status_code == 200:
        verified = await api.post("/api/auth/verify", headers=bearer(came.json()["access_token"]))
        problem(verified, 401, "session_ended")
    else:
        problem(came, 401, "sign_in_overtaken")


@pytest.mark.one_database
async def test_an_identity_is_not_linked_if_a_reset_comes_in_between(
    api: httpx.AsyncClient,
    project: Project,
    account: Account,
    resources: Resources,
    clock: FakeClock,
    monkeypatch,
):
    form, social_session = await reset_form(account, clock), await project.sign_in(somebody(), "github")
    hasher = resources.password_hasher
    verify = hasher.verify

    async def slow_verify(encoded: str, password: str) -> bool:
        matches = await verify(encoded, password)
        assert (await api.post("/api/auth/reset-password", json=form)).status_code == 204
        return matches

    monkeypatch.setattr(hasher, "verify", slow_verify)
    problem(await link(account, social_session), 422, "wrong_password")
    assert await stored(resources, Identity) == []
