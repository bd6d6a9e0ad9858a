"""A Supabase project for tests: the sandbox, served on its own port, and sign-ins with it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from starlette.types import ASGIApp, Receive, Scope, Send
from supabase_auth import AsyncGoTrueClient, Session

from tests.contract.supabase.browser import Person, somebody, visit
from tests.contract.supabase.servers import serve
from webdev_certs.sandbox.supabase import create_supabase_sandbox

SITE = "http://certs.test"
RETURN_URL = f"{SITE}/auth/callback"
KEY = "anon"


@dataclass
class Project:
    """A running project.

    Attributes:
        url: Its origin, as in the settings.
        key: The key that signs its tokens.
        paths: The paths that were requested.
    """

    url: str
    key: Any = None
    paths: list[str] = field(default_factory=list)

    async def sign_in(self, person: Person, provider: str = "google") -> Session:
        """Sign a person in with a new browser and return the social session."""
        async with httpx.AsyncClient(verify=False) as http:
            client = AsyncGoTrueClient(
                url=f"{self.url}/auth/v1",
                headers={"apikey": KEY},
                flow_type="pkce",
                auto_refresh_token=False,
                http_client=http,
            )
            options: Any = {"provider": provider, "options": {"redirect_to": RETURN_URL}}
            back = await visit((await client.sign_in_with_oauth(options)).url, person)
            social_session = (
                await client.exchange_code_for_session({"auth_code": back.params["code"]})
            ).session
        assert social_session
        return social_session

    def claims(self, social_session: Session) -> dict[str, Any]:
        """Return the claims of a social session's access token."""
        return dict(self.key.verify(social_session.access_token))


@contextmanager
def project() -> Iterator[Project]:
    """Serve a project that also accepts people with unverified emails."""
    running = Project("")

    def create(origin: str) -> ASGIApp:
        app = create_supabase_sandbox(
            origin, data_file=None, site_url=SITE, allow_unverified_email_sign_ins=True
        )
        running.url, running.key = origin, app.state.project.key

        async def watched(scope: Scope, receive: Receive, send: Send) -> None:
            running.paths.append(scope.get("path", ""))
            await app(scope, receive, send)

        return watched

    with serve(create):
        yield running


def posted(social_session: Session, provider: str = "google", **changes: Any) -> dict[str, Any]:
    """Return the body that the client posts after a sign-in; `changes` replaces fields."""
    identity = next(known for known in social_session.user.identities or [] if known.provider == provider)
    metadata = {name: identity.identity_data.get(name) for name in ("email", "full_name", "avatar_url")}
    return {
        "userId": social_session.user.id,
        "provider": provider,
        "userMetadata": {**metadata, "provider_id": identity.id},
        "accessToken": social_session.access_token,
    } | changes


__all__ = ["KEY", "RETURN_URL", "SITE", "Person", "Project", "posted", "project", "somebody"]
