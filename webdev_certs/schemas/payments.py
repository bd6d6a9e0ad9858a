"""Wire models of the payments area. Amounts are in the currency's minor unit, e.g. cents.

Some JSON names are camelCase; models say which.
"""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import ConfigDict, EmailStr, Field, StringConstraints
from pydantic.alias_generators import to_camel

from webdev_certs.schemas.base import Request, Response
from webdev_certs.schemas.return_urls import ReturnUrl

ProductType = Literal["lifetime", "monthly", "yearly"]
Interval = Literal["month", "year"]
SubscriptionStatus = Literal["active", "ending", "past_due", "ended"]
"""`ending`: paid, and will not renew. `past_due`: the renewal failed; access lasts until `grace_until`."""
PaymentOutcome = Literal["paid", "partially_refunded", "refunded", "disputed", "open", "failed"]

Currency = Annotated[str, StringConstraints(pattern=r"^[a-z]{3}$")]
"""ISO 4217 in lower case."""

_CAMEL = ConfigDict(
    alias_generator=to_camel, validate_by_name=True, validate_by_alias=True, serialize_by_alias=True
)


class PaymentStatus(Response):
    has_paid: bool


class PaymentConfig(Response):
    """What a browser needs to open Stripe Checkout."""

    model_config = _CAMEL

    publishable_key: str
    script_url: str
    """Stripe's script. Stripe requires that it is loaded from Stripe."""
    sandbox: bool
    """Whether these are test keys: no real money is charged."""


class Plan(Response):
    """A plan on offer, with Stripe's current price."""

    product_type: ProductType
    name: str
    amount: int
    currency: str
    """ISO 4217 in lower case, e.g. `eur`."""
    interval: Interval | None
    """None for a single payment."""


class PlansQuery(Request):
    currency: Currency | None = None
    """Show all prices in this currency if each has one in it; otherwise, and by default, in their own."""


class CheckoutMetadata(Request):
    """Stored at Stripe with the checkout session."""

    model_config = _CAMEL

    practice_session_id: UUID | None = None
    redirect_to: ReturnUrl | None = None
    """The page to return to after the payment."""


class CheckoutRequest(Request):
    product_type: ProductType
    success_url: str = Field(min_length=1, max_length=2048)
    """On the product's origin. Stripe replaces `{CHECKOUT_SESSION_ID}` with the checkout session's id."""
    cancel_url: str = Field(min_length=1, max_length=2048)
    practice_session_id: UUID | None = None
    currency: Currency | None = None
    """The currency in which the plans were shown, as for `PlansQuery`."""
    metadata: CheckoutMetadata = CheckoutMetadata()


class CheckoutSession(Response):
    model_config = _CAMEL

    session_id: str
    url: str
    """Stripe's page for this payment."""


class VerifyPaymentRequest(Request):
    session_id: str = Field(min_length=1, max_length=255)


class PaymentVerification(Response):
    """Confirms a payment that has arrived. All other outcomes are errors with their own code."""

    model_config = _CAMEL

    success: bool
    product_type: ProductType
    """What was bought."""
    redirect_to: str | None = None
    """`redirect_to` of the checkout request."""


class Subscription(Response):
    subscription_id: str
    product_type: ProductType
    status: SubscriptionStatus
    amount: int
    currency: str
    interval: Interval
    started_at: datetime
    renews_at: datetime | None
    """The next charge; None if there will be none."""
    ends_at: datetime | None
    """When it ends or ended; None while it renews."""
    grace_until: datetime | None
    """How long access lasts after a failed renewal."""
    pay_url: str | None
    """Stripe's page to pay a failed renewal, also with another card."""


class BillingState(Response):
    """Why a user has access, and their latest subscription."""

    access: Literal["none", "granted", "lifetime", "subscription"]
    subscription: Subscription | None


class PaymentRecord(Response):
    """One payment in the history."""

    payment_id: str
    product_type: ProductType
    amount: int
    amount_refunded: int
    currency: str
    status: PaymentOutcome
    created_at: datetime
    invoice_id: str | None
    """For `payments/invoice/{id}`; None if there is no invoice."""


class Declaration(Request):
    """What somebody declares about a contract without signing in."""

    name: str = Field(min_length=1, max_length=100)
    # Checked with the other fields, so that the form shows all that is wrong at once.
    email: EmailStr = Field(max_length=254)
    product_type: ProductType | None = None
    """What was bought; None if the sender does not know."""
    website: str = Field(default="", max_length=200)
    """A trap for spam programs: people do not see this field. What fills it in is dropped."""


class CancellationRequest(Declaration):
    """A cancellation without signing in."""

    for_cause: bool = False
    """Whether it is an extraordinary cancellation, which needs a reason."""
    ends_on: date | None = None
    """The day on which it ends; None for as soon as possible."""
    reason: str = Field(default="", max_length=1000)


class WithdrawalRequest(Declaration):
    """A withdrawal from a contract without signing in."""

    bought_on: date | None = None
    """The day of the purchase; None if the sender does not say."""


class DeclarationReceipt(Response):
    """The same for every declaration: it does not tell whether there is such a contract."""

    received_at: datetime
