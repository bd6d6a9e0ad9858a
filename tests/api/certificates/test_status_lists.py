"""Status lists: revoked credentials are refused everywhere within a minute."""

import gzip
import json
from base64 import urlsafe_b64decode
from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest

from tests.answering import pass_exam
from tests.api.accounts.test_auth import problem
from tests.conftest import FakeClock
from tests.factories import Account
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.domain.status_lists import LIST_SIZE
from webdev_certs.server.models import Certificate, Credential, IssuerKey
from webdev_certs.server.services.certificates.issuer_keys import find_public_keys

LIST = "/api/credentials/status/1"


@pytest.fixture
async def credential(account: Account) -> dict[str, Any]:
    number = (await pass_exam(account))["certificate_number"]
    return await account.read(f"/api/certificates/{number}/credential")


async def revoke(resources: Resources, credential: dict[str, Any], *, revoked: bool = True) -> None:
    """Revoke the certificate of a credential, or take that back."""
    async with resources.database.transaction() as db:
        certificate = await db.get_one(Certificate, credential["credentialSubject"]["licenseNumber"])
        certificate.revoked_at = resources.clock() if revoked else None
        certificate.revocation_reason = "holder_left" if revoked else None


def set_bits(status_list: dict[str, Any]) -> list[int]:
    """Return the positions of the bits that are set."""
    encoded = status_list["credentialSubject"]["encodedList"]
    assert encoded[0] == "u"
    bits = gzip.decompress(urlsafe_b64decode(encoded[1:] + "=" * (-len(encoded[1:]) % 4)))
    assert len(bits) * 8 == LIST_SIZE
    return [
        index
        for byte, value in enumerate(bits)
        if value
        for index in range(byte * 8, byte * 8 + 8)
        if value & 0x80 >> index % 8
    ]


@pytest.mark.one_database
async def test_a_revocation_sets_the_bit_of_the_credential_and_no_other_within_a_minute(
    api: httpx.AsyncClient, resources: Resources, credential: dict[str, Any], clock: FakeClock
):
    entry, _ = credential["credentialStatus"]
    assert entry["statusPurpose"] == "revocation"
    before = await api.get(LIST)
    assert set_bits(before.json()) == []
    # Caches may keep the list for 30 s; the product itself makes it anew after 15 s.
    assert before.headers["cache-control"] == "public, max-age=30"
    assert before.json()["credentialSubject"]["ttl"] == 30_000
    await revoke(resources, credential)
    clock.advance(seconds=15)
    assert set_bits((await api.get(LIST)).json()) == [int(entry["statusListIndex"])]
    upload = await api.post("/api/verify", content=json.dumps(credential))
    assert upload.json()["status"] == "revoked"
    await revoke(resources, credential, revoked=False)
    clock.advance(seconds=15)
    assert set_bits((await api.get(LIST)).json()) == []


@pytest.mark.one_database
async def test_the_list_is_a_credential_of_the_same_issuer(
    api: httpx.AsyncClient, resources: Resources, credential: dict[str, Any]
):
    status_list = (await api.get(LIST)).json()
    assert status_list["id"] == credential["credentialStatus"][0]["statusListCredential"]
    assert status_list["issuer"] == credential["issuer"]["id"]
    assert status_list["type"] == ["VerifiableCredential", "BitstringStatusListCredential"]
    async with resources.database.transaction() as db:
        key_id = status_list["proof"]["verificationMethod"]
        public = await find_public_keys(db, resources.issuer.origin, key_id)
    assert public
    await resources.issuer.verify_document(status_list, public, "")


