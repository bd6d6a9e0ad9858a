"""A certificate with its signed credential: downloaded, shared and uploaded."""

import httpx
import pytest

from tests.answering import pass_exam
from tests.factories import Account
from webdev_certs.server.domain.check_character import check_character
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
