"""Every page that the sandbox serves says that it is one; the pages are those of its own routes."""

import io
from collections.abc import AsyncIterator
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx
import pypdf
import pytest
from starlette.routing import Route

from tests.stripe_shop import PUBLIC_BASE, World

ASKS_THE_BANK, DECLINED = "4000002500003155", "4000000000000002"
NOTICE = "<strong>Sandbox.</strong> This stands in for Stripe during development. No money moves."
_NO_PAGES = ("/v1/", "/v3", "/assets")
"""The API, the script and what pages are dressed with."""


@dataclass(frozen=True)
class Visit:
    """One request for a page."""

    method: str
    route: str
    path: str
    form: dict[str, str]


@pytest.fixture
async def names(world: World) -> dict[str, list[str]]:
    """What each parameter of a path can be: something in every state, and nothing known."""
    open_one = await world.open_session("lifetime")
    paid = await world.buy("monthly")
    challenged = await world.open_session("yearly")
    assert (await world.pay(challenged, ASKS_THE_BANK)).status_code == 303
    expired = await world.open_session("lifetime")
    await world.sdk.v1.checkout.sessions.expire_async(expired.id)
    invoice = await world.sdk.v1.invoices.retrieve_async(str(paid.invoice.id))
    secret = urlsplit(invoice.hosted_invoice_url or "").path.rpartition("/")[2]
    return {
        "session": [open_one.id, paid.id, challenged.id, expired.id, "cs_of_nobody"],
        "secret": [secret, "nothing"],
    }


FORMS: list[dict[str, str]] = [
    {},
    {"by": "day"},
    {"charge": "ch_of_nobody"},
    {"result": "fail"},
    {"number": DECLINED, "expiry": "12 / 44", "cvc": "123", "name": "Ada", "email": "ada@example.com"},
    {"number": "1", "expiry": "13 / 13", "cvc": "", "name": "", "email": ""},
]


def visits(routes: list[Route], names: dict[str, list[str]]) -> list[Visit]:
    """All that can be asked for, forms last; a parameter that the test has no names for is a KeyError."""
    shown, sent = list[Visit](), list[Visit]()
    for route in routes:
        paths = [route.path]
        for name in route.param_convertors:
            paths = [path.replace(f"{{{name}}}", value) for path in paths for value in names[name]]
        for path in paths:
            if "GET" in (route.methods or ()):
                shown.append(Visit("GET", route.path, path, {}))
            if "POST" in (route.methods or ()):
                sent += [Visit("POST", route.path, path, form) for form in FORMS]
    return shown + sent


async def pages(world: World, visit: Visit) -> AsyncIterator[httpx.Response]:
    """The answer, and where it leads to as long as that is within the sandbox."""
    form = visit.form if visit.method == "POST" else None
    answer = await world.browser.request(visit.method, PUBLIC_BASE + visit.path, data=form)
    yield answer
    while answer.is_redirect and answer.headers["location"].startswith(("/sandbox", PUBLIC_BASE)):
        answer = await world.browser.get(answer.headers["location"])
        yield answer


async def test_every_page_says_that_no_money_moves(world: World, names: dict[str, list[str]]):
    routes = [
        route
        for route in world.sandbox.routes
        if isinstance(route, Route) and not route.path.startswith(_NO_PAGES)
    ]
    shown = set[tuple[str, str]]()
    for visit in visits(routes, names):
        async for answer in pages(world, visit):
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
    # What was only ever refused has not been seen: the test lacks a state for it.
    assert shown >= {("GET", route.path) for route in routes if "GET" in (route.methods or ())}
