"""A sandbox for one test, in the test's process, with its own clock and options."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from starlette.applications import Starlette
from starlette.routing import Mount
from supabase_auth.helpers import generate_pkce_challenge

from webdev_certs.sandbox.supabase import create_supabase_sandbox
from webdev_certs.shared.clock import Clock

SITE = "http://certs.test"
BASE = f"{SITE}/sandbox/supabase"
KEY = {"apikey": "anon"}
VERIFIER = "v" * 64


class LocalSandbox:
    """A client of one sandbox that acts as a browser and, with an API key, as a program."""

    def __init__(self, app: Starlette, base: str) -> None:
        self.http = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=base)

    async def begin(self, provider: str = "google", redirect_to: str = f"{SITE}/auth/callback") -> str:
        """Start a sign-in and return the URL of the provider page."""
        parameters = {
            "provider": provider,
            "redirect_to": redirect_to,
            "code_challenge": generate_pkce_challenge(VERIFIER),
            "code_challenge_method": "s256",
        }
        response = await self.http.get("/auth/v1/authorize", params=parameters)
        assert response.status_code == 302, response.text
        return response.headers["location"]

    async def choose(self, page: str, **form: str) -> httpx.URL:
        """Submit the provider page and return the URL of the product that it redirects to."""
        chosen = await self.http.post(page, data=form)
        assert chosen.status_code == 303, chosen.text
        return httpx.URL(chosen.headers["location"])

    async def token(self, grant_type: str, **body: str) -> httpx.Response:
        """Exchange a code or a refresh token for tokens."""
        return await self.http.post(f"/auth/v1/token?grant_type={grant_type}", json=body, headers=KEY)

    async def sign_in(self, provider: str = "google", **form: str) -> dict[str, Any]:
        """Sign in and return the session."""
        url = await self.choose(await self.begin(provider), **form)
        assert "code" in url.params, url
        response = await self.token("pkce", auth_code=url.params["code"], code_verifier=VERIFIER)
        assert response.status_code == 200, response.text
        return response.json()

    async def user(self, access_token: str) -> httpx.Response:
        """Request the bearer's user."""
        headers = {**KEY, "Authorization": f"Bearer {access_token}"}
        return await self.http.get("/auth/v1/user", headers=headers)


@asynccontextmanager
async def local_sandbox(
    clock: Clock, data_file: Path | None = None, **options: Any
) -> AsyncIterator[LocalSandbox]:
    """Run a sandbox, mounted as in the product, for the duration of the block."""
    app = create_supabase_sandbox(BASE, data_file=data_file, site_url=SITE, clock=clock, **options)
    sandbox = LocalSandbox(Starlette(routes=[Mount("/sandbox/supabase", app)]), BASE)
    async with app.router.lifespan_context(app), sandbox.http:
        yield sandbox
