"""Signed credentials: what they say, and who may read them."""

import asyncio
import dataclasses
import json
from typing import Any
from uuid import UUID

import httpx
import jwt
import pytest
from fastapi import FastAPI

from tests.api.accounts.confirmation.asking import LOVELACE, change, use
from tests.api.accounts.test_auth import problem
from tests.api.certificates.holding import DID, UNKNOWN, download, share, upload
from tests.factories import Account
from tests.mailbox import newest_token
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.content.format import Topic
from webdev_certs.server.domain.open_badges import identity_hash
from webdev_certs.server.gateways.credential_keys import PublicKeys
from webdev_certs.server.models import Attempt, Certificate, Credential


@pytest.mark.one_database
async def test_the_credential_states_the_facts_of_the_certificate(
    api: httpx.AsyncClient, account: Account, number: str
):
    response = await account.get(f"/api/certificates/{number}/credential")
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
    status, suspension = credential["credentialStatus"]
    assert status["statusListCredential"] == "https://certs.example:8443/api/credentials/status/1"
    assert status["id"] == f"{status['statusListCredential']}#{status['statusListIndex']}"
    assert (status["statusPurpose"], suspension["statusPurpose"]) == ("revocation", "suspension")
    assert suspension["statusListCredential"] == f"{status['statusListCredential']}/suspension"
    assert suspension["statusListIndex"] == status["statusListIndex"]
    assert credential["proof"]["cryptosuite"] == "eddsa-rdfc-2022"
    assert credential["proof"]["verificationMethod"] == f"{DID}#key-1"
    subject = credential["credentialSubject"]
    assert subject["licenseNumber"] == number
    assert "result" not in subject
    achievement = subject["achievement"]
    assert achievement["name"] == "Certified React Developer"
    criteria = achievement["criteria"]
    page = criteria["id"].removeprefix("https://certs.example:8443")
    assert page == (await api.get(f"/api/verify/{number}")).json()["criteria"]
    for fact in (
        "React",
        "at least 500 points",
        "45 minutes",
        "not supervised",
        "nobody checked who took it",
    ):
        assert fact in criteria["narrative"]
    assert (achievement["inLanguage"], achievement["creator"]) == ("en", credential["issuer"])
    assert achievement["image"]["id"] == "https://certs.example:8443/api/technologies/react/badge.png"
    assert [alignment["targetUrl"] for alignment in achievement["alignment"]] == ["https://example.com/"]
    email, name = subject["identifier"]
    assert email["identityHash"] == identity_hash(account.user["email"], email["salt"])
    assert account.user["email"] not in response.text
    assert (name["identityType"], name["identityHash"]) == ("name", "Ada Lovelace")


@pytest.mark.one_database
async def test_after_a_change_of_the_email_its_hash_is_in_the_credential(account: Account, number: str):
    await download(account, number)
    await change(account, LOVELACE)
    await use(account, await newest_token(account.api, LOVELACE))
    email = json.loads(await download(account, number))["credentialSubject"]["identifier"][0]
    assert email["identityHash"] == identity_hash(LOVELACE, email["salt"])


@pytest.mark.one_database
async def test_without_a_name_an_opaque_id_is_left(account: Account, number: str):
    named = json.loads(await download(account, number))["credentialSubject"]
    await share(account, number, name_public=False)
    nameless = json.loads(await download(account, number))["credentialSubject"]
    assert "identifier" not in nameless
    assert nameless["id"] == named["id"]
    assert UUID(nameless["id"].removeprefix("urn:uuid:")).version == 4
    assert account.user["id"] not in nameless["id"]


@pytest.mark.one_database
async def test_the_terms_stay_those_of_the_issue(
    api: httpx.AsyncClient, api_app: FastAPI, account: Account, number: str, resources: Resources
):
    """A holder of 684 points must not get a badge that says "at least 690"."""
    await share(account, number, score_public=True)

    async def signed() -> dict[str, Any]:
        for shown in (False, True):
            await share(account, number, name_public=shown)
        return json.loads(await download(account, number))["credentialSubject"]["achievement"]

    before = await signed()
    page = before["criteria"]["id"].removeprefix("https://certs.example:8443")
    criteria = (await api.get(f"/api{page}")).json()
    assert (criteria["cut_score"], criteria["minutes"], criteria["is_current"]) == (500, 45, True)
    assert (criteria["supervised"], criteria["identity_checked"]) == (False, False)
    old = resources.bank.technologies["react"]
    card = (await api.get(f"/api/verify/{number}/card.png")).content
    raised = dataclasses.replace(old, blueprint=old.blueprint.model_copy(update={"cut_score": 690}))
    api_app.state.resources = dataclasses.replace(resources, bank=Bank([raised]))
    assert (await api.get(f"/api/verify/{number}/card.png")).content == card
    topics = [*old.blueprint.topics, Topic(id="new", title="Something new", items=1)]
    changes = {"cut_score": 690, "minutes": 60, "name": "React 20", "summary": "New.", "topics": topics}
    blueprint = old.blueprint.model_copy(update=changes | {"official_hosts": ("new.example",)})
    changed = Bank([dataclasses.replace(old, blueprint=blueprint)])
    api_app.state.resources = dataclasses.replace(resources, bank=changed)
    assert await signed() == before
    assert (await api.get(f"/api{page}")).json() == criteria | {"is_current": False}
    for unknown in (page[:-1], f"/criteria/vue/{criteria['version']}", "/criteria/react/%00"):
        problem(await api.get(f"/api{unknown}"), 404, "criteria_unknown")
    # A certificate of an earlier version keeps the terms with which it is signed first.
    async with resources.database.transaction() as db:
        certificate = await db.get_one(Certificate, number)
        certificate.terms = None
    first = await signed()
    assert "at least 500 points" in first["criteria"]["narrative"], "the cut score is that of the attempt"
    assert "60 minutes" in first["criteria"]["narrative"]
    api_app.state.resources = resources
    assert await signed() == first
    page = first["criteria"]["id"].removeprefix("https://certs.example:8443")
    assert (await api.get(f"/api{page}")).json()["cut_score"] == 500


