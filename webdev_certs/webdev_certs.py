"""Composition root: the pages, and behind them the API, on one port."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache
from typing import TYPE_CHECKING

import httpx
import reflex as rx
from fastapi import FastAPI
from reflex.utils.prerequisites import get_web_dir
from reflex_base.constants import Dirs
from starlette.types import ASGIApp

from webdev_certs.api.app import create_api, lifespan_resources
from webdev_certs.client import use_transport
from webdev_certs.components import root
from webdev_certs.forwarded import Forwarded
from webdev_certs.front_door import FrontDoor
from webdev_certs.pages import routes
from webdev_certs.security_headers import SecurityHeaders
from webdev_certs.settings import get_settings

if TYPE_CHECKING:
    from webdev_certs.sandbox.mail import MailSandbox

_MAIL_SANDBOX = "/sandbox/mail"


@cache
def _mail_sandbox() -> MailSandbox | None:
    """Takes the mails of a development that names no mail server."""
    settings = get_settings()
    if settings.environment == "production" or settings.smtp_host:
        return None
    from webdev_certs.sandbox.mail import create_mail_sandbox

    return create_mail_sandbox(settings.data_dir / "sandbox" / "mail.json")


@cache
def _api() -> FastAPI:
    settings = get_settings()
    mail = _mail_sandbox()
    if mail:
        # The API speaks to the sandbox as to any mail server.
        server = {"smtp_host": "127.0.0.1", "smtp_port": mail.port, "smtp_security": "none"}
        settings = settings.model_copy(update=server)
    api = create_api(settings)
    if mail:
        api.mount(_MAIL_SANDBOX, mail.app)
    return api


def _tiers(pages: ASGIApp) -> ASGIApp:
    """Puts the API before the pages and gives the UI tier its way to it; runs when serving starts."""
    settings = get_settings()
    served = pages
    if settings.api_url:
        use_transport(settings.api_url)
    else:
        served = _api()
        # Behind all of the API's own routes, so that it takes only what they leave.
        served.mount("", pages)
        # The UI tier is the one proxy on this way, which nobody else can take.
        inside = Forwarded(served, hops=1)
        use_transport(settings.origin, httpx.ASGITransport(inside, raise_app_exceptions=False))
    # Like the pages, what is mounted is reached without a redirect to its trailing slash.
    door = FrontDoor(served, [*routes.static_paths(), _MAIL_SANDBOX], routes.REDIRECTS)
    guarded = SecurityHeaders(door, origin=settings.origin, pages=get_web_dir() / Dirs.STATIC)
    return Forwarded(guarded, settings.trusted_proxies, settings.ui_tier_networks)


@asynccontextmanager
async def _resources() -> AsyncIterator[None]:
    """Holds what the API needs for as long as the process serves."""
    if get_settings().api_url:
        yield
    else:
        async with AsyncExitStack() as resources:
            if mail := _mail_sandbox():
                await resources.enter_async_context(mail)
            await resources.enter_async_context(lifespan_resources(_api()))
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
routes.register(app)
app.register_lifespan_task(_resources)
