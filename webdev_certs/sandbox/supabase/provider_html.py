"""The HTML of the provider page: without scripts, and with nothing from other sites."""

from dataclasses import dataclass
from html import escape
from urllib.parse import quote, urlsplit

from webdev_certs.sandbox.supabase.context import Config
from webdev_certs.sandbox.supabase.personas import PERSONAS, PROVIDERS, Persona

AVATAR = (
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
class TypedPerson:
    """The form for another test account, as it was typed in."""

    name: str
    email: str
    email_verified: bool


def choice(provider: str, config: Config, refused: TypedPerson | None = None) -> str:
    """Return the page with the test accounts; a `refused` form is shown again, with the reason."""
    typed = refused or TypedPerson("", "", email_verified=True)
    label = PROVIDERS[provider]
    content = _CHOICE.format(
        provider=label,
        site=escape(urlsplit(config.site_url).netloc),
        people="\n".join(_person(key, persona, config) for key, persona in PERSONAS.items()),
        opened=" open" if refused else "",
        described=' aria-describedby="error"' if refused else "",
        invalid=' aria-invalid="true" aria-describedby="error" autofocus' if refused else "",
        error=_ERROR if refused else "",
        name=escape(typed.name),
        email=escape(typed.email),
        checked=" checked" if typed.email_verified else "",
    )
    return _page(f"Choose a {label} test account", label, config, content)


def dead_end(reason: str, config: Config) -> str:
    """Return the page for a sign-in that is unknown, completed or expired."""
    site = escape(urlsplit(config.site_url).netloc)
    content = _DEAD_END.format(reason=escape(reason), site_url=escape(config.site_url), site=site)
    return _page("You cannot continue this sign-in", "Google or GitHub", config, content)


def _page(title: str, provider: str, config: Config, content: str) -> str:
    base = escape(urlsplit(config.public_base).path)
    return _PAGE.format(title=title, provider=provider, base=base, content=content)


def _person(key: str, persona: Persona, config: Config) -> str:
    hint = f'<span class="hint">{escape(persona.hint)}</span>' if persona.hint else ""
    path = urlsplit(config.public_base).path
    return _PERSON.format(
        key=key,
        avatar=escape(f"{path}/avatars/{quote(persona.initial)}.svg"),
        name=escape(persona.name or "No name"),
        email=escape(persona.email),
        hint=hint,
    )
