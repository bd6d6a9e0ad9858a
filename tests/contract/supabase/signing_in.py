"""Sign in with the official Python client in one step."""

from typing import Any, cast

import httpx
from supabase_auth import AsyncGoTrueClient, Session

from tests.contract.supabase.browser import Person, visit
from tests.contract.supabase.servers import RETURN_URL

# The headers that the product adds.
HEADERS = {"apikey": "anon", "X-Supabase-Api-Version": "2024-01-01"}


async def start(client: AsyncGoTrueClient, provider: str = "github", redirect_to: str = RETURN_URL) -> str:
    """Start a sign-in and return the URL that the browser opens."""
    options = cast(Any, {"provider": provider, "options": {"redirect_to": redirect_to}})
    return (await client.sign_in_with_oauth(options)).url


async def sign_in(client: AsyncGoTrueClient, person: Person, provider: str = "github") -> Session:
    """Sign in as `person` and return the session."""
    url = await visit(await start(client, provider), person)
    assert "code" in url.params, url
    session = (await client.exchange_code_for_session({"auth_code": url.params["code"]})).session
    assert session
    return session


def problem(response: httpx.Response) -> tuple[int, str, str]:
    """Return status, code and message of an error, in the form of the API version in `HEADERS`."""
    body = response.json()
    assert set(body) == {"code", "message"}, body
    assert response.headers["x-sb-error-code"] == body["code"]
    assert response.headers["x-supabase-api-version"] == "2024-01-01"
    return response.status_code, body["code"], body["message"]
