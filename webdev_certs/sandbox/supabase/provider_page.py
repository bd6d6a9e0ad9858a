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

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>{title} · Sandbox</title>
<link rel="icon" href="{base}/avatars/S.svg">
<link rel="stylesheet" href="{base}/provider.css">
</head>
<body>
<header class="notice">
<p><strong>Sandbox.</strong> This is not {provider}. No real account is used or reached.</p>
</header>
<main>
{content}
</main>
</body>
</html>
"""

_CHOICE = """<h1>Choose a {provider} test account</h1>
<p class="lead">to continue to <strong>{site}</strong></p>
<form method="post">
<ul class="people">
{people}
</ul>
</form>
<details{opened}>
<summary>Use another test account</summary>
<form method="post"{described}>
{error}
<label for="name">Full name <span class="optional">(optional)</span></label>
<input id="name" name="name" value="{name}" maxlength="200" autocomplete="off">
<label for="email">Email</label>
<input id="email" name="email" type="email" value="{email}" required maxlength="254"
autocomplete="off"{invalid}>
<p class="check"><input id="verified" name="email_verified" type="checkbox"{checked}>
<label for="verified">The provider has verified this email</label></p>
<button class="primary" name="choice" value="own">Continue as this person</button>
</form>
</details>
<form method="post" class="cancel"><button name="choice" value="cancel">Cancel and go back</button></form>"""

_PERSON = """<li><button name="choice" value="{key}">
<img src="{avatar}" alt="" width="40" height="40">
<span class="who"><span class="name">{name}</span><span class="email">{email}</span>{hint}</span>
</button></li>"""

_ERROR = '<p class="error" id="error" role="alert">Enter an email such as name@example.com.</p>'

_DEAD_END = """<h1>You cannot continue this sign-in</h1>
<p class="lead">{reason}. Go back and start again.</p>
<p><a href="{site_url}">Back to {site}</a></p>"""


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
        return _page(project, _dead_end(error.message, project), 400)
    return _page(project, _choice(flow.provider, project))


async def submit_choice(request: Request) -> Response:
    """Sign in the chosen person, and redirect to the product with a code or an error."""
    project = _project(request)
    form = dict(parse_qsl((await request.body()).decode(errors="replace")))
    try:
        flow = _flow(request)
    except AuthError as error:
        return _page(project, _dead_end(error.message, project), 400)
    choice = form.get("choice", "")
    if choice == "cancel":
        return _redirect_with_error(flow, "access_denied", "The user has denied the request")
    persona = PERSONAS.get(choice)
    if persona is None:
        name, email = form.get("name", "").strip(), form.get("email", "").strip()
        typed = _TypedPerson(name, email, "email_verified" in form)
        if not _EMAIL.fullmatch(typed.email) or len(typed.name) > _MAX_NAME:
            return _page(project, _choice(flow.provider, project, typed), 422)
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


def _page(project: Project, html: str, status: int = 200) -> Response:
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


def _choice(provider: str, project: Project, refused: _TypedPerson | None = None) -> str:
    """Return the page with the test accounts; a `refused` form is shown again, with the reason."""
    typed = refused or _TypedPerson("", "", email_verified=True)
    label = PROVIDERS[provider]
    content = _CHOICE.format(
        provider=label,
        site=escape(urlsplit(project.site_url).netloc),
        people="\n".join(_person(key, persona, project) for key, persona in PERSONAS.items()),
        opened=" open" if refused else "",
        described=' aria-describedby="error"' if refused else "",
        invalid=' aria-invalid="true" aria-describedby="error" autofocus' if refused else "",
        error=_ERROR if refused else "",
        name=escape(typed.name),
        email=escape(typed.email),
        checked=" checked" if typed.email_verified else "",
    )
    return _document(f"Choose a {label} test account", label, project, content)


def _dead_end(reason: str, project: Project) -> str:
    """Return the page for a sign-in that is unknown, completed or expired."""
    site = escape(urlsplit(project.site_url).netloc)
    content = _DEAD_END.format(reason=escape(reason), site_url=escape(project.site_url), site=site)
    return _document("You cannot continue this sign-in", "Google or GitHub", project, content)


def _document(title: str, provider: str, project: Project, content: str) -> str:
    base = escape(urlsplit(project.public_base).path)
    return _PAGE.format(title=title, provider=provider, base=base, content=content)


def _person(key: str, persona: Persona, project: Project) -> str:
    hint = f'<span class="hint">{escape(persona.hint)}</span>' if persona.hint else ""
    path = urlsplit(project.public_base).path
    return _PERSON.format(
        key=key,
        avatar=escape(f"{path}/avatars/{quote(persona.initial)}.svg"),
        name=escape(persona.name or "No name"),
        email=escape(persona.email),
        hint=hint,
    )


routes = [
    Route("/provider/{provider}/authorize", show_choice, methods=["GET"]),
    Route("/provider/{provider}/authorize", submit_choice, methods=["POST"]),
    Route("/avatars/{letter}.svg", avatar),
    Route("/provider.css", styles),
]
