"""The sandbox's app: the routes of `/auth/v1` that sign-in with a provider needs, and the provider's page."""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route

from webdev_certs.sandbox.supabase import flows, login_sessions, provider_page
from webdev_certs.sandbox.supabase.project import AuthError, Project, SigningKey, Store
from webdev_certs.sandbox.supabase.users import user_body
from webdev_certs.shared.clock import Clock, utc_now

_API_VERSION = {"X-Supabase-Api-Version": "2024-01-01"}
"""The version of error answers: from this one on, they have the stable code under `code`."""


def create_supabase_sandbox(
    public_base: str,
    *,
    data_file: Path | None,
    site_url: str,
    allowed_redirects: Sequence[str] = (),
    clock: Clock = utc_now,
    allow_unverified_email_sign_ins: bool = False,
) -> Starlette:
    """Create a stand-in for a Supabase project with Google and GitHub.

    Args:
        public_base: The URL at which browsers reach the app, e.g. `http://localhost:8000/sandbox/supabase`.
            Clients use `<public_base>/auth/v1`, or `public_base` where they take the project's URL.
        data_file: The SQLite file for users, login sessions and the signing key; None keeps them in memory.
        site_url: The origin of the product. Sign-ins that ask to return to another site end there.
        allowed_redirects: More origins that sign-ins may return to.
        clock: The clock.
        allow_unverified_email_sign_ins: Whether users can sign in whose email the provider has not verified.

    Raises:
        OSError: The file can be neither opened nor created.
    """
    store = Store(data_file)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        store.close()

    app = Starlette(
        routes=[Mount("/auth/v1", routes=_routes), *provider_page.routes],
        exception_handlers={AuthError: _refuse},
        lifespan=lifespan,
    )
    app.state.project = Project(
        public_base=public_base.rstrip("/"),
        site_url=site_url,
        allowed_redirects=tuple(allowed_redirects),
        allow_unverified_email_sign_ins=allow_unverified_email_sign_ins,
        store=store,
        key=SigningKey.load_or_create(store),
        clock=clock,
    )
    return app


async def jwks(request: Request) -> Response:
    """Return the keys that verify access tokens."""
    return JSONResponse(_project(request).key.jwks(), headers={"Cache-Control": "public, max-age=600"})


async def authorize(request: Request) -> Response:
    """Start a sign-in and redirect to the provider page."""
    project, query = _project(request), request.query_params
    provider = query.get("provider", "")
    state = flows.start(
        project,
        provider,
        query.get("redirect_to", ""),
        query.get("code_challenge", ""),
        query.get("code_challenge_method", ""),
    )
    page = f"{project.public_base}/provider/{provider}/authorize?" + urlencode({"state": state})
    return RedirectResponse(page, 302)


async def token(request: Request) -> Response:
    """Exchange a code or a refresh token for tokens."""
    project, grant_type = _project(request), request.query_params.get("grant_type")
    _require_api_key(request)
    if grant_type == "pkce":
        code, verifier = await _texts(request, "auth_code", "code_verifier")
        return JSONResponse(flows.exchange(project, code, verifier))
    if grant_type == "refresh_token":
        (refresh_token,) = await _texts(request, "refresh_token")
        return JSONResponse(login_sessions.refresh(project, refresh_token))
    raise AuthError(400, "invalid_credentials", "unsupported_grant_type")


async def user(request: Request) -> Response:
    """Return the bearer's user."""
    project = _project(request)
    bearer = _bearer(request)
    with project.store.transaction() as db:
        return JSONResponse(user_body(db, bearer.user_id))


async def logout(request: Request) -> Response:
    """End the bearer's login session."""
    bearer = _bearer(request)
    scope = request.query_params.get("scope")
    if scope != "local":
        raise AuthError(400, "validation_failed", f'Unsupported logout scope "{scope}"')
    login_sessions.end(_project(request), bearer)
    return Response(status_code=204)


async def _refuse(request: Request, error: Exception) -> Response:
    """Return an error as JSON."""
    assert isinstance(error, AuthError)
    headers = {"x-sb-error-code": error.code, **_API_VERSION}
    return JSONResponse({"code": error.code, "message": error.message}, error.status, headers)


def _bearer(request: Request) -> login_sessions.Bearer:
    _require_api_key(request)
    return login_sessions.authenticate(_project(request), request.headers.get("authorization", ""))


def _require_api_key(request: Request) -> None:
    """Refuse programs without an API key, as the hosted product's gateway does; any key is accepted."""
    if not request.headers.get("apikey"):
        raise AuthError(401, "no_api_key", "No API key found in request")


def _project(request: Request) -> Project:
    return request.app.state.project


async def _texts(request: Request, *names: str) -> list[str]:
    """Return fields of the JSON object in the body; "" for those that are missing."""
    try:
        body: Any = json.loads(await request.body())
        values = [body.get(name) or "" for name in names]
        "".join(values).encode()
    except (ValueError, RecursionError, AttributeError, TypeError) as error:
        raise AuthError(400, "bad_json", f"Could not parse request body as JSON: {error}") from None
    return values


_routes = [
    Route("/.well-known/jwks.json", jwks),
    Route("/authorize", authorize),
    Route("/token", token, methods=["POST"]),
    Route("/user", user),
    Route("/logout", logout, methods=["POST"]),
]
