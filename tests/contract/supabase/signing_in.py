"""Signing in with the official Python client, in one step."""

from typing import Any, cast

import httpx
from supabase_auth import AsyncGoTrueClient, Session

from tests.contract.supabase.browser import Person, visit
from tests.contract.supabase.servers import RETURN_URL

# What the product sends besides its own headers.
HEADERS = {"apikey": "anon", "X-Supabase-Api-Version": "2024-01-01"}


async def start(client: AsyncGoTrueClient, provider: str = "github", redirect_to: str = RETURN_URL) -> str:
    """Begins a sign-in: the address that the browser is sent to."""
    options = cast(Any, {"provider": provider, "options": {"redirect_to": redirect_to}})
    return (await client.sign_in_with_oauth(options)).url


async def sign_in(client: AsyncGoTrueClient, person: Person, provider: str = "github") -> Session:
    """Signs in as `person`, all the way."""
    url = await visit(await start(client, provider), person)
    assert "code" in url.params, url
    session = (await client.exchange_code_for_session({"auth_code": url.params["code"]})).session
    assert session
    return session


def problem(response: httpx.Response) -> tuple[int, str, str]:
    """Status, code and message of a refusal, in the form of the API version in `HEADERS`."""
    body = response.json()
    assert set(body) == {"code", "message"}, body
    assert response.headers["x-sb-error-code"] == body["code"]
    assert response.headers["x-supabase-api-version"] == "2024-01-01"
    return response.status_code, body["code"], body["message"]
