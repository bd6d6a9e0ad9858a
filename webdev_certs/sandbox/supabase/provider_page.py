"""The page that replaces Google's and GitHub's, on which the visitor chooses who signs in."""

import re
from html import escape
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from webdev_certs.sandbox.supabase import flows, provider_html
from webdev_certs.sandbox.supabase.context import Config, Context
from webdev_certs.sandbox.supabase.errors import AuthError
from webdev_certs.sandbox.supabase.personas import PERSONAS, Persona, claims
from webdev_certs.sandbox.supabase.provider_html import TypedPerson

_EMAIL = re.compile(r"[^@\s]{1,64}@[^@\s]{1,189}")
_MAX_NAME = 200
_STYLES = Path(__file__).with_name("provider.css")


async def show_choice(request: Request) -> Response:
    """Show the people who can sign in."""
    context = _context(request)
    try:
        flow = await _flow(request)
    except AuthError as error:
        return _page(context.config, provider_html.dead_end(error.message, context.config), 400)
    return _page(context.config, provider_html.choice(flow.provider, context.config))


async def submit_choice(request: Request) -> Response:
    """Handle the choice and redirect to the callback with the provider's code or error."""
    context = _context(request)
    try:
        flow = await _flow(request)
    except AuthError as error:
        return _page(context.config, provider_html.dead_end(error.message, context.config), 400)
    form = dict(parse_qsl((await request.body()).decode(errors="replace")))
    choice = form.get("choice", "")
    if choice == "cancel":
        refusal = {"error": "access_denied", "error_description": "The user has denied the request"}
        return _back(context.config, flow.id, refusal)
    persona = PERSONAS.get(choice)
    if persona is None:
        name, email = form.get("name", "").strip(), form.get("email", "").strip()
        typed = TypedPerson(name, email, "email_verified" in form)
        if not _EMAIL.fullmatch(typed.email) or len(typed.name) > _MAX_NAME:
            return _page(context.config, provider_html.choice(flow.provider, context.config, typed), 422)
        persona = Persona(typed.name, typed.email, typed.email_verified)
    person_claims = claims(flow.provider, persona, context.config.public_base)
    code = await run_in_threadpool(flows.grant, context, flow.provider, person_claims)
    return _back(context.config, flow.id, {"code": code})


async def avatar(request: Request) -> Response:
    """Return the picture of `avatar_url`, which shows a letter."""
    letter = escape(request.path_params["letter"][:1])
    headers = {"Cache-Control": "public, max-age=86400", "Content-Security-Policy": "default-src 'none'"}
    return Response(provider_html.AVATAR.format(letter), headers=headers, media_type="image/svg+xml")


async def styles(request: Request) -> Response:
    """Return the style sheet."""
    return FileResponse(_STYLES, media_type="text/css")


async def _flow(request: Request) -> flows.Flow:
    flow = await run_in_threadpool(flows.find, _context(request), request.query_params.get("state", ""))
    if flow.provider != request.path_params["provider"]:
        raise AuthError(400, "bad_oauth_state", "This sign-in was started with another provider")
    return flow


def _context(request: Request) -> Context:
    return request.app.state.context


def _back(config: Config, state: str, answer: dict[str, str]) -> Response:
    return RedirectResponse(f"{config.issuer}/callback?" + urlencode({**answer, "state": state}), 303)


def _page(config: Config, html: str, status: int = 200) -> Response:
    # Browsers also apply form-action to the redirects after a form, which end on the product's page.
    targets = " ".join(["'self'", config.site_url, *config.allowed_redirects])
    policy = (
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none';"
        f" form-action {targets}"
    )
    headers = {
        "Cache-Control": "no-store",
        "Content-Security-Policy": policy,
        # The URL contains the sign-in's state.
        "Referrer-Policy": "no-referrer",
    }
    return HTMLResponse(html, status, headers)


routes = [
    Route("/provider/{provider}/authorize", show_choice, methods=["GET"]),
    Route("/provider/{provider}/authorize", submit_choice, methods=["POST"]),
    Route("/avatars/{letter}.svg", avatar),
    Route("/provider.css", styles),
]
