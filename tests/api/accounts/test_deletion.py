"""Deleting an account: what is erased, and what happens to certificates."""

from typing import Any
from uuid import UUID

import httpx
import pytest
from sqlalchemy import func
from sqlmodel import SQLModel, select

from tests import practicing
from tests.answering import pass_exam, report, start_exam
from tests.api.accounts.test_auth import problem
from tests.api.accounts.test_profile import drop_password
from tests.conftest import FakeClock
from tests.factories import ADA, PASSWORD, Account, register, registration
from tests.mailbox import mails
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import AttemptReview, Certificate
from webdev_certs.server.services.payments import entitlements

LEFT = {"kind": "left", "position": 1, "seconds": 12}
EXTRA_TIME = {"percent": 50, "reason": "I read with a magnifier."}
# What does not belong to a person: the bank's items, and mails on their way out.
# The hashes of mailboxes in `exam_starts` are kept for as long as they delay a start.
_IMPERSONAL = {"issuer_keys", "item_versions", "outbox", "exam_counts", "item_exposures"}
_IMPERSONAL |= {"exam_starts", "jobs", "retakes"}
_CREATED = {
    *("attempt_events", "attempt_items", "attempt_reviews", "attempts", "certificates", "entitlements"),
    *("extra_time_requests", "item_annotations", "item_reports", "login_sessions", "one_time_tokens"),
    *("practice_items", "practice_sessions", "public_profiles", "review_cards", "users"),
}


async def delete(
    account: Account, certificates: str | None = "keep_anonymous", **changes: Any
) -> httpx.Response:
    form = {"certificates": certificates, "password": PASSWORD} | changes
    return await account.request("DELETE", "/api/profile", json=form)


async def rows_left(resources: Resources) -> dict[str, int]:
    """Return the number of rows of each table that is not empty and has data of users."""
    async with resources.database.engine.connect() as connection:
        counts = {
            table.name: (await connection.execute(select(func.count()).select_from(table))).scalar_one()
            for table in SQLModel.metadata.sorted_tables
        }
    return {name: count for name, count in counts.items() if count and name not in _IMPERSONAL}


async def live(account: Account, resources: Resources) -> str:
    """Create data of every kind, and return the number of the certificate."""
    passed = await pass_exam(account)
    running = await start_exam(account, "java")
    await report(account, running, text="A word is missing.")
    practiced = await practicing.finish(account)
    now = resources.clock()
    async with resources.database.transaction() as db:
        await entitlements.grant(db, UUID(account.user["id"]), "granted", now)
        decided = {"decided_at": now, "decision": "released", "note": "Write to us."}
        attempt = UUID(passed["test_id"])
        db.add(AttemptReview(attempt_id=attempt, reasons=["rapid_answers"], held_at=now, **decided))
    number, noted = passed["certificate_number"], f"{practiced['practice_session_id']}/items/2"
    for method, path, body in (
        ("PATCH", f"certificates/{number}", {"score_public": True}),
        ("PUT", "profile/public", {}),
        ("POST", f"tests/{running['test_id']}/events", LEFT),
        ("POST", "profile/extra-time", EXTRA_TIME),
        ("PATCH", f"practice/{noted}/annotation", {"bookmarked": True, "note": "Mine alone."}),
        ("POST", "auth/forgot-password", {"email": ADA}),
    ):
        response = await account.request(method, f"/api/{path}", json=body)
        assert response.is_success, response.text
    return number


async def test_nothing_personal_is_left(
    api: httpx.AsyncClient, account: Account, resources: Resources, clock: FakeClock
):
    number = await live(account, resources)
    assert set(await rows_left(resources)) >= _CREATED
    clock.advance(seconds=1)
    response = await delete(account)
    assert (response.status_code, response.content) == (204, b"")
    assert await rows_left(resources) == {"certificates": 1}
    async with resources.database.transaction() as db:
        (certificate,) = (await db.exec(select(Certificate))).all()
    assert certificate.number == number
    assert (certificate.user_id, certificate.attempt_id, certificate.holder_name) == (None, None, None)
    assert "Lovelace" not in repr(certificate)
    shown = (await api.get(f"/api/verify/{number}")).json()
    assert (shown["status"], shown["holder_name"], shown["score"]) == ("valid", None, None)
    assert shown["title"] == "Certified React Developer"
    assert (await mails(api, ADA))[-1].subject == "Your account was deleted"


async def test_other_users_keep_everything(api: httpx.AsyncClient, account: Account, resources: Resources):
    other = await register(api, name="Grace Hopper")
    number = (await pass_exam(other))["certificate_number"]
    before = await rows_left(resources)
    passing = await register(api)
    await delete(passing)
    assert await rows_left(resources) == before
    assert (await api.get(f"/api/verify/{number}")).json()["holder_name"] == "Grace Hopper"


async def test_certificates_can_be_revoked(
    api: httpx.AsyncClient, account: Account, resources: Resources, clock: FakeClock
):
    number = await live(account, resources)
    clock.advance(minutes=5)
    await delete(account, "revoke")
    shown = (await api.get(f"/api/verify/{number}")).json()
    assert (shown["status"], shown["holder_name"], shown["score"]) == ("revoked", None, None)
    assert (shown["revoked_at"], shown["revocation_reason"]) == ("2026-03-02T09:05:00Z", "holder_left")
    clock.advance(days=1000)
    assert (await api.get(f"/api/verify/{number}")).json()["status"] == "revoked"


async def test_nobody_can_sign_in_but_the_email_can_be_registered_again(
    api: httpx.AsyncClient, account: Account
):
    await delete(account)
    credentials = {"email": ADA, "password": PASSWORD}
    problem(await api.post("/api/auth/login", json=credentials), 401, "invalid_credentials")
    refreshed = await api.post("/api/auth/refresh", json={"refresh_token": account.refresh_token})
    problem(refreshed, 401, "invalid_refresh_token")
    assert (await api.post("/api/auth/register", json=registration(email=ADA))).status_code == 201


@pytest.mark.parametrize("password", ["wrong plain horses", "", None])
@pytest.mark.one_database
async def test_it_needs_the_password(account: Account, password: str | None):
    body = problem(await delete(account, password=password), 422, "wrong_password")
    assert [error["field"] for error in body["errors"]] == ["password"]
    assert (await account.post("/api/auth/verify")).status_code == 200


async def test_without_a_password_it_needs_a_recent_sign_in(
    account: Account, resources: Resources, clock: FakeClock
):
    await drop_password(resources)
    clock.advance(minutes=10, seconds=1)
    problem(await delete(account, password=None), 403, "recent_sign_in_required")
    clock.advance(minutes=-5)
    assert (await delete(account, password=None)).status_code == 204


@pytest.mark.parametrize("certificates", ["", "keep", None])
@pytest.mark.one_database
async def test_the_choice_about_certificates_is_required(account: Account, certificates: str | None):
    body = problem(await delete(account, certificates=certificates), 422, "invalid_request")
    assert [error["field"] for error in body["errors"]] == ["certificates"]
