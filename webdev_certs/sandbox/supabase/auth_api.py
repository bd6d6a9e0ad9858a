"""The routes of `/auth/v1` that sign-in with a provider needs."""

import json
from typing import Any
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from webdev_certs.sandbox.supabase import flows, login_sessions
from webdev_certs.sandbox.supabase.accounts import user_body
from webdev_certs.sandbox.supabase.context import Context
from webdev_certs.sandbox.supabase.errors import AuthError, with_error, with_query
from webdev_certs.sandbox.supabase.personas import PROVIDERS
from webdev_certs.sandbox.supabase.redirects import choose_redirect

_DISABLED = ("anonymous_users", "apple", "azure", "bitbucket", "discord", "email", "facebook", "phone")
_HEALTH = {
    "version": "sandbox",
    "name": "GoTrue",
    "description": "A stand-in for Supabase Auth, for development only",
}


async def health(request: Request) -> Response:
    """Answer that the service is up."""
    return JSONResponse(_HEALTH)


async def settings(request: Request) -> Response:
    """Return which ways to sign in are enabled."""
    external = dict.fromkeys(_DISABLED, False) | dict.fromkeys(PROVIDERS, True)
    return JSONResponse(
        {
            "external": external,
            "disable_signup": False,
            "mailer_autoconfirm": False,
            "phone_autoconfirm": False,
            "sms_provider": "",
            "saml_enabled": False,
        }
    )


async def jwks(request: Request) -> Response:
    """Return the keys that verify access tokens."""
    return JSONResponse(_context(request).key.jwks(), headers={"Cache-Control": "public, max-age=600"})


async def authorize(request: Request) -> Response:
    """Start a sign-in and redirect to the provider."""
    context, query = _context(request), request.query_params
    provider = query.get("provider", "").lower()
    if provider not in PROVIDERS:
        message = f"Unsupported provider: Provider {provider} could not be found"
        raise AuthError(400, "validation_failed", message)
    redirects = (query.get("redirect_to", ""), request.headers.get("referer", ""))
    state = await run_in_threadpool(
        flows.begin,
        context,
        provider,
        choose_redirect(context.config, redirects),
        query.get("code_challenge", ""),
        query.get("code_challenge_method", ""),
    )
    return RedirectResponse(
        f"{context.config.public_base}/provider/{provider}/authorize?" + urlencode({"state": state}), 302
    )


async def callback(request: Request) -> Response:
    """Handle the provider's answer and redirect to the page that the sign-in returns to."""
    context, query = _context(request), request.query_params
    try:
        flow = await run_in_threadpool(flows.find, context, query.get("state", ""))
    except AuthError as error:
        return RedirectResponse(with_query(context.config.site_url, _parameters(error)), 303)
    if "error" in query:
        refusal = {"error": query["error"], "error_description": query.get("error_description", "")}
        return RedirectResponse(with_error(flow.redirect_to, refusal), 302)
    try:
        auth_code = await run_in_threadpool(flows.complete, context, flow, query.get("code", ""))
    except AuthError as error:
        return RedirectResponse(with_error(flow.redirect_to, _parameters(error)), 302)
    return RedirectResponse(with_query(flow.redirect_to, {"code": auth_code}), 302)


async def token(request: Request) -> Response:
    """Exchange a code or a refresh token for tokens."""
    context, grant_type = _context(request), request.query_params.get("grant_type")
    if grant_type not in ("pkce", "refresh_token"):
        raise AuthError(400, "invalid_credentials", "unsupported_grant_type")
    body = await _json(request)
    if grant_type == "pkce":
        answer = await run_in_threadpool(
            flows.exchange, context, _text(body, "auth_code"), _text(body, "code_verifier")
        )
    else:
        answer = await run_in_threadpool(login_sessions.refresh, context, _text(body, "refresh_token"))
    return JSONResponse(answer)


async def user(request: Request) -> Response:
    """Return the bearer's user."""
    context = _context(request)
    bearer = await _bearer(request)

    def read() -> dict[str, Any]:
        with context.store.transaction() as db:
            return user_body(db, bearer.user_id)

    return JSONResponse(await run_in_threadpool(read))


async def logout(request: Request) -> Response:
    """End login sessions of the bearer."""
    bearer = await _bearer(request)
    scope = request.query_params.get("scope") or "global"
    await run_in_threadpool(login_sessions.end, _context(request), bearer, scope)
    return Response(status_code=204)


async def _bearer(request: Request) -> login_sessions.Bearer:
    header = request.headers.get("authorization", "")
    return await run_in_threadpool(login_sessions.authenticate, _context(request), header)


def _context(request: Request) -> Context:
    return request.app.state.context


async def _json(request: Request) -> dict[str, Any]:
    try:
        # Encoding it finds lone surrogates, which the database cannot store.
        body = json.loads(await request.body())
        json.dumps(body, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise AuthError(400, "bad_json", f"Could not parse request body as JSON: {error}") from None
    if not isinstance(body, dict):
        raise AuthError(400, "bad_json", "Could not parse request body as JSON: not an object")
    return body


def _text(body: dict[str, Any], name: str) -> str:
    value = body.get(name) or ""
    if not isinstance(value, str):
        raise AuthError(400, "bad_json", f"Could not parse request body as JSON: {name} is not a string")
    return value


def _parameters(error: AuthError) -> dict[str, str]:
    return {"error": error.oauth_error, "error_description": error.message, "error_code": error.code}


routes = [
    Route("/health", health),
    Route("/settings", settings),
    Route("/.well-known/jwks.json", jwks),
    Route("/authorize", authorize),
    Route("/callback", callback),
    Route("/token", token, methods=["POST"]),
    Route("/user", user),
    Route("/logout", logout, methods=["POST"]),
]
