"""Composition root: the pages, and behind them the API, on one port."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache

import reflex as rx
from fastapi import FastAPI
from reflex.utils.prerequisites import get_web_dir
from reflex_base.constants import Dirs
from starlette.types import ASGIApp

from webdev_certs.server.api.app import create_api, lifespan_resources
from webdev_certs.client import InProcess, use_transport
from webdev_certs.ui.pages import root
from webdev_certs.web.forwarded import Forwarded
from webdev_certs.web.front_door import FrontDoor
from webdev_certs.ui.pages import routes
from webdev_certs.ui.pages.registration import register
from webdev_certs.sandbox.sandboxes import Sandboxes
from webdev_certs.web.security_headers import SecurityHeaders
from webdev_certs.settings.settings import get_settings


@cache
def _sandboxes() -> Sandboxes:
    return Sandboxes(get_settings())


@cache
def _api() -> FastAPI:
    sandboxes = _sandboxes()
    api = create_api(sandboxes.settings)
    for path, sandbox in sandboxes.mounts.items():
        api.mount(path, sandbox)
    return api


def _tiers(pages: ASGIApp) -> ASGIApp:
    """Puts the API before the pages and gives the UI tier its way to it; runs when serving starts."""
    settings = get_settings()
    served, sandboxes = pages, []
    if settings.api_url:
        use_transport(settings.api_url)
    else:
        served = _api()
        # Behind all of the API's own routes, so that it takes only what they leave.
        served.mount("", pages)
        # The UI tier is the one proxy on this way, which nobody else can take.
        inside = Forwarded(served, hops=1)
        use_transport(settings.origin, InProcess(inside, raise_app_exceptions=False))
        sandboxes = _sandboxes().mounts
    # Like the pages, what is mounted is reached without a redirect to its trailing slash.
    door = FrontDoor(served, [*(route.path for route in routes.ROUTES), *sandboxes], routes.REDIRECTS)
    guarded = SecurityHeaders(
        door,
        origin=settings.origin,
        pages=get_web_dir() / Dirs.STATIC,
        stripe=bool(settings.stripe_publishable_key),
    )
    return Forwarded(guarded, settings.trusted_proxies, settings.ui_tier_networks)


@asynccontextmanager
async def _resources() -> AsyncIterator[None]:
    """Holds what the API needs for as long as the process serves."""
    if get_settings().api_url:
        yield
    else:
        async with _sandboxes().running(), lifespan_resources(_api()):
            yield


app = rx.App(
    html_lang="en",
    reset_style=False,
    stylesheets=["/tokens.css"],
    head_components=root.head(),
    app_wraps=root.app_wraps(),
    toaster=None,
    api_transformer=_tiers,
    backend_exception_handler=root.report_failure,
)
register(app, routes.ROUTES, routes.REDIRECTS)
app.register_lifespan_task(_resources)
