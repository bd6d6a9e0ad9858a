"""Stand-ins for the providers that are not configured in development; production never loads them.

The product calls them as it calls the real providers: only the URLs in its settings differ. They run in its
process, or in one of their own that several processes share, with the settings of `shared_variables`.
"""

from collections.abc import AsyncIterator, Iterable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from ipaddress import ip_address
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pydantic import SecretStr
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.routing import Mount
from starlette.types import ASGIApp, Receive, Scope, Send

from webdev_certs.sandbox.mail import MailSandbox
from webdev_certs.settings import Settings
from webdev_certs.settings.networks import is_loopback
from webdev_certs.shared.secret_files import read_or_create

if TYPE_CHECKING:
    from webdev_certs.sandbox.stripe import StripeSandbox

MAIL, STRIPE, SUPABASE = "/sandbox/mail", "/sandbox/stripe", "/sandbox/supabase"


class Sandboxes:
    """The sandboxes of one process.

    Attributes:
        settings: The settings of the process, with the URLs and keys of the sandboxes filled in.
        mounts: The app to mount at each path; empty without sandboxes, as in production.
    """

    def __init__(self, settings: Settings, *, webhook_events: Iterable[str]) -> None:
        """Create the sandboxes that the settings ask for.

        Args:
            settings: The settings of the process.
            webhook_events: The types of Stripe events that the product wants to receive.
        """
        self.settings = settings
        self._webhook_events = tuple(webhook_events)
        self.mounts: dict[str, ASGIApp] = {}
        self._services: list[AbstractAsyncContextManager[object]] = []
        if not settings.has_sandboxes:
            return
        if not settings.smtp_host:
            self._add_mail()
        if not settings.stripe_secret_key:
            self._add_stripe()
        if settings.supabase_sandbox:
            self._add_supabase()
        self.mounts = {path: OwnHosts(app, settings.origin) for path, app in self.mounts.items()}

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run what the sandboxes do outside of requests: receive mails, send webhooks."""
        async with AsyncExitStack() as services:
            for service in self._services:
                await services.enter_async_context(service)
            yield

    def _add_mail(self) -> None:
        from webdev_certs.sandbox.mail import MailSandbox

        sandbox = MailSandbox(folder_of(self.settings) / "mail.json")
        self.mounts[MAIL] = sandbox.app
        self._services.append(sandbox)
        self._fill_in(smtp_host="127.0.0.1", smtp_port=sandbox.port, smtp_security="none")

    def _add_stripe(self) -> None:
        base = self.settings.origin + STRIPE
        # New at each start, so that nobody can learn them from this code and pretend to be either side.
        secret_key, webhook_secret = f"sk_test_{token_hex(16)}", f"whsec_{token_hex(16)}"
        sandbox = stripe_sandbox(self.settings, base, secret_key, webhook_secret, self._webhook_events)
        self.mounts[STRIPE] = sandbox
        self._services.append(sandbox.running())
        self._fill_in(
            stripe_publishable_key="pk_test_sandbox",
            stripe_secret_key=SecretStr(secret_key),
            stripe_webhook_secret=SecretStr(webhook_secret),
            stripe_api_base=base,
            stripe_script_url=f"{base}/v3/",
        )

    def _add_supabase(self) -> None:
        self.mounts[SUPABASE] = supabase_sandbox(self.settings, self.settings.social_url)

    def _fill_in(self, **values: object) -> None:
        self.settings = self.settings.model_copy(update=values)


def folder_of(settings: Settings) -> Path:
    """Return the folder of the sandboxes' data."""
    return settings.data_dir / "sandbox"


def stripe_sandbox(
    settings: Settings, base: str, secret_key: str, webhook_secret: str, webhook_events: Iterable[str]
) -> "StripeSandbox":
    """Create a sandbox of Stripe, whose events go to the product.

    Args:
        settings: The settings of the product.
        base: The sandbox's own URL.
        secret_key: The key with which the product calls it.
        webhook_secret: Signs the events.
        webhook_events: The types of events that the product wants to receive.
    """
    from webdev_certs.sandbox.stripe import WebhookEndpoint, create_stripe_sandbox

    webhook = WebhookEndpoint(
        f"{settings.origin}/api/payments/webhook", webhook_secret, tuple(webhook_events)
    )
    data_file = folder_of(settings) / "stripe.db"
    return create_stripe_sandbox(base, data_file=data_file, secret_key=secret_key, webhooks=[webhook])


def supabase_sandbox(settings: Settings, base: str) -> ASGIApp:
    """Create a sandbox of Supabase Auth.

    Args:
        settings: The settings of the product.
        base: The sandbox's own URL.
    """
    from webdev_certs.sandbox.supabase import create_supabase_sandbox

    return create_supabase_sandbox(
        base,
        data_file=folder_of(settings) / "supabase.db",
        site_url=settings.origin,
        allowed_redirects=settings.allowed_origins,
    )


class OwnHosts:
    """Refuse requests to names that do not belong to this machine.

    This prevents DNS rebinding, by which a web page reaches servers of its visitor's machine. The attacker
    points the page's name to 127.0.0.1, so the browser takes the server for the page's origin. But the `Host`
    header still has the name. IP addresses are accepted: to that page they are another origin.
    """

    def __init__(self, app: ASGIApp, origin: str) -> None:
        """Wrap an app.

        Args:
            app: The app.
            origin: The product's own origin, whose name is accepted too.
        """
        self._app = app
        self._own_name = urlsplit(origin).hostname

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self._is_own(Headers(scope=scope).get("host", "")):
            refusal = PlainTextResponse("The sandboxes answer only to their own name: see HOST.\n", 421)
            await refusal(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _is_own(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
            return name == self._own_name or is_loopback(f"//{host}") or bool(ip_address(name))
        except ValueError:
            return False


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
