"""Compose the sandbox."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount

from webdev_certs.sandbox.supabase import auth_api, provider_page
from webdev_certs.sandbox.supabase.context import Algorithm, Config, Context
from webdev_certs.sandbox.supabase.errors import VERSION_HEADER, AuthError, error_response
from webdev_certs.sandbox.supabase.gateway import Gateway
from webdev_certs.sandbox.supabase.keys import SigningKey
from webdev_certs.sandbox.supabase.store import Store
from webdev_certs.shared.clock import Clock, utc_now

# The headers that the official JavaScript client sends. Tokens are in headers, not in cookies, so any origin
# may call.
_CORS = Middleware(
    CORSMiddleware,
    allow_origins=["*"],
    allow_methods=["GET", "POST", "PUT", "PATCH", "DELETE"],
    allow_headers=["apikey", "authorization", "content-type", "x-client-info", VERSION_HEADER],
    expose_headers=[VERSION_HEADER],
)


def create_supabase_sandbox(
    public_base: str,
    *,
    data_file: Path | None,
    site_url: str,
    allowed_redirects: Sequence[str] = (),
    clock: Clock = utc_now,
    algorithm: Algorithm = "ES256",
    access_token_seconds: int = 3600,
    flow_seconds: int = 300,
    reuse_seconds: int = 10,
    allow_unverified_email_sign_ins: bool = False,
) -> Starlette:
    """Create a stand-in for a Supabase project with Google and GitHub; defaults are those of hosted projects.

    Args:
        public_base: The URL at which browsers reach the app, e.g. `http://localhost:8000/sandbox/supabase`.
            Clients use `<public_base>/auth/v1`, or `public_base` where they take the project's URL.
        data_file: The SQLite file for users, login sessions and the signing key; None keeps them in memory.
        site_url: The URL of the product. Sign-ins that ask to return to a URL that is not allowed end there.
        allowed_redirects: More origins that sign-ins may return to.
        clock: The clock.
        algorithm: The algorithm that signs access tokens.
        access_token_seconds: The lifetime of an access token.
        flow_seconds: The lifetime of a started sign-in and of the code it ends with.
        reuse_seconds: How long a used refresh token still returns new tokens.
        allow_unverified_email_sign_ins: Whether users can sign in whose email the provider has not verified.

    Raises:
        OSError: The file can be neither opened nor created.
    """
    store = Store(data_file)
    with store.transaction() as db:
        key = SigningKey.load_or_create(db, algorithm)
    config = Config(
        public_base=public_base.rstrip("/"),
        site_url=site_url,
        allowed_redirects=tuple(allowed_redirects),
        access_token_seconds=access_token_seconds,
        flow_seconds=flow_seconds,
        reuse_seconds=reuse_seconds,
        allow_unverified_email_sign_ins=allow_unverified_email_sign_ins,
    )

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        store.close()

    app = Starlette(
        routes=[Mount("/auth/v1", routes=auth_api.routes), *provider_page.routes],
        middleware=[_CORS, Middleware(Gateway)],
        exception_handlers={AuthError: _refuse},
        lifespan=lifespan,
    )
    app.state.context = Context(config, store, key, clock)
    return app


async def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, AuthError)
    return error_response(request, error)
