"""Stand-ins for the providers that a development has not set up; production never loads them.

The product speaks to them as to the real ones: what differs is the address in its settings.
"""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from secrets import token_hex
from typing import Any

from pydantic import SecretStr
from starlette.types import ASGIApp

from webdev_certs.server.services.webhook_events import ACTED_ON
from webdev_certs.settings.settings import Settings

MAIL, STRIPE, SUPABASE = "/sandbox/mail", "/sandbox/stripe", "/sandbox/supabase"


class Sandboxes:
    """Those of one process.

    Attributes:
        settings: the process's, completed with where the sandboxes are.
        mounts: path → app; empty where there are none, as in production.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.mounts: dict[str, ASGIApp] = {}
        self._services: list[Any] = []
        self._folder = settings.data_dir / "sandbox"
        if not settings.has_sandboxes:
            return
        if not settings.smtp_host:
            self._catch_mails()
        if not settings.stripe_secret_key:
            self._take_payments()
        if settings.supabase_sandbox:
            self._sign_in()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Does what they do beside answering requests: taking mails, sending webhooks."""
        async with AsyncExitStack() as services:
            for service in self._services:
                await services.enter_async_context(service)
            yield

    def _catch_mails(self) -> None:
        from webdev_certs.sandbox.mail import create_mail_sandbox

        sandbox = create_mail_sandbox(self._folder / "mail.json")
        self.mounts[MAIL] = sandbox.app
        self._services.append(sandbox)
        self._complete(smtp_host="127.0.0.1", smtp_port=sandbox.port, smtp_security="none")

    def _take_payments(self) -> None:
        from webdev_certs.sandbox.stripe import WebhookEndpoint, create_stripe_sandbox

        base = self.settings.origin + STRIPE
        hears = f"{self.settings.origin}/api/payments/webhook"
        # New at each start, so that nobody but the two of us can speak for the other.
        secret_key, webhook_secret = f"sk_test_{token_hex(16)}", f"whsec_{token_hex(16)}"
        publishable_key = "pk_test_sandbox"
        sandbox = create_stripe_sandbox(
            base,
            data_file=self._folder / "stripe.db",
            secret_key=secret_key,
            publishable_key=publishable_key,
            webhooks=[WebhookEndpoint(hears, webhook_secret, tuple(ACTED_ON))],
        )
        self.mounts[STRIPE] = sandbox
        self._services.append(sandbox.running())
        self._complete(
            stripe_publishable_key=publishable_key,
            stripe_secret_key=SecretStr(secret_key),
            stripe_webhook_secret=SecretStr(webhook_secret),
            stripe_api_base=base,
            stripe_script_url=f"{base}/v3/",
        )

    def _sign_in(self) -> None:
        from webdev_certs.sandbox.supabase import create_supabase_sandbox

        self.mounts[SUPABASE] = create_supabase_sandbox(
            self.settings.social_url,
            data_file=self._folder / "supabase.db",
            site_url=self.settings.origin,
            allowed_redirects=self.settings.allowed_origins,
        )

    def _complete(self, **values: object) -> None:
        self.settings = self.settings.model_copy(update=values)
