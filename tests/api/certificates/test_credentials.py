"""Signed credentials: what they say, who may read them, and that every alteration is noticed."""

import asyncio
import json
import random
from typing import Any
from uuid import UUID

import httpx
import jwt
import pytest

from tests.answering import pass_exam
from tests.api.accounts.test_auth import problem
from tests.conftest import FakeClock
from tests.factories import Account, register
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.domain.certificate_numbers import check_character
from webdev_certs.server.domain.open_badges import identity_hash
from webdev_certs.server.models import Attempt, Certificate, Credential
from webdev_certs.settings import Settings

UNKNOWN = "WDCRE00000000" + check_character("WDCRE00000000")
DID = "did:web:certs.example%3A8443"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Settings with a public URL, and access tokens that never expire when the clock advances."""
    return settings.model_copy(
        update={
            "access_token_minutes": 60 * 24 * 365 * 10,
            "public_url": "https://certs.example:8443",
        }
    )


@pytest.fixture
async def number(api: httpx.AsyncClient, account: Account) -> str:
    return (await pass_exam(api, account))["certificate_number"]


async def download(api: httpx.AsyncClient, account: Account, number: str, form: str = "") -> str:
    """Return the holder's credential as text."""
    response = await api.get(f"/api/certificates/{number}/credential{form}", headers=account.headers)
    assert response.status_code == 200, response.text
    return response.text


async def share(api: httpx.AsyncClient, account: Account, number: str, **choice: bool) -> None:
    response = await api.patch(f"/api/certificates/{number}", json=choice, headers=account.headers)
    assert response.status_code == 200, response.text


async def upload(api: httpx.AsyncClient, credential: str | bytes) -> httpx.Response:
    """Have a credential verified."""
    content = credential.encode() if isinstance(credential, str) else credential
    return await api.post("/api/verify", content=content, headers={"Content-Type": "application/json"})


async def test_the_credential_states_the_facts_of_the_certificate(
    api: httpx.AsyncClient, account: Account, number: str
):
    response = await api.get(f"/api/certificates/{number}/credential", headers=account.headers)
    assert response.headers["content-type"] == "application/vc"
    assert response.headers["content-disposition"] == f'attachment; filename="{number}.json"'
    credential = response.json()
    assert credential["@context"] == [
        "https://www.w3.org/ns/credentials/v2",
        "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
    ]
    assert credential["id"] == f"https://certs.example:8443/api/verify/{number}/credential"
    assert credential["type"] == ["VerifiableCredential", "OpenBadgeCredential"]
    assert credential["issuer"]["id"] == DID
    assert credential["validFrom"] == "2026-03-02T09:00:00Z"
    assert credential["validUntil"] == "2028-03-02T09:00:00Z"
    status = credential["credentialStatus"]
    assert status["statusListCredential"] == "https://certs.example:8443/api/credentials/status/1"
    assert status["id"] == f"{status['statusListCredential']}#{status['statusListIndex']}"
    assert credential["proof"]["cryptosuite"] == "eddsa-rdfc-2022"
    assert credential["proof"]["verificationMethod"] == f"{DID}#key-1"
    subject = credential["credentialSubject"]
    assert subject["licenseNumber"] == number
    assert "result" not in subject
    achievement = subject["achievement"]
    assert achievement["name"] == "Certified React Developer"
    assert "React" in achievement["criteria"]["narrative"]
    assert [alignment["targetUrl"] for alignment in achievement["alignment"]] == ["https://example.com/"]
    email, name = subject["identifier"]
    assert email["identityHash"] == identity_hash(account.user["email"], email["salt"])
    assert account.user["email"] not in response.text
    assert (name["identityType"], name["identityHash"]) == ("name", "Ada Lovelace")


async def test_the_token_has_the_same_content(api: httpx.AsyncClient, account: Account, number: str):
    credential = json.loads(await download(api, account, number))
    response = await api.get(f"/api/certificates/{number}/credential.jwt", headers=account.headers)
    assert response.headers["content-type"] == "application/vc+jwt"
    did = (await api.get("/.well-known/did.json")).json()
    header = jwt.get_unverified_header(response.text)
    (method,) = [m for m in did["verificationMethod"] if m["id"] == header["kid"]]
    options: Any = {"verify_exp": False, "verify_nbf": False}
    key = jwt.PyJWK(method["publicKeyJwk"])
    claims = jwt.decode(response.text, key, ["ES256"], issuer=DID, options=options)
    del credential["proof"]
    assert {name: claims[name] for name in credential} == credential
    assert (claims["jti"], claims["nbf"], claims["exp"]) == (credential["id"], 1772442000, 1835600400)


