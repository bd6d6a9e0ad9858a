"""The page that replaces Google's and GitHub's, on which the visitor chooses the test account that signs in.

The HTML has no scripts, and nothing from other sites.
"""

import hashlib
import re
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from webdev_certs.sandbox.supabase import flows
from webdev_certs.sandbox.supabase.project import AuthError, Project
from webdev_certs.sandbox.supabase.users import PROVIDERS

_EMAIL = re.compile(r"[^@\s]{1,64}@[^@\s]{1,189}")
_MAX_NAME = 200
_STYLES = Path(__file__).with_name("provider.css")
_ISSUERS = {"google": "https://accounts.google.com", "github": "https://api.github.com"}
_SUBJECT_DIGITS = {"google": 21, "github": 8}


@dataclass(frozen=True)
class Persona:
    """A person with an account at a provider; `hint` says what a predefined one is for."""

    name: str
    email: str
    email_verified: bool = True
    hint: str = ""

    @property
    def initial(self) -> str:
        """The letter on the avatar."""
        return (self.name or self.email)[0].upper()


PERSONAS = {
    "ada": Persona("Ada Lovelace", "ada.lovelace@example.com"),
    "grace": Persona("Grace Hopper", "grace.hopper@example.com"),
    "sofya": Persona("Софья Ковалевская", "sofya@example.com", hint="A name in another script"),
    "nameless": Persona("", "nameless@example.com", hint="The provider has no name"),
    "niels": Persona(
        "Niels Abel", "niels.abel@example.com", False, hint="The provider has not verified the email"
    ),
}


_AVATAR = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">'
    '<rect width="96" height="96" fill="#3a37b4"/>'
    '<text x="48" y="66" fill="#fff" font-family="sans-serif" font-size="52" text-anchor="middle">{}</text>'
    "</svg>"
)
"""An SVG picture; its placeholder takes one escaped letter."""

_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined
)


@dataclass(frozen=True)
class _TypedPerson:
    """The form for another test account, as it was typed in."""

    name: str
    email: str
    email_verified: bool


async def show_choice(request: Request) -> Response:
    """Show the people who can sign in."""
    project = _project(request)
    try:
        flow = _flow(request)
    except AuthError as error:
        return _page(project, 400, dead_end=error.message)
    return _page(project, provider=flow.provider)


async def submit_choice(request: Request) -> Response:
    """Sign in the chosen person, and redirect to the product with a code or an error."""
    project = _project(request)
    form = dict(parse_qsl((await request.body()).decode(errors="replace")))
    try:
        flow = _flow(request)
    except AuthError as error:
        return _page(project, 400, dead_end=error.message)
    choice = form.get("choice", "")
    if choice == "cancel":
        return _redirect_with_error(flow, "access_denied", "The user has denied the request")
    persona = PERSONAS.get(choice)
    if persona is None:
        name, email = form.get("name", "").strip(), form.get("email", "").strip()
        typed = _TypedPerson(name, email, "email_verified" in form)
        if not _EMAIL.fullmatch(typed.email) or len(typed.name) > _MAX_NAME:
            return _page(project, 422, provider=flow.provider, refused=typed)
        persona = Persona(typed.name, typed.email, typed.email_verified)
    try:
        code = flows.complete(project, flow, _claims(flow.provider, persona, project.public_base))
    except AuthError as error:
        return _redirect_with_error(flow, "access_denied", error.message, error_code=error.code)
    return RedirectResponse(_with_query(flow.redirect_to, {"code": code}), 303)


async def avatar(request: Request) -> Response:
    """Return the picture of `avatar_url`, which shows a letter."""
    letter = escape(request.path_params["letter"][:1])
    headers = {"Cache-Control": "public, max-age=86400", "Content-Security-Policy": "default-src 'none'"}
    return Response(_AVATAR.format(letter), headers=headers, media_type="image/svg+xml")


async def styles(request: Request) -> Response:
    """Return the style sheet."""
    return FileResponse(_STYLES, media_type="text/css")


def _flow(request: Request) -> flows.Flow:
    flow = flows.find(_project(request), request.query_params.get("state", ""))
    if flow.provider != request.path_params["provider"]:
        raise AuthError(400, "bad_oauth_state", "This sign-in was started with another provider")
    return flow


def _project(request: Request) -> Project:
    return request.app.state.project


def _claims(provider: str, persona: Persona, public_base: str) -> dict[str, Any]:
    """Return the claims that the real server stores for such a person, without empty ones."""
    email = persona.email.lower()
    subject = _subject(provider, email)
    avatar = f"{public_base}/avatars/{quote(persona.initial)}.svg"
    login = email.partition("@")[0]
    specific = {
        "google": {"picture": avatar},
        "github": {"preferred_username": login, "user_name": login},
    }
    values = {
        "iss": _ISSUERS[provider],
        "sub": subject,
        "provider_id": subject,
        "email": email,
        "email_verified": persona.email_verified,
        "phone_verified": False,
        "name": persona.name,
        "full_name": persona.name,
        "avatar_url": avatar,
        **specific[provider],
    }
    return {name: value for name, value in values.items() if value != ""}


def _subject(provider: str, email: str) -> str:
    """Return a number that is always the same for this person at this provider."""
    digits = _SUBJECT_DIGITS[provider]
    number = int.from_bytes(hashlib.sha256(f"{provider}:{email}".encode()).digest())
    return str(10 ** (digits - 1) + number % (9 * 10 ** (digits - 1)))


def _redirect_with_error(flow: flows.Flow, error: str, description: str, **more: str) -> Response:
    """Redirect to the product with an error in the query and in the fragment, as the real server does."""
    parameters = {"error": error, "error_description": description, **more}
    # `sb` tells Supabase's clients in browsers that the redirect is Supabase's.
    fragment = urlencode({**parameters, "sb": ""})
    url = urlsplit(_with_query(flow.redirect_to, parameters))._replace(fragment=fragment)
    return RedirectResponse(urlunsplit(url), 303)


def _with_query(url: str, parameters: dict[str, str]) -> str:
    """Add parameters to the query of a URL, replacing those with the same name."""
    parts = urlsplit(url)
    kept = [pair for pair in parse_qsl(parts.query, keep_blank_values=True) if pair[0] not in parameters]
    return urlunsplit(parts._replace(query=urlencode([*kept, *parameters.items()])))


def _page(
    project: Project,
    status: int = 200,
    *,
    provider: str = "",
    refused: _TypedPerson | None = None,
    dead_end: str = "",
) -> Response:
    """Return the page with the test accounts.

    Args:
        project: The project.
        status: The HTTP status.
        provider: The provider; empty at a dead end.
        refused: The form for another account, to show again with the reason.
        dead_end: Why the sign-in cannot go on: it is unknown, completed or expired.
    """
    html = _TEMPLATES.get_template("provider.html").render(
        base=urlsplit(project.public_base).path,
        site_url=project.site_url,
        site=urlsplit(project.site_url).netloc,
        provider=PROVIDERS.get(provider, "Google or GitHub"),
        personas=PERSONAS,
        refused=refused,
        typed=refused or _TypedPerson("", "", email_verified=True),
        dead_end=dead_end,
    )
    # Browsers also apply form-action to the redirects after a form, which end on the product's page.
    targets = " ".join(["'self'", project.site_url, *project.allowed_redirects])
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
