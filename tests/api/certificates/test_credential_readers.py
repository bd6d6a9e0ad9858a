"""Who may read a signed credential."""

import httpx
import pytest

from tests.api.accounts.test_auth import problem
from tests.api.certificates.holding import UNKNOWN, download, number, settings, share, upload
from tests.factories import Account, register
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import Credential

__all__ = ["number", "settings"]


async def test_verifiers_in_browsers_may_read_keys_and_public_credentials(
    api: httpx.AsyncClient, account: Account, number: str
):
    await share(api, account, number, credential_public=True)
    paths = (f"/api/verify/{number}/credential", "/.well-known/did.json", "/api/credentials/status/1")
    for path in paths:
        response = await api.get(path, headers={"Origin": "https://verifier.example"})
        assert response.status_code == 200
        assert response.headers["access-control-allow-origin"] == "*"


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
