"""Certificates as their holders see them."""

import random
from io import BytesIO

import httpx
import pypdf
import pytest
from fastapi import FastAPI

from tests.answering import pass_exam, submit, take_exam
from tests.api.accounts.test_auth import problem
from tests.conftest import FakeClock
from tests.factories import Account, register
from tests.mailbox import confirm
from webdev_certs.server.api.dependencies import Resources


@pytest.mark.one_database
async def test_passing_earns_a_certificate(account: Account):
    result = await pass_exam(account)
    (certificate,) = await account.read("/api/certificates")
    number = certificate["number"]
    assert certificate == {
        "number": result["certificate_number"],
        "status": "valid",
        "on_profile": False,
        "technology": "react",
        "name": "React",
        "title": "Certified React Developer",
        "holder_name": "Ada Lovelace",
        "name_public": True,
        "score": result["score"],
        "score_public": False,
        "credential_public": False,
        "test_id": result["test_id"],
        "issued_at": "2026-03-02T09:00:00Z",
        "expires_at": "2028-03-02T09:00:00Z",
        "verify_url": f"https://certs.example:8443/verify/{number}",
        "replaced_by": None,
        "reissuable": False,
    }
    one = await account.get(f"/api/certificates/{number}")
    assert one.json() == certificate


async def test_certificates_are_newest_first(account: Account, clock: FakeClock):
    await pass_exam(account)
    clock.advance(minutes=1)
    await pass_exam(account, "java")
    certificates = await account.read("/api/certificates")
    assert [certificate["technology"] for certificate in certificates] == ["java", "react"]


@pytest.mark.one_database
async def test_a_number_that_is_taken_is_drawn_again(
    api: httpx.AsyncClient, account: Account, resources: Resources
):
    first = await pass_exam(account)
    other = await register(api)
    await confirm(other)
    state = await take_exam(other)
    drawn = first["certificate_number"].replace("-", "")[5:13]
    taken = iter([list(drawn), list(drawn)])

    def choices(population, *, k):
        return next(taken, None) or random.Random(5).choices(population, k=k)

    # Replaced on this instance only; the type checker sees a method.
    resources.rng.choices = choices  # type: ignore[method-assign]
    result = (await submit(other, state["test_id"])).json()
    assert result["passed"] is True
    assert result["certificate_number"] != first["certificate_number"]
    assert next(taken, None) is None


@pytest.mark.one_database
async def test_the_holder_chooses_whether_the_score_is_public(api: httpx.AsyncClient, account: Account):
    result = await pass_exam(account)
    path = f"/api/certificates/{result['certificate_number']}"
    verify = f"/api/verify/{result['certificate_number']}"
    assert (await api.get(verify)).json()["score"] is None
    for public in (True, False):
        shared = await account.patch(path, json={"score_public": public})
        assert shared.json()["score_public"] is public
        assert (await api.get(verify)).json()["score"] == (result["score"] if public else None)
    response = await account.patch(path, json={"name_hidden": True})
    problem(response, 422, "invalid_request")


@pytest.mark.one_database
async def test_the_pdf_states_the_facts_of_the_certificate(account: Account, api_app: FastAPI):
    result = await pass_exam(account)
    number = result["certificate_number"]
    path = f"/api/certificates/{number}"
    response = await account.get(f"{path}/pdf")
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/pdf"
    assert response.headers["content-disposition"] == f'attachment; filename="{number}.pdf"'
    text = pdf_text(response.content)
    for line in (
        "Ada Lovelace",
        "Certified React Developer",
        number,
        "March\u00a02,\u00a02026",
        "March\u00a02,\u00a02028",
    ):
        assert line in text
    assert f"certs.example:8443/verify/{number}" in text
    (attached,) = pypdf.PdfReader(BytesIO(response.content)).attachments[f"{number}.json"]
    credential = await account.get(f"{path}/credential")
    assert attached == credential.content
    letter = await account.get(f"{path}/pdf?paper=letter")
    assert round(pypdf.PdfReader(BytesIO(letter.content)).pages[0].mediabox.width) == 792
    problem(await account.get(f"{path}/pdf?paper=a3"), 422, "invalid_request")


def pdf_text(content: bytes) -> str:
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(BytesIO(content)).pages)
