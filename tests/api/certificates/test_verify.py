"""Public verification of certificates."""

import asyncio
from typing import get_args

import httpx
import pytest
from sqlmodel import update

from tests.api.accounts.test_auth import problem
from tests.api.certificates.holding import UNKNOWN
from tests.statements import observed_statements
from webdev_certs.schemas.certificates import OperatorsReason
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.domain.certificate_numbers import parse_number
from webdev_certs.server.models import Certificate


@pytest.mark.one_database
async def test_anyone_can_verify_a_certificate(api: httpx.AsyncClient, number: str):
    response = await api.get(f"/api/verify/{number}")
    assert response.status_code == 200
    assert response.headers["cache-control"] == "public, max-age=60"
    assert response.json() == {
        "number": number,
        "status": "valid",
        "technology": "react",
        "name": "React",
        "title": "Certified React Developer",
        "holder_name": "Ada Lovelace",
        "name_withheld": False,
        "score": None,
        "score_meaning": None,
        "cut_score": 500,
        "criteria": response.json()["criteria"],
        "issued_at": "2026-03-02T09:00:00Z",
        "expires_at": "2028-03-02T09:00:00Z",
        "revoked_at": None,
        "revocation_reason": None,
        "suspended_at": None,
        "suspension_reason": None,
        "replaced_at": None,
        "replaced_by": None,
        "issuer": "WebDev Certs",
        "checked_at": "2026-03-02T09:00:00Z",
    }


@pytest.mark.one_database
async def test_mistyped_and_unknown_numbers_get_different_errors(api: httpx.AsyncClient, number: str):
    wrong = number[:-1] + ("2" if number[-1] != "2" else "3")
    body = problem(await api.get(f"/api/verify/{wrong}"), 422, "certificate_mistyped")
    assert body["errors"][0]["field"] == "number"
    for typed in ("x", "WDC", "x" * 5000, "%00", "WDC-RE-%3F%3F%3F%3F-%3F%3F%3F%3F-%3F"):
        problem(await api.get(f"/api/verify/{typed}"), 422, "certificate_mistyped")
    problem(await api.get(f"/api/verify/{number[:-2]}"), 422, "certificate_too_short")
    response = await api.get(f"/api/verify/{UNKNOWN}")
    problem(response, 404, "certificate_unknown")
    assert "public" not in response.headers.get("cache-control", "")


async def test_simultaneous_verifications_share_a_query_and_get_their_own_answers(
    api: httpx.AsyncClient, number: str, resources: Resources
):
    published = resources.published_certificates
    statements: list[str] = []
    with observed_statements(statements.append):
        rows = await asyncio.gather(*map(published.find, [number, parse_number(UNKNOWN)] * 20))
    assert [row and row.number for row in rows] == [number, None] * 20
    assert len(statements) == 1


@pytest.mark.one_database
async def test_a_revoked_certificate_says_so_with_the_reason(
    api: httpx.AsyncClient, number: str, resources: Resources
):
    for reason in get_args(OperatorsReason):
        async with resources.database.transaction() as db:
            revoked = {"revoked_at": resources.clock(), "revocation_reason": reason}
            await db.exec(update(Certificate).values(**revoked))
        found = (await api.get(f"/api/verify/{number}")).json()
        assert (found["status"], found["revocation_reason"]) == ("revoked", reason)
        assert found["revoked_at"] == "2026-03-02T09:00:00Z"