@pytest.mark.one_database
async def test_an_unchanged_list_is_not_sent_again(
    api: httpx.AsyncClient, credential: dict[str, Any], clock: FakeClock
):
    first = await api.get(LIST)
    clock.advance(hours=1)
    again = await api.get(LIST, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["cache-control"] == "public, max-age=30"


async def test_a_list_is_signed_again_long_before_it_expires(
    api: httpx.AsyncClient, credential: dict[str, Any], clock: FakeClock
):
    for _ in range(5):
        valid_until = datetime.fromisoformat((await api.get(LIST)).json()["validUntil"])
        assert valid_until - clock.now > timedelta(hours=12)
        clock.advance(hours=6)


@pytest.mark.one_database
async def test_lists_that_no_credential_names_do_not_exist(
    api: httpx.AsyncClient, credential: dict[str, Any]
):
    problem(await api.get("/api/credentials/status/2"), 404, "status_list_unknown")
    for impossible in ("0", "x", "-1", "99999999999999999999"):
        problem(await api.get(f"/api/credentials/status/{impossible}"), 422, "invalid_request")


async def test_if_draws_find_no_free_place_the_next_list_is_used(
    api: httpx.AsyncClient, account: Account, resources: Resources, credential: dict[str, Any]
):
    taken = int(credential["credentialStatus"][0]["statusListIndex"])
    # Replaced on this instance only; the type checker sees a method.
    resources.rng.randrange = lambda *_: taken  # type: ignore[method-assign]
    number = (await pass_exam(account, "java"))["certificate_number"]
    second = await account.read(f"/api/certificates/{number}/credential")
    entry, _ = second["credentialStatus"]
    assert entry["statusListCredential"].endswith("/api/credentials/status/2")
    assert entry["statusListIndex"] == str(taken)
    await revoke(resources, second)
    assert set_bits((await api.get(LIST)).json()) == []
    assert set_bits((await api.get("/api/credentials/status/2")).json()) == [taken]


async def test_a_certificate_revoked_before_its_first_download_is_revoked_in_the_list(
    api: httpx.AsyncClient, account: Account, resources: Resources
):
    number = (await pass_exam(account))["certificate_number"]
    await revoke(resources, {"credentialSubject": {"licenseNumber": number}})
    credential = await account.read(f"/api/certificates/{number}/credential")
    index = int(credential["credentialStatus"][0]["statusListIndex"])
    assert set_bits((await api.get(LIST)).json()) == [index]


@pytest.mark.one_database
async def test_a_key_stays_public_as_long_as_something_it_signed_is_valid(
    api: httpx.AsyncClient,
    account: Account,
    resources: Resources,
    credential: dict[str, Any],
    clock: FakeClock,
):
    async def key_ids() -> set[str]:
        """Return the names of keys, each of which has three forms."""
        did = (await api.get("/.well-known/did.json")).json()
        assert did["assertionMethod"] == [method["id"] for method in did["verificationMethod"]]
        names = [method["id"].partition("#")[2] for method in did["verificationMethod"]]
        keys = {name for name in names if name.count("-") == 1}
        assert sorted(names) == sorted(key + form for key in keys for form in ("", "-jwt", "-jwt-multikey"))
        return keys

    assert await key_ids() == {"key-1"}
    async with resources.database.transaction() as db:
        assert await resources.issuer.keys.rotate(db, clock.now) == 2
    assert await key_ids() == {"key-1", "key-2"}
    assert (await api.post("/api/verify", content=json.dumps(credential))).status_code == 200
    number = credential["credentialSubject"]["licenseNumber"]
    path = f"/api/certificates/{number}"
    again = await account.get(f"{path}/credential")
    assert again.json() == credential, "what is signed stays signed"
    await account.patch(path, json={"score_public": True})
    signed_anew = await account.read(f"{path}/credential")
    assert signed_anew["proof"]["verificationMethod"].endswith("#key-2")
    async with resources.database.transaction() as db:
        stored = await db.get_one(Credential, number)
        assert stored.key_number == 2
        old = await db.get_one(IssuerKey, 1)
        assert old.needed_until == datetime.fromisoformat(credential["validUntil"])
    clock.advance(days=729)
    assert "key-1" in await key_ids()
    clock.advance(days=3)
    assert await key_ids() == {"key-2"}
