"""Downloading, sharing and uploading signed credentials."""

import httpx

from tests.factories import Account
from webdev_certs.server.domain.certificate_numbers import check_character

UNKNOWN = "WDCRE00000000" + check_character("WDCRE00000000")
DID = "did:web:certs.example%3A8443"


async def download(account: Account, number: str, form: str = "") -> str:
    """Return the holder's credential as text."""
    response = await account.get(f"/api/certificates/{number}/credential{form}")
    assert response.status_code == 200, response.text
    return response.text


async def share(account: Account, number: str, **choice: bool) -> None:
    response = await account.patch(f"/api/certificates/{number}", json=choice)
    assert response.status_code == 200, response.text


async def upload(api: httpx.AsyncClient, credential: str | bytes) -> httpx.Response:
    """Have a credential verified."""
    content = credential.encode() if isinstance(credential, str) else credential
    return await api.post("/api/verify", content=content, headers={"Content-Type": "application/json"})
