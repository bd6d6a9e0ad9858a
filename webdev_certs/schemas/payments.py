"""Wire models of the payments area (specification §7); amounts are in the currency's minor unit, e.g. cents.

Where the specification writes camelCase, the wire does too, and Python may use either name.
"""

from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import ConfigDict, Field
from pydantic.alias_generators import to_camel

from webdev_certs.schemas.base import Request, Response

ProductType = Literal["lifetime", "monthly", "yearly"]
Interval = Literal["month", "year"]
SubscriptionStatus = Literal["active", "ending", "past_due", "ended"]
"""`ending` is paid for and will not renew; `past_due` has a failed renewal and access until `grace_until`."""
PaymentOutcome = Literal["paid", "partially_refunded", "refunded", "disputed", "open", "failed"]

_CAMEL = ConfigDict(
    alias_generator=to_camel, validate_by_name=True, validate_by_alias=True, serialize_by_alias=True
)


class PaymentStatus(Response):
    has_paid: bool


class PaymentConfig(Response):
    """What a browser needs before it can go to the provider's checkout."""

    model_config = _CAMEL

    publishable_key: str
    script_url: str
    """The provider's script, which has to come from the provider."""
    sandbox: bool
    """No money moves: these are keys for tests, or those of the product's own stand-in."""


class Plan(Response):
    """What can be bought, as the provider has it now."""

    product_type: ProductType
    name: str
    amount: int
    currency: str
    """ISO 4217 in small letters, e.g. `eur`."""
    interval: Interval | None
    """None for one payment."""


class CheckoutMetadata(Request):
    """Kept at the provider with the session."""

    model_config = _CAMEL

    practice_session_id: UUID | None = None
    redirect_to: str | None = Field(default=None, max_length=500)
    """Where the learner was: a path of our own."""


class CheckoutRequest(Request):
    product_type: ProductType
    success_url: str = Field(min_length=1, max_length=2048)
    """On our own origin; the provider puts the session's id in the place of `{CHECKOUT_SESSION_ID}`."""
    cancel_url: str = Field(min_length=1, max_length=2048)
    practice_session_id: UUID | None = None
    metadata: CheckoutMetadata = CheckoutMetadata()


class CheckoutSession(Response):
    model_config = _CAMEL

    session_id: str
    url: str
    """The provider's page to pay on."""


class VerifyPaymentRequest(Request):
    session_id: str = Field(min_length=1, max_length=255)


class PaymentVerification(Response):
    """Answered once the payment is fulfilled; what is not yet, or never will be, is refused with its code."""

    model_config = _CAMEL

    success: bool
    redirect_to: str | None = None
    """The path that the session's metadata carried."""


class Subscription(Response):
    product_type: ProductType
    status: SubscriptionStatus
    amount: int
    currency: str
    interval: Interval
    started_at: datetime
    renews_at: datetime | None
    """The next charge; None when there will be none."""
    ends_at: datetime | None
    """When it ends or has ended; None while it renews."""
    grace_until: datetime | None
    """Until when access is kept although the renewal failed."""
    pay_url: str | None
    """The provider's page on which a failed renewal can be paid, with another card too."""


class BillingState(Response):
    """How a person has access, and their latest subscription."""

    access: Literal["none", "granted", "lifetime", "subscription"]
    subscription: Subscription | None


class PaymentRecord(Response):
    """One line of the history, newest first."""

    product_type: ProductType
    amount: int
    amount_refunded: int
    currency: str
    status: PaymentOutcome
    created_at: datetime
    invoice_id: str | None
    """For `payments/invoice/{id}`; None while there is no document."""
