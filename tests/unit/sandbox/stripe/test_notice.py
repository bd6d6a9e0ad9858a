"""Every page of the Stripe sandbox says that it is a sandbox. The pages are found from its routes."""

import io
from collections.abc import AsyncIterator
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx
import pypdf
import pytest
from starlette.routing import Route

from tests.stripe_shop import PUBLIC_BASE, Shop

NEEDS_AUTHENTICATION, DECLINED = "4000002500003155", "4000000000000002"
NOTICE = "<strong>Sandbox.</strong> This page replaces Stripe during development. No money moves."
_NOT_PAGES = ("/v1/", "/v3", "/assets")
"""The paths of the API, the script and the assets."""


@dataclass(frozen=True)
class Visit:
    """A request for a page."""

    method: str
    route: str
    path: str
    form: dict[str, str]


@pytest.fixture
async def names(shop: Shop) -> dict[str, list[str]]:
    """The values for each path parameter: objects in every state, and an unknown one."""
    open_checkout_session = await shop.open_checkout_session("lifetime")
    paid = await shop.buy("monthly")
    challenged = await shop.open_checkout_session("yearly")
    assert (await shop.pay(challenged, NEEDS_AUTHENTICATION)).status_code == 303
    expired = await shop.open_checkout_session("lifetime")
    await shop.sdk.v1.checkout.sessions.expire_async(expired.id)
    invoice = await shop.sdk.v1.invoices.retrieve_async(paid.invoice)
    secret = urlsplit(invoice.hosted_invoice_url or "").path.rpartition("/")[2]
    return {
        "session": [open_checkout_session.id, paid.id, challenged.id, expired.id, "cs_unknown"],
        "secret": [secret, "unknown"],
    }


FORMS: list[dict[str, str]] = [
    {},
    {"by": "day"},
    {"charge": "ch_unknown"},
    {"result": "fail"},
    {"number": DECLINED, "expiry": "12 / 44", "cvc": "123", "name": "Ada"},
    {"number": "1", "expiry": "13 / 13", "cvc": "", "name": ""},
]


def visits(routes: list[Route], names: dict[str, list[str]]) -> list[Visit]:
    """Return every possible request, forms last.

    Raises:
        KeyError: A path parameter is missing in `names`.
    """
    gets, posts = list[Visit](), list[Visit]()
    for route in routes:
        paths = [route.path]
        for name in route.param_convertors:
            paths = [path.replace(f"{{{name}}}", value) for path in paths for value in names[name]]
        for path in paths:
            if "GET" in (route.methods or ()):
                gets.append(Visit("GET", route.path, path, {}))
            if "POST" in (route.methods or ()):
                posts += [Visit("POST", route.path, path, form) for form in FORMS]
    return gets + posts


async def pages(shop: Shop, visit: Visit) -> AsyncIterator[httpx.Response]:
    """Yield the answer, and those after each redirect within the sandbox."""
    form = visit.form if visit.method == "POST" else None
    answer = await shop.browser.request(visit.method, PUBLIC_BASE + visit.path, data=form)
    yield answer
    while answer.is_redirect and answer.headers["location"].startswith(("/sandbox", PUBLIC_BASE)):
        answer = await shop.browser.get(answer.headers["location"])
        yield answer


async def test_every_page_says_that_no_money_moves(shop: Shop, names: dict[str, list[str]]):
    routes = [
        route
        for route in shop.sandbox.routes
        if isinstance(route, Route) and not route.path.startswith(_NOT_PAGES)
    ]
    shown = set[tuple[str, str]]()
    for visit in visits(routes, names):
        async for answer in pages(shop, visit):
            assert answer.status_code < 500, visit
            kind = answer.headers.get("content-type", "")
            if kind.startswith("text/html"):
                assert NOTICE in answer.text, visit
            elif kind == "application/pdf":
                text = pypdf.PdfReader(io.BytesIO(answer.content)).pages[0].extract_text()
                assert "sandbox" in text.casefold(), visit
            else:
                assert answer.is_redirect, visit
            if answer.is_success:
                shown.add((visit.method, visit.route))
    # A page that was only refused has not been seen, so the test lacks an object in the right state.
    assert shown >= {("GET", route.path) for route in routes if "GET" in (route.methods or ())}