async def test_it_is_signed_once(api: httpx.AsyncClient, account: Account, number: str, clock: FakeClock):
    first = await download(api, account, number)
    clock.advance(days=1)
    assert await download(api, account, number) == first


async def test_simultaneous_first_downloads_get_the_same_place_in_the_status_list(
    api: httpx.AsyncClient, account: Account, number: str
):
    downloads = [download(api, account, number) for _ in range(8)]
    credentials = [json.loads(text) for text in await asyncio.gather(*downloads)]
    assert len({credential["credentialStatus"]["id"] for credential in credentials}) == 1
    for credential in credentials:
        assert (await upload(api, json.dumps(credential))).json()["status"] == "valid"


async def test_verifiers_in_browsers_may_read_keys_and_public_credentials(
    api: httpx.AsyncClient, account: Account, number: str
):
    await share(api, account, number, credential_public=True)
    paths = (f"/api/verify/{number}/credential", "/.well-known/did.json", "/api/credentials/status/1")
    for path in paths:
        response = await api.get(path, headers={"Origin": "https://verifier.example"})
        assert response.status_code == 200
        assert response.headers["access-control-allow-origin"] == "*"


async def test_the_result_is_in_it_if_the_holder_shares_the_score(
    api: httpx.AsyncClient, account: Account, number: str, resources: Resources
):
    private = json.loads(await download(api, account, number))
    await share(api, account, number, score_public=True)
    public = json.loads(await download(api, account, number))
    async with resources.database.transaction() as db:
        certificate = await db.get(Certificate, number)
        assert certificate
        attempt = await db.get(Attempt, certificate.attempt_id)
        assert attempt
    subject = public["credentialSubject"]
    described = {
        description["id"]: description for description in subject["achievement"]["resultDescription"]
    }
    results = {
        described[result["resultDescription"]]["name"]: result["value"] for result in subject["result"]
    }
    assert results == {
        "Score": str(attempt.score),
        "Standard error of the score": str(attempt.standard_error),
    }
    (score,) = [description for description in described.values() if description["name"] == "Score"]
    assert (score["valueMin"], score["requiredValue"], score["valueMax"]) == ("200", "500", "800")
    # Earlier copies stay as good as they were, at the same place of the status list.
    assert public["credentialStatus"] == private["credentialStatus"]
    assert (await upload(api, json.dumps(private))).json()["status"] == "valid"
    await share(api, account, number, score_public=False)
    assert "result" not in json.loads(await download(api, account, number))["credentialSubject"]


@pytest.mark.parametrize("form", ["", ".jwt"])
async def test_only_the_holder_can_download_it(
    api: httpx.AsyncClient, account: Account, number: str, form: str
):
    stranger = await register(api)
    for typed in (number, UNKNOWN, "nonsense"):
        path = f"/api/certificates/{typed}/credential{form}"
        problem(await api.get(path, headers=stranger.headers), 404, "certificate_unknown")
    problem(await api.get(f"/api/certificates/{number}/credential{form}"), 401, "not_authenticated")


async def test_everyone_can_read_it_once_the_holder_makes_it_public(
    api: httpx.AsyncClient, account: Account, number: str
):
    path = f"/api/verify/{number}/credential"
    problem(await api.get(path), 404, "credential_private")
    await share(api, account, number, credential_public=True)
    response = await api.get(path)
    assert response.text == await download(api, account, number)
    assert response.json()["id"].endswith(path)
    assert response.headers["cache-control"] == "public, max-age=60"
    await share(api, account, number, score_public=True)
    assert (await api.get(path)).json()["credentialSubject"]["result"], "the other choice stays"
    await share(api, account, number, credential_public=False)
    problem(await api.get(path), 404, "credential_private")
    problem(await api.get(f"/api/verify/{UNKNOWN}/credential"), 404, "certificate_unknown")
    problem(await api.get("/api/verify/nonsense/credential"), 422, "certificate_mistyped")


async def test_a_deleted_account_leaves_no_name_and_no_email_in_credentials(
    api: httpx.AsyncClient, account: Account, number: str, resources: Resources
):
    before = await download(api, account, number)
    await share(api, account, number, credential_public=True)
    body = {"password": account.password, "certificates": "keep_anonymous"}
    response = await api.request("DELETE", "/api/profile", json=body, headers=account.headers)
    assert response.status_code == 204, response.text
    async with resources.database.transaction() as db:
        stored = await db.get(Credential, number)
        assert stored
        assert (stored.document, stored.jwt) == (None, None)
    problem(await api.get(f"/api/verify/{number}/credential"), 404, "credential_private")
    assert (await upload(api, before)).json()["status"] == "valid", "the holder's own copy stays good"


