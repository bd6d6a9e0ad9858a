"""Certificates that are suspended, replaced, or without a public name: what the public and the holder see."""

import asyncio
import json
from io import BytesIO
from typing import Any
from uuid import UUID

import httpx
import pypdf
import pytest
from sqlalchemy import event, text
from sqlalchemy.util import await_only

from tests.api.accounts.test_auth import problem
from tests.api.certificates.test_status_lists import LIST, set_bits
from tests.conftest import FakeClock
from tests.factories import Account, register
from webdev_certs.server.api.dependencies import Resources, new_context
from webdev_certs.server.models import Credential, User
from webdev_certs.server.services.certificates import status_lists

DRAWN = ("pdf", "badge.svg", "badge.png")


async def suspend(resources: Resources, number: str, *, suspended: bool = True) -> None:
    """Suspend a certificate as an operator does, or reinstate it."""
    async with resources.database.transaction() as db:
        context = new_context(resources, db)
        certificate = await status_lists.lock_certificate(context, number)
        if suspended:
            assert await status_lists.suspend(context, certificate, "under_review")
        else:
            assert await status_lists.reinstate(context, certificate)


async def rename(resources: Resources, account: Account, name: str) -> None:
    async with resources.database.transaction() as db:
        user = await db.get_one(User, UUID(account.user["id"]))
        user.full_name = name


async def own(account: Account, number: str, form: str = "") -> httpx.Response:
    return await account.get(f"/api/certificates/{number}{form}")


async def reissue(account: Account, number: str) -> httpx.Response:
    return await account.post(f"/api/certificates/{number}/reissue")


async def seen(api: httpx.AsyncClient, number: str) -> dict[str, Any]:
    return (await api.get(f"/api/verify/{number}")).json()


@pytest.mark.one_database
async def test_a_suspended_certificate_says_so_until_it_is_reinstated(
    api: httpx.AsyncClient, account: Account, resources: Resources, number: str, clock: FakeClock
):
    credential = (await own(account, number, "/credential")).json()
    index = int(credential["credentialStatus"][0]["statusListIndex"])
    await suspend(resources, number)
    found = await seen(api, number)
    assert (found["status"], found["suspension_reason"]) == ("suspended", "under_review")
    assert found["suspended_at"] == "2026-03-02T09:00:00Z"
    clock.advance(seconds=15)
    assert set_bits((await api.get(f"{LIST}/suspension")).json()) == [index]
    assert set_bits((await api.get(LIST)).json()) == []
    upload = await api.post("/api/verify", content=json.dumps(credential))
    assert upload.json()["status"] == "suspended"
    for form in DRAWN:
        problem(await own(account, number, f"/{form}"), 409, "certificate_not_valid")
    await suspend(resources, number, suspended=False)
    found = await seen(api, number)
    assert (found["status"], found["suspended_at"], found["suspension_reason"]) == ("valid", None, None)
    clock.advance(seconds=15)
    assert set_bits((await api.get(f"{LIST}/suspension")).json()) == []
    for form in DRAWN:
        assert (await own(account, number, f"/{form}")).status_code == 200


async def test_a_suspension_reaches_copies_that_name_only_the_list_of_revocations(
    api: httpx.AsyncClient, account: Account, resources: Resources, number: str, clock: FakeClock
):
    """Such as those of the versions before."""
    credential = (await own(account, number, "/credential")).json()
    index = int(credential["credentialStatus"][0]["statusListIndex"])
    async with resources.database.transaction() as db:
        stored = await db.get_one(Credential, number)
        stored.lists_suspension = False
    await suspend(resources, number)
    for path in (LIST, f"{LIST}/suspension"):
        assert set_bits((await api.get(path)).json()) == [index]
    await suspend(resources, number, suspended=False)
    clock.advance(seconds=15)
    assert set_bits((await api.get(LIST)).json()) == []


@pytest.mark.one_database
async def test_a_revocation_is_final_and_hides_a_suspension(
    api: httpx.AsyncClient, account: Account, resources: Resources, number: str
):
    credential = (await own(account, number, "/credential")).json()
    await suspend(resources, number)
    async with resources.database.transaction() as db:
        context = new_context(resources, db)
        certificate = await status_lists.lock_certificate(context, number)
        await status_lists.revoke(context, certificate, "rules_broken")
        assert not await status_lists.suspend(context, certificate, "under_review")
        assert not await status_lists.reinstate(context, certificate)
    found = await seen(api, number)
    assert (found["status"], found["suspended_at"], found["suspension_reason"]) == ("revoked", None, None)
    index = int(credential["credentialStatus"][0]["statusListIndex"])
    assert set_bits((await api.get(LIST)).json()) == [index]
    assert set_bits((await api.get(f"{LIST}/suspension")).json()) == []


