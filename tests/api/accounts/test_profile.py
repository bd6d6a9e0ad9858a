"""The user's account: read and changed, with a password set or changed."""

from typing import Any

import httpx
import pytest
from sqlmodel import select

from tests.api.accounts.test_auth import problem
from tests.conftest import FakeClock
from tests.factories import ADA, PASSWORD, Account, bearer, sign_in
from tests.mailbox import mails, newest_token
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import User

pytestmark = pytest.mark.one_database


NEW_PASSWORD = "eight calm rivers"


async def drop_password(resources: Resources) -> None:
    """Turn the only account into one as social sign-in creates them."""
    async with resources.database.transaction() as db:
        (user,) = (await db.exec(select(User))).all()
        user.password_hash = None


async def change(account: Account, **fields: Any) -> httpx.Response:
    return await account.patch("/api/profile", json=fields)


async def change_password(account: Account, current: str | None, new: str = NEW_PASSWORD) -> httpx.Response:
    form = {"current_password": current, "new_password": new}
    return await account.post("/api/profile/password", json=form)


async def test_a_profile_has_all_fields(account: Account):
    response = await account.get("/api/profile")
    assert response.json() == {
        "id": account.user["id"],
        "email": ADA,
        "email_confirmed": False,
        "pending_email": None,
        "full_name": "Ada Lovelace",
        "extra_time_percent": 0,
        "reduced_motion": False,
        "language": "en",
        "mails": {
            **dict.fromkeys(("passed", "result", "review", "expiry", "retake"), True),
            "practice": False,
        },
        "has_password": True,
        "created_at": "2026-03-02T09:00:00Z",
        "tutor_consented_at": None,
    }


async def test_only_the_given_fields_are_changed(account: Account):
    before = await account.read("/api/profile")
    for fields in ({"full_name": " Ada  King "}, {"reduced_motion": True}, {}):
        expected = before | fields | ({"full_name": "Ada King"} if "full_name" in fields else {})
        response = await change(account, **fields)
        assert (response.status_code, response.json()) == (200, expected)
        assert await account.read("/api/profile") == expected
        before = expected
    shown = (await account.post("/api/auth/verify")).json()["user"]
    assert (shown["full_name"], shown["reduced_motion"]) == ("Ada King", True)


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"full_name": "1815"}, "invalid_name", "full_name"),
        ({"full_name": "  "}, "invalid_request", "full_name"),
        # Only an operator grants it.
        ({"extra_time_percent": 50}, "invalid_request", "extra_time_percent"),
        ({"email": "other@example.com"}, "invalid_request", "email"),
        ({"email_confirmed": True}, "invalid_request", "email_confirmed"),
    ],
)
async def test_invalid_fields_are_named(account: Account, fields: dict[str, Any], code: str, field: str):
    body = problem(await change(account, **fields), 422, code)
    assert [error["field"] for error in body["errors"]] == [field]


async def test_a_changed_password_voids_the_old_one_and_reset_links(
    api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    clock.advance(seconds=1)
    await api.post("/api/auth/forgot-password", json={"email": ADA})
    link = await newest_token(api, ADA)
    clock.advance(seconds=1)
    refused = await change_password(account, PASSWORD, "ada lovelace 1815")
    problem(refused, 422, "password_contains_name")
    response = await change_password(account, PASSWORD)
    assert (response.status_code, response.content) == (204, b"")
    assert await sign_in(account, password=NEW_PASSWORD)
    old = await api.post("/api/auth/login", json={"email": ADA, "password": PASSWORD})
    problem(old, 401, "invalid_credentials")
    assert (await mails(api, ADA))[-1].subject == "Your password was changed"
    form = {"token": link, "password": "nine warm stones"}
    problem(await api.post("/api/auth/reset-password", json=form), 409, "reset_link_used")


@pytest.mark.parametrize("current", ["wrong plain horses", "", None])
async def test_changing_it_needs_the_old_one(account: Account, current: str | None):
    body = problem(await change_password(account, current), 422, "wrong_password")
    assert [error["field"] for error in body["errors"]] == ["current_password"]
    assert await sign_in(account)


async def test_a_first_password_needs_a_recent_sign_in(
    account: Account, resources: Resources, clock: FakeClock
):
    await drop_password(resources)
    assert (await account.read("/api/profile"))["has_password"] is False
    clock.advance(minutes=10, seconds=1)
    for current in (None, PASSWORD):
        problem(await change_password(account, current), 403, "recent_sign_in_required")
    clock.advance(seconds=-1)
    assert (await change_password(account, None)).status_code == 204
    assert await sign_in(account, password=NEW_PASSWORD)


async def test_refreshing_does_not_count_as_a_sign_in(
    api: httpx.AsyncClient, account: Account, resources: Resources, clock: FakeClock
):
    await drop_password(resources)
    clock.advance(minutes=11)
    refreshed = await api.post("/api/auth/refresh", json={"refresh_token": account.refresh_token})
    headers = bearer(refreshed.json()["access_token"])
    form = {"new_password": NEW_PASSWORD}
    response = await api.post("/api/profile/password", json=form, headers=headers)
    problem(response, 403, "recent_sign_in_required")
