"""Composes the sandbox."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount

from webdev_certs.sandbox.clock import Clock, utc_now
from webdev_certs.sandbox.supabase import auth_api, provider_page
from webdev_certs.sandbox.supabase.context import Algorithm, Config, Context
from webdev_certs.sandbox.supabase.errors import VERSION_HEADER, AuthError, error_response
from webdev_certs.sandbox.supabase.gateway import Gateway
from webdev_certs.sandbox.supabase.keys import SigningKey
from webdev_certs.sandbox.supabase.store import Store

# What the official JavaScript client sends. Tokens travel in headers, so any origin may ask, without cookies.
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
    """A stand-in for one Supabase project with Google and GitHub switched on; defaults are the hosted ones.

    Args:
        public_base: where browsers reach the app, e.g. `http://localhost:8000/sandbox/supabase`; clients are
            given `<public_base>/auth/v1`, or `public_base` itself where they ask for a project's URL.
        data_file: the SQLite file that people, sessions and the signing key are kept in; None forgets them.
        site_url: the product's own address, where a sign-in ends that asked to go elsewhere.
        allowed_redirects: further origins that sign-ins may return to.
        clock: the time, for everything.
        algorithm: signs access tokens.
        access_token_seconds: life of an access token.
        flow_seconds: how long a started sign-in, and the code it ends with, can be used.
        reuse_seconds: how long a spent refresh token still gives another.
        allow_unverified_email_sign_ins: lets people in whose provider did not verify their address.

    Raises:
        OSError: the file can be neither found nor made.
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
