"""A stateful stand-in for Stripe that speaks its protocol; see docs/sandbox.md."""

from webdev_certs.sandbox.stripe.account import WebhookEndpoint
from webdev_certs.sandbox.stripe.app import StripeSandbox, create_stripe_sandbox

__all__ = ["StripeSandbox", "WebhookEndpoint", "create_stripe_sandbox"]
