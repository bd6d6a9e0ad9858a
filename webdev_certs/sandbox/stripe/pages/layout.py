"""What all pages share: templates, escaping, and the notice that this is a sandbox."""

from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

_TEMPLATES = Path(__file__).parent / "templates"

_HEADERS = {
    "Cache-Control": "no-store",
    # No `form-action`: paying redirects to the success URL of the checkout session, which can be any site.
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self';"
    " base-uri 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


class Markup(str):
    """Text that is HTML already and is not escaped again."""


def fill(template: str, **values: Any) -> Markup:
    """Fill in a template; values that are not `Markup` are escaped."""
    escaped = {
        name: value if isinstance(value, Markup) else escape(str(value)) for name, value in values.items()
    }
    return Markup(_template(template).substitute(escaped))


def joined(parts: list[Markup]) -> Markup:
    """Join pieces of markup."""
    return Markup("\n".join(parts))


def page(request: Request, title: str, content: Markup, status: int = 200) -> Response:
    """Return a complete page."""
    root = request.scope.get("root_path", "")
    return HTMLResponse(fill("page.html", title=title, content=content, root=root), status, _HEADERS)


def message_page(request: Request, title: str, text: str, status: int) -> Response:
    """Return a page with one message."""
    return page(request, title, fill("message.html", title=title, text=text), status)


def money(amount: int, currency: str) -> str:
    """Format an amount, given in the currency's smallest unit."""
    symbols = {"eur": "€", "usd": "$", "gbp": "£"}
    number = f"{amount / 100:,.2f}"
    return f"{symbols[currency]}{number}" if currency in symbols else f"{number} {currency.upper()}"


async def form_fields(request: Request) -> dict[str, str]:
    """Return the text fields of the posted form."""
    form = await request.form(max_fields=50)
    return {name: value for name, value in form.items() if isinstance(value, str)}


def refuse_cross_site(request: Request) -> Response | None:
    """Return a refusal if another site's page sent the form, else None."""
    origin = request.headers.get("origin")
    if origin in (None, "null") or origin.partition("://")[2] == request.headers.get("host"):
        return None
    return PlainTextResponse("This form was sent from another site.", 403)


@cache
def _template(name: str) -> Template:
    return Template((_TEMPLATES / name).read_text("utf-8"))
