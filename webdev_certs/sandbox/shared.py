"""Sandboxes in a process of their own, which several processes of the product share.

The product uses them with the settings of `shared_variables`, as it would use the providers themselves.
"""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from secrets import token_hex

from starlette.applications import Starlette
from starlette.routing import Mount

from webdev_certs.sandbox.mail import MailSandbox
from webdev_certs.sandbox.sandboxes import MAIL, STRIPE, OwnHosts
from webdev_certs.sandbox.stripe import WebhookEndpoint, create_stripe_sandbox
from webdev_certs.sandbox.supabase import create_supabase_sandbox
from webdev_certs.settings import Settings
from webdev_certs.shared.secret_files import read_or_create


def shared_variables(settings: Settings) -> dict[str, str]:
    """Return the environment variables with which the product uses the sandboxes: name → value.

    The keys are made once in the data folder, so that a restart of either side changes nothing.
    """
    folder, base = settings.data_dir / "sandbox", f"http://localhost:{settings.sandbox_port}"
    return {
        "SMTP_HOST": "127.0.0.1",
        "SMTP_PORT": str(settings.sandbox_port + 1),
        "SMTP_SECURITY": "none",
        "STRIPE_PUBLISHABLE_KEY": "pk_test_sandbox",
        "STRIPE_SECRET_KEY": read_or_create(folder / "secret-key", lambda: f"sk_test_{token_hex(16)}"),
        "STRIPE_WEBHOOK_SECRET": read_or_create(folder / "webhook-secret", lambda: f"whsec_{token_hex(16)}"),
        "STRIPE_API_BASE": base + STRIPE,
        "STRIPE_SCRIPT_URL": f"{base}{STRIPE}/v3/",
        "SUPABASE_URL": base,
        "SUPABASE_ANON_KEY": "sandbox",
    }


def create_shared_sandboxes(settings: Settings, webhook_events: Iterable[str]) -> Starlette:
    """Create the app that serves the sandboxes.

    Args:
        settings: The settings of the product; those of its providers do not count.
        webhook_events: The types of Stripe events that the product wants to receive.
    """
    folder, variables = settings.data_dir / "sandbox", shared_variables(settings)
    mail = MailSandbox(folder / "mail.json", port=int(variables["SMTP_PORT"]))
    webhook = WebhookEndpoint(
        f"{settings.origin}/api/payments/webhook", variables["STRIPE_WEBHOOK_SECRET"], tuple(webhook_events)
    )
    stripe = create_stripe_sandbox(
        variables["STRIPE_API_BASE"],
        data_file=folder / "stripe.db",
        secret_key=variables["STRIPE_SECRET_KEY"],
        webhooks=[webhook],
    )
    supabase = create_supabase_sandbox(
        variables["SUPABASE_URL"],
        data_file=folder / "supabase.db",
        site_url=settings.origin,
        allowed_redirects=settings.allowed_origins,
    )

    @asynccontextmanager
    async def running(_app: Starlette) -> AsyncIterator[None]:
        async with mail, stripe.running():
            yield

    apps = {MAIL: mail.app, STRIPE: stripe, "": supabase}
    routes = [Mount(path, OwnHosts(app, settings.origin)) for path, app in apps.items()]
    return Starlette(routes=routes, lifespan=running)
