"""Sandboxes in a process of their own, which several processes of the product share.

The product uses them with the settings of `shared_variables`, as it would use the providers themselves.
"""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from secrets import token_hex

from starlette.applications import Starlette
from starlette.routing import Mount

from webdev_certs.sandbox.mail import MailSandbox
from webdev_certs.sandbox.sandboxes import MAIL, STRIPE, OwnHosts, folder_of, stripe_sandbox, supabase_sandbox
from webdev_certs.settings import Settings
from webdev_certs.shared.secret_files import read_or_create


def shared_variables(settings: Settings) -> dict[str, str]:
    """Return the environment variables with which the product uses the sandboxes: name → value.

    The keys are made once in the data folder, so that a restart of either side changes nothing.
    """
    folder, base = folder_of(settings), f"http://localhost:{settings.sandbox_port}"
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
    variables = shared_variables(settings)
    mail = MailSandbox(folder_of(settings) / "mail.json", port=int(variables["SMTP_PORT"]))
    stripe = stripe_sandbox(
        settings,
        variables["STRIPE_API_BASE"],
        variables["STRIPE_SECRET_KEY"],
        variables["STRIPE_WEBHOOK_SECRET"],
        webhook_events,
    )
    supabase = supabase_sandbox(settings, variables["SUPABASE_URL"])

    @asynccontextmanager
    async def running(_app: Starlette) -> AsyncIterator[None]:
        async with mail, stripe.running():
            yield

    apps = {MAIL: mail.app, STRIPE: stripe, "": supabase}
    routes = [Mount(path, OwnHosts(app, settings.origin)) for path, app in apps.items()]
    return Starlette(routes=routes, lifespan=running)
