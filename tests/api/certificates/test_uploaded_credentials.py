"""Uploaded credentials are verified, and every alteration is noticed."""

import dataclasses
import json
from typing import Any

import httpx
import jwt
import pytest
from fastapi import FastAPI

from tests.api.accounts.test_auth import problem
from tests.api.certificates.holding import DID, download, upload
from tests.api.certificates.uploading import foreign
from tests.conftest import FakeClock
from tests.factories import Account
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.services.certificates.issuer import CredentialIssuer


@pytest.mark.parametrize("form", ["", ".jwt"])
@pytest.mark.one_database
async def test_an_uploaded_credential_is_verified(
    api: httpx.AsyncClient, account: Account, number: str, form: str, clock: FakeClock
):
    credential = await download(account, number, form)
    assert (await upload(api, credential)).json() == (await api.get(f"/api/verify/{number}")).json()
    clock.advance(days=731)
    assert (await upload(api, credential)).json()["status"] == "expired"


@pytest.mark.one_database
async def test_what_the_signature_would_not_cover_is_refused(
    api: httpx.AsyncClient, account: Account, number: str
):
    credential = json.loads(await download(account, number))
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
    problem(await upload(api, json.dumps(without)), 422, "credential_unsigned")


def presentation(*credentials: object) -> str:
    """Return what a wallet makes of credentials."""
    context = ["https://www.w3.org/ns/credentials/v2"]
    inside = {"type": ["VerifiablePresentation"], "verifiableCredential": list(credentials)}
    return json.dumps({"@context": context, **inside, "holder": "did:key:z6Mk", "proof": {"type": "Other"}})


@pytest.mark.one_database
async def test_other_forms_of_the_same_credential_are_verified(
    api: httpx.AsyncClient, account: Account, number: str
):
    credential = json.loads(await download(account, number))
    token = await download(account, number, ".jwt")
    envelope = {"type": "EnvelopedVerifiableCredential", "id": f"data:application/vc+jwt,{token}"}
    forms = (
        json.dumps({**credential, "proof": [credential["proof"]]}),
        json.dumps({**credential, "proof": [{"type": "Other"}, credential["proof"]]}),
        json.dumps({**credential, "credentialSubject": [credential["credentialSubject"]]}),
        presentation(credential),
        presentation(token),
        presentation(envelope),
        json.dumps(envelope),
        jwt.encode({"vp": json.loads(presentation(token))}, "secret of a wallet, 32 bytes long", "HS256"),
        # Since version 2 of the data model, the claims of such a token are the presentation itself.
        jwt.encode(json.loads(presentation(envelope)), "secret of a wallet, 32 bytes long", "HS256"),
    )
    for form in forms:
        response = await upload(api, form)
        assert (response.status_code, response.json().get("number")) == (200, number), response.text
        file = await api.post("/api/verify/file", content=form)
        assert file.json()["certificate"]["number"] == number, file.text
    for altered in (
        {**credential, "name": "X", "proof": [credential["proof"]]},
        {**credential, "proof": [{}]},
    ):
        assert (await upload(api, presentation(altered))).status_code == 422


@pytest.mark.one_database
async def test_presentations_without_exactly_one_credential_get_clear_errors(
    api: httpx.AsyncClient, account: Account, number: str
):
    credential = json.loads(await download(account, number))
    problem(await upload(api, presentation(credential, credential)), 422, "credential_several")
    for nothing in (presentation(), presentation(7), presentation({"type": "EnvelopedVerifiableCredential"})):
        problem(await upload(api, nothing), 422, "credential_unreadable")
    problem(await upload(api, presentation({**credential, "proof": []})), 422, "credential_unsigned")


