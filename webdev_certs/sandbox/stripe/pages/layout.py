"""What all pages share: templates, escaping, the notice that this is a sandbox."""

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
    # Pay pages lead to wherever their session says, so forms may too.
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self';"
    " base-uri 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


class Markup(str):
    """Text that is HTML already and is not escaped again."""


def fill(template: str, **values: Any) -> Markup:
    """The template with these values, escaped unless they are markup."""
    written = {
        name: value if isinstance(value, Markup) else escape(str(value)) for name, value in values.items()
    }
    return Markup(_template(template).substitute(written))


def joined(parts: list[Markup]) -> Markup:
    """Pieces of markup, one after the other."""
    return Markup("\n".join(parts))


def page(request: Request, title: str, content: Markup, status: int = 200) -> Response:
    """A whole page."""
    root = request.scope.get("root_path", "")
    return HTMLResponse(fill("page.html", title=title, content=content, root=root), status, _HEADERS)


def message_page(request: Request, title: str, text: str, status: int) -> Response:
    """A page that says one thing."""
    return page(request, title, fill("message.html", title=title, text=text), status)


def money(amount: int, currency: str) -> str:
    """An amount in the currency's smallest unit, as people write it."""
    symbols = {"eur": "€", "usd": "$", "gbp": "£"}
    written = f"{amount / 100:,.2f}"
    return f"{symbols[currency]}{written}" if currency in symbols else f"{written} {currency.upper()}"


async def typed(request: Request) -> dict[str, str]:
    """The form's fields, each once; files are none of our forms' fields."""
    sent = await request.form(max_fields=50)
    return {name: value for name, value in sent.items() if isinstance(value, str)}


def refuse_foreign(request: Request) -> Response | None:
    """Refuses forms that another site's page sent."""
    origin = request.headers.get("origin")
    if origin in (None, "null") or origin.partition("://")[2] == request.headers.get("host"):
        return None
    return PlainTextResponse("This form was sent from another site.", 403)


@cache
def _template(name: str) -> Template:
    return Template((_TEMPLATES / name).read_text("utf-8"))