@pytest.mark.parametrize("form", ["", ".jwt"])
async def test_an_uploaded_credential_is_verified(
    api: httpx.AsyncClient, account: Account, number: str, form: str, clock: FakeClock
):
    credential = await download(api, account, number, form)
    assert (await upload(api, credential)).json() == (await api.get(f"/api/verify/{number}")).json()
    clock.advance(days=731)
    assert (await upload(api, credential)).json()["status"] == "expired"


@pytest.mark.parametrize("form", ["", ".jwt"])
async def test_any_changed_byte_is_noticed(api: httpx.AsyncClient, account: Account, number: str, form: str):
    await share(api, account, number, score_public=True)
    credential = (await download(api, account, number, form)).encode()
    rng = random.Random(7)
    for position in rng.sample(range(len(credential)), 120):
        other = rng.choice([byte for byte in range(256) if byte != credential[position]])
        changed = credential[:position] + bytes([other]) + credential[position + 1 :]
        response = await upload(api, changed)
        assert response.status_code == 422, (position, changed)
        assert response.json()["code"].startswith("credential_")


async def test_what_the_signature_would_not_cover_is_refused(
    api: httpx.AsyncClient, account: Account, number: str
):
    credential = json.loads(await download(api, account, number))
    extended: list[dict[str, Any]] = [
        {"notSigned": "a title"},
        {"image": "relative"},
        {"type": [*credential["type"], "relative"]},
        {"@included": [{"id": "https://certs.example/other"}]},
        {"@context": [*credential["@context"], {"notSigned": "https://evil.example/"}]},
        {"@context": [*credential["@context"], "https://evil.example/context"]},
    ]
    for change in extended:
        response = await upload(api, json.dumps({**credential, **change}))
        problem(response, 422, "credential_unreadable")
    text = json.dumps(credential)
    problem(await upload(api, text.replace("{", '{"name": "X",', 1)), 422, "credential_unreadable")
    without = {name: value for name, value in credential.items() if name != "proof"}
    problem(await upload(api, json.dumps(without)), 422, "credential_altered")


async def test_uploads_that_are_no_credentials_get_clear_errors(api: httpx.AsyncClient):
    nested = "[" * 20_000
    for content in (
        *("", "{", "[]", "x", "a.b.c", "null", "\0", "{}", '{"issuer": 5}', '{"a": ' + nested, nested),
        b"\xff\xfe",
        b"PK\x03\x04",
    ):
        problem(await upload(api, content), 422, "credential_unreadable")
    problem(await upload(api, "{" + " " * 70_000), 413, "body_too_large")


async def test_documents_that_would_keep_the_algorithm_busy_are_refused(api: httpx.AsyncClient):
    alike = [{"type": ["Alignment"]} for _ in range(12)]
    document = {
        "@context": [
            "https://www.w3.org/ns/credentials/v2",
            "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
        ],
        "type": ["VerifiableCredential", "OpenBadgeCredential"],
        "issuer": DID,
        "credentialSubject": {
            "type": "AchievementSubject",
            "achievement": {"type": "Achievement", "alignment": alike},
        },
        "proof": {
            "type": "DataIntegrityProof",
            "cryptosuite": "eddsa-rdfc-2022",
            "verificationMethod": f"{DID}#key-1",
            "proofPurpose": "assertionMethod",
            "proofValue": "z" + "1" * 64,
        },
    }
    problem(await upload(api, json.dumps(document)), 422, "credential_unreadable")


async def test_credentials_of_others_are_told_apart(api: httpx.AsyncClient, account: Account, number: str):
    credential = json.loads(await download(api, account, number))
    for issuer in ("did:web:other.example", {"id": "did:web:other.example"}, {}):
        problem(await upload(api, json.dumps({**credential, "issuer": issuer})), 422, "credential_foreign")
    foreign = jwt.encode({"issuer": DID}, "x" * 32, "HS256", headers={"kid": "did:web:other.example#key-1"})
    problem(await upload(api, foreign), 422, "credential_foreign")
    forged = jwt.encode({"issuer": DID}, "x" * 32, "HS256", headers={"kid": f"{DID}#key-1-jwt"})
    problem(await upload(api, forged), 422, "credential_altered")


async def test_a_credential_of_a_technology_that_is_gone_can_still_be_signed(
    api: httpx.AsyncClient, account: Account, number: str, resources: Resources
):
    async with resources.database.transaction() as db:
        certificate = await db.get(Certificate, number)
        assert certificate
        assert certificate.user_id == UUID(account.user["id"])
        certificate.technology = "gone"
    credential = json.loads(await download(api, account, number))
    assert credential["credentialSubject"]["achievement"]["name"] == "Certified React Developer"
    assert (await upload(api, json.dumps(credential))).status_code == 200