@pytest.mark.one_database
async def test_uploads_that_are_no_credentials_get_clear_errors(api: httpx.AsyncClient):
    nested = "[" * 20_000
    for content in (
        *("", "{", "[]", "x", "a.b.c", "null", "\0", "{}", '{"issuer": 5}', '{"a": ' + nested, nested),
        b"\xff\xfe",
        b"PK\x03\x04",
    ):
        problem(await upload(api, content), 422, "credential_unreadable")
    problem(await upload(api, "{" + " " * 70_000), 413, "body_too_large")


@pytest.mark.parametrize("value", ["\ud800", 10**400], ids=["surrogate", "huge"])
@pytest.mark.one_database
async def test_what_cannot_be_written_is_refused_in_every_form(
    api: httpx.AsyncClient, account: Account, number: str, value: object
):
    own = json.loads(await download(account, number))
    token = jwt.encode({**foreign(), "name": value}, "x" * 32, "HS256", headers={"kid": "did:web:x.example"})
    for content in (json.dumps({**own, "name": value}), json.dumps({**foreign(), "name": value}), token):
        for path in ("/api/verify", "/api/verify/file"):
            response = await api.post(path, content=content.encode())
            assert response.status_code == 422, (path, response.text)


@pytest.mark.one_database
async def test_credentials_of_others_are_told_apart(api: httpx.AsyncClient, account: Account, number: str):
    credential = json.loads(await download(account, number))
    for issuer in ("did:web:other.example", {"id": "did:web:other.example"}, {}):
        problem(await upload(api, json.dumps({**credential, "issuer": issuer})), 422, "credential_foreign")
    foreign = jwt.encode({"issuer": DID}, "x" * 32, "HS256", headers={"kid": "did:web:other.example#key-1"})
    problem(await upload(api, foreign), 422, "credential_foreign")
    forged = jwt.encode({"issuer": DID}, "x" * 32, "HS256", headers={"kid": f"{DID}#key-1-jwt"})
    problem(await upload(api, forged), 422, "credential_altered")


@pytest.mark.parametrize("form", ["", ".jwt"])
async def test_nothing_that_a_revoked_key_has_signed_is_accepted(
    api: httpx.AsyncClient, account: Account, number: str, resources: Resources, form: str, clock: FakeClock
):
    stolen = await download(account, number, form)
    before = await api.get("/api/credentials/status/1")
    async with resources.database.transaction() as db:
        assert await resources.issuer.keys.revoke(db, 1, resources.clock()) == 1
    problem(await upload(api, stolen), 422, "credential_key_revoked")
    did = (await api.get("/.well-known/did.json")).json()
    assert {method["id"].partition("#")[2][:5] for method in did["verificationMethod"]} == {"key-2"}
    new = await download(account, number, form)
    assert (await upload(api, new)).json()["status"] == "valid"
    clock.advance(seconds=15)
    after = (await api.get("/api/credentials/status/1")).json()
    assert before.json()["proof"]["verificationMethod"].endswith("#key-1")
    assert after["proof"]["verificationMethod"].endswith("#key-2")


@pytest.mark.parametrize("form", ["", ".jwt"])
@pytest.mark.one_database
async def test_after_a_change_of_the_domain_credentials_with_the_old_name_stay_valid(
    api: httpx.AsyncClient, api_app: FastAPI, account: Account, number: str, resources: Resources, form: str
):
    old = await download(account, number, form)

    def move(*former: str) -> None:
        issuer = CredentialIssuer("https://new.example", resources.issuer.keys, former)
        api_app.state.resources = dataclasses.replace(resources, issuer=issuer)

    move()
    problem(await upload(api, old), 422, "credential_foreign")
    assert "alsoKnownAs" not in (await api.get("/.well-known/did.json")).json()
    move("https://other.example", resources.issuer.origin)
    assert (await upload(api, old)).json()["number"] == number
    did = (await api.get("/.well-known/did.json")).json()
    assert (did["id"], did["alsoKnownAs"]) == ("did:web:new.example", ["did:web:other.example", DID])
    new = await download(account, number, form)
    assert new != old
    assert (await upload(api, new)).json()["number"] == number
