"""Composition root: the pages, and behind them the API, on one port."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache
from secrets import token_hex
from typing import TYPE_CHECKING, Any

import reflex as rx
from fastapi import FastAPI
from pydantic import SecretStr
from starlette.types import ASGIApp

from webdev_certs.api.app import create_api, lifespan_resources
from webdev_certs.client import InProcess, use_transport
from webdev_certs.components import root
from webdev_certs.front_door import FrontDoor
from webdev_certs.pages import routes
from webdev_certs.settings import Settings, get_settings

if TYPE_CHECKING:
    from webdev_certs.sandbox.mail import MailSandbox
    from webdev_certs.sandbox.stripe import StripeSandbox

_MAIL_SANDBOX = "/sandbox/mail"
_STRIPE_SANDBOX = "/sandbox/stripe"


@cache
def _mail_sandbox() -> MailSandbox | None:
    """Takes the mails of a development that names no mail server."""
    settings = get_settings()
    if settings.environment == "production" or settings.smtp_host:
        return None
    from webdev_certs.sandbox.mail import create_mail_sandbox

    return create_mail_sandbox(settings.data_dir / "sandbox" / "mail.json")


@cache
def _stripe_sandbox() -> tuple[StripeSandbox, dict[str, Any]] | None:
    """Takes the payments of a development that names no Stripe account; with the settings to reach it."""
    settings = get_settings()
    if settings.environment == "production" or settings.stripe_secret_key:
        return None
    from webdev_certs.sandbox.stripe import WebhookEndpoint, create_stripe_sandbox

    base = settings.origin + _STRIPE_SANDBOX
    publishable_key = "pk_test_sandbox"
    # New at each start, so that nobody but the two of us can speak for the other.
    secret_key, webhook_secret = f"sk_test_{token_hex(16)}", f"whsec_{token_hex(16)}"
    sandbox = create_stripe_sandbox(
        base,
        data_file=settings.data_dir / "sandbox" / "stripe.db",
        secret_key=secret_key,
        publishable_key=publishable_key,
        webhooks=[WebhookEndpoint(f"{settings.origin}/api/payments/webhook", webhook_secret)],
    )
    return sandbox, {
        "stripe_publishable_key": publishable_key,
        "stripe_secret_key": SecretStr(secret_key),
        "stripe_webhook_secret": SecretStr(webhook_secret),
        "stripe_api_base": base,
        "stripe_script_url": f"{base}/v3/",
    }


@cache
def _api() -> FastAPI:
    settings = get_settings()
    mail = _mail_sandbox()
    if mail:
        # The API speaks to the sandbox as to any mail server.
        server = {"smtp_host": "127.0.0.1", "smtp_port": mail.port, "smtp_security": "none"}
        settings = settings.model_copy(update=server)
    stripe = _stripe_sandbox()
    if stripe:
        settings = settings.model_copy(update=stripe[1])
    api = create_api(settings)
    if mail:
        api.mount(_MAIL_SANDBOX, mail.app)
    if stripe:
        api.mount(_STRIPE_SANDBOX, stripe[0])
    return api


def _tiers(pages: ASGIApp) -> ASGIApp:
    """Puts the API before the pages and gives the UI tier its way to it; runs when serving starts."""
    settings = get_settings()
    served = pages
    if settings.api_url:
        use_transport(settings.api_url)
    else:
        served = _api()
        if settings.supabase_sandbox:
            served.mount("/sandbox/supabase", _supabase_sandbox(settings))
        # Behind all of the API's own routes, so that it takes only what they leave.
        served.mount("", pages)
        use_transport(settings.origin, InProcess(served, raise_app_exceptions=False))
    # Like the pages, what is mounted is reached without a redirect to its trailing slash.
    return FrontDoor(served, [*routes.static_paths(), _MAIL_SANDBOX, _STRIPE_SANDBOX], routes.REDIRECTS)


def _supabase_sandbox(settings: Settings) -> ASGIApp:
    # Imported here, so that production never loads it.
    from webdev_certs.sandbox.supabase import create_supabase_sandbox

    return create_supabase_sandbox(
        settings.social_url,
        data_file=settings.data_dir / "sandbox-supabase.db",
        site_url=settings.origin,
        allowed_redirects=settings.allowed_origins,
    )


@asynccontextmanager
async def _resources() -> AsyncIterator[None]:
    """Holds what the API needs for as long as the process serves."""
    if get_settings().api_url:
        yield
    else:
        async with AsyncExitStack() as resources:
            if mail := _mail_sandbox():
                await resources.enter_async_context(mail)
            if stripe := _stripe_sandbox():
                await resources.enter_async_context(stripe[0].running())
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