@pytest.mark.one_database
async def test_a_certificate_is_issued_again_after_a_change_of_the_name(
    api: httpx.AsyncClient, account: Account, resources: Resources, number: str, clock: FakeClock
):
    before = (await own(account, number)).json()
    assert before["reissuable"] is False
    problem(await reissue(account, number), 409, "name_unchanged")
    credential = (await own(account, number, "/credential")).json()
    await account.patch(f"/api/certificates/{number}", json={"score_public": True})
    await rename(resources, account, "Ada King")
    assert (await own(account, number)).json()["reissuable"] is True
    assert (await seen(api, number))["holder_name"] == "Ada Lovelace", "it stays as it was issued"
    clock.advance(minutes=1)
    response = await reissue(account, number)
    assert response.status_code == 201, response.text
    new = response.json()
    assert new["number"] != number
    expected = {"number": new["number"], "holder_name": "Ada King", "verify_url": new["verify_url"]}
    assert new == before | expected | {"score_public": True}
    old = (await own(account, number)).json()
    assert (old["status"], old["replaced_by"], old["test_id"]) == ("replaced", new["number"], None)
    found = await seen(api, number)
    assert (found["status"], found["replaced_by"]) == ("replaced", new["number"])
    assert found["replaced_at"] == "2026-03-02T09:01:00Z"
    assert (found["holder_name"], found["name_withheld"]) == (None, True)
    found = await seen(api, new["number"])
    assert (found["status"], found["holder_name"]) == ("valid", "Ada King")
    assert found["issued_at"] == before["issued_at"], "a new name does not make it valid for longer"
    clock.advance(seconds=15)
    assert set_bits((await api.get(LIST)).json()) == [
        int(credential["credentialStatus"][0]["statusListIndex"])
    ]
    result = await account.get(f"/api/tests/{before['test_id']}/result")
    assert result.json()["certificate_number"] == new["number"]
    progress = await account.get("/api/progress")
    assert progress.json()["certificates"] == 1
    for form in DRAWN:
        problem(await own(account, number, f"/{form}"), 409, "certificate_not_valid")
    problem(await reissue(account, number), 409, "certificate_not_valid")


@pytest.mark.one_database
async def test_nobody_reads_the_earlier_name_after_a_reissue(
    api: httpx.AsyncClient, account: Account, resources: Resources, number: str
):
    path = f"/api/certificates/{number}"
    await account.patch(path, json={"credential_public": True})
    assert "Lovelace" in (await api.get(f"/api/verify/{number}/credential")).text
    await rename(resources, account, "Ada King")
    new = (await reissue(account, number)).json()
    problem(await api.get(f"/api/verify/{number}/credential"), 404, "credential_private")
    assert (await own(account, number)).json()["credential_public"] is False
    # Even the holder gets it without the name, because they might pass it on.
    assert "Lovelace" not in (await own(account, number, "/credential")).text
    assert "Ada King" in (await api.get(f"/api/verify/{new['number']}/credential")).text
    # The credential stays private even if the holder asks to make it public again.
    await account.patch(path, json={"credential_public": True})
    problem(await api.get(f"/api/verify/{number}/credential"), 404, "credential_private")


async def test_of_simultaneous_requests_one_replaces_a_certificate(
    account: Account, resources: Resources, number: str
):
    await rename(resources, account, "Ada King")
    answers = await asyncio.gather(*(reissue(account, number) for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
    listed = await account.read("/api/certificates")
    assert sorted(certificate["status"] for certificate in listed) == ["replaced", "valid"]


@pytest.mark.parametrize("column", ["revoked_at", "suspended_at"])
@pytest.mark.one_database
async def test_what_an_operator_decides_during_a_reissue_is_kept(
    api: httpx.AsyncClient, account: Account, resources: Resources, number: str, column: str
):
    operators = resources.database.sqlite_engine
    if operators is None:
        pytest.skip("PostgreSQL locks the row from the first statement on")
    await rename(resources, account, "Ada King")
    decisions: list[str] = []

    def decide() -> None:
        with operators.begin() as connection:
            connection.execute(text(f"UPDATE certificates SET {column} = '2026-03-02 09:00:00'"))

    def decide_before(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.startswith("UPDATE certificates") and not decisions:
            decisions.append(statement)
            # In a thread, because background jobs must go on: one of them may be writing.
            await_only(asyncio.to_thread(decide))

    event.listen(resources.database.engine.sync_engine, "before_cursor_execute", decide_before)
    problem(await reissue(account, number), 409, "certificate_not_valid")
    assert decisions
    found = await seen(api, number)
    assert (found["status"], found["replaced_by"]) == (column.removesuffix("_at"), None)


@pytest.mark.one_database
async def test_only_valid_certificates_are_issued_again(
    api: httpx.AsyncClient, account: Account, resources: Resources, number: str
):
    await rename(resources, account, "Ada King")
    problem(await reissue(await register(api), number), 404, "certificate_unknown")
    await suspend(resources, number)
    problem(await reissue(account, number), 409, "certificate_not_valid")


async def test_a_withheld_name_is_in_no_public_form(
    api: httpx.AsyncClient, account: Account, number: str, clock: FakeClock
):
    path = f"/api/certificates/{number}"
    choice = {"name_public": False, "credential_public": True}
    assert (await account.patch(path, json=choice)).json()["name_public"] is False
    found = await seen(api, number)
    assert (found["status"], found["holder_name"], found["name_withheld"]) == ("valid", None, True)
    public = await api.get(f"/api/verify/{number}/credential")
    assert public.status_code == 200
    assert "Lovelace" not in public.text
    assert "emailAddress" not in public.text
    assert "Lovelace" not in (await own(account, number, "/badge.svg")).text
    content = (await own(account, number, "/pdf")).content
    pdf = pypdf.PdfReader(BytesIO(content))
    text = pdf.pages[0].extract_text()
    assert "Lovelace" not in f"{text}{pdf.metadata}{pdf.xmp_metadata}"
    assert "name withheld" in " ".join(text.split())
    (attached,) = pdf.attachments[f"{number}.json"]
    assert b"Lovelace" not in attached
    assert (await own(account, number)).json()["holder_name"] == "Ada Lovelace"
    clock.advance(minutes=1)
    shown = await account.patch(path, json={"name_public": True})
    assert shown.json()["name_public"] is True
    assert (await seen(api, number))["holder_name"] == "Ada Lovelace"
    assert "Lovelace" in (await api.get(f"/api/verify/{number}/credential")).text