@pytest.mark.one_database
async def test_the_token_has_the_same_content(api: httpx.AsyncClient, account: Account, number: str):
    credential = json.loads(await download(account, number))
    response = await account.get(f"/api/certificates/{number}/credential.jwt")
    assert response.headers["content-type"] == "application/vc+jwt"
    did = (await api.get("/.well-known/did.json")).json()
    methods = {method["id"]: method for method in did["verificationMethod"]}
    kid = jwt.get_unverified_header(response.text)["kid"]
    options: Any = {"verify_exp": False, "verify_nbf": False}
    key = jwt.PyJWK(methods[kid]["publicKeyJwk"])
    claims = jwt.decode(response.text, key, ["ES256"], issuer=DID, options=options)
    del credential["proof"]
    assert {name: claims[name] for name in credential} == credential
    assert claims["sub"] == credential["credentialSubject"]["id"]
    assert (claims["jti"], claims["nbf"], claims["exp"]) == (credential["id"], 1772442000, 1835600400)
    # The key is published in another form, too.
    assert f"{kid}-multikey" in did["assertionMethod"]
    key = PublicKeys("", methods[f"{kid}-multikey"]["publicKeyMultibase"]).p256_key()
    assert jwt.decode(response.text, key, ["ES256"], options=options) == claims


async def test_simultaneous_first_downloads_get_the_same_place_in_the_status_list(
    api: httpx.AsyncClient, account: Account, number: str
):
    downloads = [download(account, number) for _ in range(8)]
    credentials = [json.loads(text) for text in await asyncio.gather(*downloads)]
    assert len({credential["credentialStatus"][0]["id"] for credential in credentials}) == 1
    for credential in credentials:
        assert (await upload(api, json.dumps(credential))).json()["status"] == "valid"


@pytest.mark.one_database
async def test_the_result_is_in_it_if_the_holder_shares_the_score(
    api: httpx.AsyncClient, account: Account, number: str, resources: Resources
):
    private = json.loads(await download(account, number))
    await share(account, number, score_public=True)
    public = json.loads(await download(account, number))
    async with resources.database.transaction() as db:
        certificate = await db.get_one(Certificate, number)
        attempt = await db.get_one(Attempt, certificate.attempt_id)
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
    # Earlier copies stay valid, with the same place in the status list.
    assert public["credentialStatus"] == private["credentialStatus"]
    assert (await upload(api, json.dumps(private))).json()["status"] == "valid"
    await share(account, number, score_public=False)
    assert "result" not in json.loads(await download(account, number))["credentialSubject"]


@pytest.mark.one_database
async def test_a_credential_of_a_technology_that_is_gone_can_still_be_signed(
    api: httpx.AsyncClient, account: Account, number: str, resources: Resources
):
    async with resources.database.transaction() as db:
        certificate = await db.get_one(Certificate, number)
        assert certificate.user_id == UUID(account.user["id"])
        certificate.technology = "gone"
    credential = json.loads(await download(account, number))
    assert credential["credentialSubject"]["achievement"]["name"] == "Certified React Developer"
    assert (await upload(api, json.dumps(credential))).status_code == 200


# Who may read them


@pytest.mark.one_database
async def test_verifiers_in_browsers_may_read_keys_and_public_credentials(
    api: httpx.AsyncClient, account: Account, number: str
):
    await share(account, number, credential_public=True)
    paths = (f"/api/verify/{number}/credential", "/.well-known/did.json", "/api/credentials/status/1")
    for path in paths:
        response = await api.get(path, headers={"Origin": "https://verifier.example"})
        assert response.status_code == 200
        assert response.headers["access-control-allow-origin"] == "*"
        head = await api.head(path)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["etag" if "status" in path else "content-type"]


@pytest.mark.one_database
async def test_everyone_can_read_it_once_the_holder_makes_it_public(
    api: httpx.AsyncClient, account: Account, number: str
):
    path = f"/api/verify/{number}/credential"
    problem(await api.get(path), 404, "credential_private")
    await share(account, number, credential_public=True)
    response = await api.get(path)
    assert response.text == await download(account, number)
    assert response.json()["id"].endswith(path)
    assert response.headers["cache-control"] == "public, max-age=60"
    await share(account, number, score_public=True)
    assert (await api.get(path)).json()["credentialSubject"]["result"], "the other choice stays"
    await share(account, number, credential_public=False)
    problem(await api.get(path), 404, "credential_private")
    problem(await api.get(f"/api/verify/{UNKNOWN}/credential"), 404, "certificate_unknown")
    problem(await api.get("/api/verify/nonsense/credential"), 422, "certificate_mistyped")


@pytest.mark.one_database
async def test_a_deleted_account_leaves_no_name_and_no_email_in_credentials(
    api: httpx.AsyncClient, account: Account, number: str, resources: Resources
):
    before = await download(account, number)
    await share(account, number, credential_public=True)
    body = {"password": account.password, "certificates": "keep_anonymous"}
    response = await account.request("DELETE", "/api/profile", json=body)
    assert response.status_code == 204, response.text
    async with resources.database.transaction() as db:
        stored = await db.get_one(Credential, number)
        assert (stored.document, stored.jwt) == (None, None)
    problem(await api.get(f"/api/verify/{number}/credential"), 404, "credential_private")
    assert (await upload(api, before)).json()["status"] == "valid", "the holder's own copy stays good"
