"""The payment provider as the product sees it, whichever it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from webdev_certs.server.domain.payments import Account, Price, Session


class ProviderError(Exception):
    """The provider did not do what it was asked; the message is for the log, without anyone's data."""


class ProviderSilent(ProviderError):
    """No answer: whether it was done is not known, and asking again with the same key is safe."""


class ProviderFailed(ProviderError):
    """An answer that says nothing but that it failed; the same key may bring the same answer again."""


class ProviderRefused(ProviderError):
    """A refusal of what was asked.

    Attributes:
        code: the provider's, e.g. `resource_missing`; empty if it has none.
        parameter: which one it is about, e.g. `customer`; empty if none.
    """

    def __init__(self, message: str, code: str, parameter: str) -> None:
        super().__init__(message)
        self.code = code
        self.parameter = parameter


class ProviderMissing(ProviderRefused):
    """What was asked about, or something that it names, does not exist."""


class UntrustedEvent(Exception):
    """A message without a valid, recent signature; the message says what was wrong with it."""


@dataclass(frozen=True)
class Order:
    """What a checkout session is asked for.

    Attributes:
        checkout_id: our reference.
        customer_id: the provider's.
        price_id: the provider's.
        recurring: whether a subscription begins.
        success_url: where the provider sends the person afterwards.
        cancel_url: where it sends them if they turn back.
        metadata: kept with the session.
    """

    checkout_id: str
    customer_id: str
    price_id: str
    recurring: bool
    success_url: str
    cancel_url: str
    metadata: Mapping[str, str]


@dataclass(frozen=True)
class Event:
    """That something happened at the provider, and to whom; what is the case now has to be asked.

    Attributes:
        event_id: the provider's, the same each time it is delivered.
        kind: the provider's name, e.g. `invoice.paid`.
        customer_id: whose object it is about, if it says so.
        charge_id: the charge it is about, where it names no customer.
        session_id: the checkout session it is about.
    """

    event_id: str
    kind: str
    customer_id: str | None = None
    charge_id: str | None = None
    session_id: str | None = None


class PaymentProvider(Protocol):
    """What the use-cases need of a provider.

    Every call that goes out raises `ProviderSilent`, `ProviderFailed` or `ProviderRefused`.
    """

    async def prices(self) -> list[Price]:
        """What can be bought now."""
        ...

    async def create_customer(self, *, name: str, email: str, user_id: str, key: str) -> str:
        """Makes a customer, once for each idempotency key; returns its id."""
        ...

    async def create_session(self, order: Order, key: str) -> Session:
        """Makes a checkout session, once for each idempotency key."""
        ...

    async def session(self, session_id: str) -> Session | None:
        """A checkout session; None if there is none with this id."""
        ...

    async def expire_session(self, session_id: str) -> None:
        """Ends an open checkout session: nobody can pay it any more."""
        ...

    async def account(self, customer_id: str) -> Account:
        """All subscriptions and payments of a customer."""
        ...

    async def set_renewal(self, subscription_id: str, *, renews: bool) -> None:
        """Has a subscription end with its current period, or go on."""
        ...

    async def end_subscription(self, subscription_id: str) -> None:
        """Ends a subscription at once; one that has ended stays so."""
        ...

    async def customer_of_charge(self, charge_id: str) -> str | None:
        """Who paid a charge; None if there is none with this id, or nobody is its customer."""
        ...

    async def invoice_pdf(self, invoice_id: str) -> bytes:
        """An invoice as a document."""
        ...

    def read_event(self, payload: bytes, signature: str | None) -> Event:
        """What a webhook delivers.

        Raises:
            UntrustedEvent: it is not signed with our secret, or was signed too long ago.
        """
        ...

    async def close(self) -> None:
        """Lets go of all connections."""
        ...
