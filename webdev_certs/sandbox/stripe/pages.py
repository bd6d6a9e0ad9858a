"""What all pages share: templates, form fields, and the notice that this is a sandbox."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.cards import TEST_CARDS
from webdev_certs.sandbox.stripe.catalog import money

_HEADERS = {
    "Cache-Control": "no-store",
    # No `form-action`: paying redirects to the success URL of the checkout session, which can be any site.
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self';"
    " base-uri 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


def _moment(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"), autoescape=True, undefined=StrictUndefined
)
_TEMPLATES.filters["moment"] = _moment
_TEMPLATES.globals.update(money=money, test_cards=TEST_CARDS)


def page(request: Request, template: str, status: int = 200, **values: Any) -> Response:
    """Return a complete page; `root` in the template is the path where the sandbox is mounted."""
    content = _TEMPLATES.get_template(template).render(root=root_path(request), **values)
    return HTMLResponse(content, status, _HEADERS)


def form_page(
    request: Request,
    template: str,
    typed: Mapping[str, str],
    mistakes: Mapping[str, str],
    alert: str,
    **values: Any,
) -> Response:
    """Return a page with the card form: empty, or with what was typed and why it was refused.

    Args:
        request: The request.
        template: The page.
        typed: The fields as they were posted; empty before.
        mistakes: Messages by field.
        alert: Why the card was declined, if it was.
        **values: More values of the template.
    """
    status = 402 if alert else 422 if mistakes else 200
    return page(request, template, status, typed=typed, mistakes=mistakes, alert=alert, **values)


def message_page(request: Request, title: str, text: str, status: int) -> Response:
    """Return a page with one message."""
    return page(request, "message.html", status, title=title, text=text)


def root_path(request: Request) -> str:
    """Return the path where the sandbox is mounted."""
    return request.scope.get("root_path", "")


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


def today(account: Account) -> datetime:
    """Return the sandbox's current time, with which cards are checked."""
    return datetime.fromtimestamp(account.now(), UTC)
