"""The payment provider's interface, independent of Stripe's SDK."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from webdev_certs.server.domain.payments import CheckoutSession, CustomerHistory, Price


class ProviderError(Exception):
    """The provider did not do what was asked. The message is for the log and holds no personal data."""


class ProviderUnreachable(ProviderError):
    """No answer. The request may have succeeded; repeating it with the same idempotency key is safe."""


class ProviderFailed(ProviderError):
    """An internal error at the provider. It may repeat for the same idempotency key."""


class ProviderRefused(ProviderError):
    """The provider refused the request.

    Attributes:
        code: The provider's code, e.g. `resource_missing`; empty if it has none.
        parameter: The parameter that is at fault, e.g. `customer`; empty if none is named.
    """

    def __init__(self, message: str, code: str, parameter: str) -> None:
        super().__init__(message)
        self.code = code
        self.parameter = parameter


class ProviderNotFound(ProviderRefused):
    """The requested object, or one that the request refers to, does not exist."""


class UntrustedEvent(Exception):
    """A webhook without a valid, recent signature. The message says what is wrong."""


@dataclass(frozen=True)
class Order:
    """What a checkout session is created with.

    Attributes:
        checkout_id: The id of the checkout in the database.
        customer_id: The provider's id of the customer.
        price_id: The provider's id of the price.
        currency: The currency to pay in; without it, the provider would choose one by the IP address.
        recurring: Whether it starts a subscription.
        success_url: Where the provider redirects after payment.
        cancel_url: Where the provider redirects if the user goes back.
        metadata: Stored with the checkout session.
    """

    checkout_id: str
    customer_id: str
    price_id: str
    currency: str
    recurring: bool
    success_url: str
    cancel_url: str
    metadata: Mapping[str, str]


@dataclass(frozen=True)
class Event:
    """A webhook event: what happened to which customer. Read the current state with `history`.

    Attributes:
        event_id: The provider's id, the same in each delivery.
        kind: The provider's name, e.g. `invoice.paid`.
        customer_id: The customer, if the event names one.
        charge_id: The charge, if the event names one.
        checkout_session_id: The checkout session, if the event is about one.
    """

    event_id: str
    kind: str
    customer_id: str | None = None
    charge_id: str | None = None
    checkout_session_id: str | None = None


class PaymentProvider(Protocol):
    """A payment provider.

    Every method that calls the provider raises `ProviderUnreachable`, `ProviderFailed` or `ProviderRefused`.
    """

    async def prices(self) -> list[Price]:
        """Return the prices of all products on offer."""
        ...

    async def create_customer(self, *, name: str, email: str, user_id: str, key: str) -> str:
        """Create a customer, once for each idempotency key; return the customer's id."""
        ...

    async def create_checkout_session(self, order: Order, key: str) -> CheckoutSession:
        """Create a checkout session, once for each idempotency key."""
        ...

    async def checkout_session(self, checkout_session_id: str) -> CheckoutSession | None:
        """Return a checkout session; None if there is none with this id."""
        ...

    async def expire_checkout_session(self, checkout_session_id: str) -> None:
        """Expire an open checkout session, so that it can no longer be paid."""
        ...

    async def history(self, customer_id: str) -> CustomerHistory:
        """Return all subscriptions and payments of a customer."""
        ...

    async def set_renewal(self, subscription_id: str, *, renews: bool) -> None:
        """Let a subscription renew, or end with its current period."""
        ...

    async def end_subscription(self, subscription_id: str) -> None:
        """End a subscription at once. Does nothing if it has ended."""
        ...

    async def customer_of_charge(self, charge_id: str) -> str | None:
        """Return the id of the customer who paid a charge; None if there is no such charge or customer."""
        ...

    async def invoice_pdf(self, invoice_id: str) -> bytes:
        """Return an invoice as PDF."""
        ...

    def read_event(self, payload: bytes, signature: str | None) -> Event:
        """Return the event of a webhook request.

        Raises:
            UntrustedEvent: It is not signed with the endpoint's secret, or is too old.
        """
        ...

    async def close(self) -> None:
        """Close all connections."""
        ...
