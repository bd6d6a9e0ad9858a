"""Checkout: load Stripe's script, create a checkout session, go to Stripe."""

import logging
from typing import cast
from urllib.parse import quote, urlsplit
from uuid import UUID, uuid4

import reflex as rx

from webdev_certs.schemas.payments import (
    BillingState,
    CheckoutMetadata,
    CheckoutRequest,
    CheckoutSession,
    PaymentConfig,
    Plan,
    ProductType,
)
from webdev_certs.schemas.return_urls import MAX_PATH_LENGTH
from webdev_certs.shared.formatting import currency_of_zone, long_date
from webdev_certs.shared.translation import N_, _, language_prefix
from webdev_certs.ui.client import NOT_CONFIGURED, ApiError
from webdev_certs.ui.states.payments.plans import TITLES, PlanView, plan_views
from webdev_certs.ui.states.session.locale import zone_of
from webdev_certs.ui.states.session.navigation import (
    CANCELED,
    DASHBOARD,
    PRACTICE_RESULTS,
    SUCCESS,
    last_segment,
    own_origin,
)
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.session.screens import LoadedScreenState
from webdev_certs.ui.states.session.session import session_of
from webdev_certs.ui.states.shared.failures import describe, log_failure

log = logging.getLogger(__name__)

NOT_LOADED = N_("Failed to load Stripe")
NO_SESSION = N_("Failed to create checkout session")
_ADVICE = N_("A content blocker or your network may block it. Allow it for this site and try again.")
SCRIPT_FAULTS = {
    "script_blocked": N_(
        "Failed to load Stripe script. "
        "A content blocker or your network may block it. Allow it for this site and try again."
    ),
    "script_empty": N_(
        "Stripe failed to load. "
        "A content blocker or your network may block it. Allow it for this site and try again."
    ),
    "refused": N_("Stripe doesn’t accept this site’s key."),
}
"""The message for each code that behavior/departures.js reports."""

MESSAGE = "checkout-message"
"""The id of the error message. It gets the focus, because it may be outside the visible part of the page."""

_HAVE_ACCESS = ("already_paid", "subscription_active")


class CheckoutFailed(Exception):
    """The checkout could not start.

    Attributes:
        message: What went wrong, in English.
        detail: The reason, and what the user can do, in the user's language.
    """

    def __init__(self, message: str, detail: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.detail = detail


class CheckoutState(rx.State):
    """The plans on offer, and the checkout of one of them."""

    phase: rx.Field[str] = rx.field("loading")
    """loading, ready, error."""
    error: rx.Field[str] = rx.field("")
    plans: rx.Field[list[PlanView]] = rx.field(default_factory=list)
    ends_on: rx.Field[str] = rx.field("")
    """When the user's canceled subscription ends; empty if there is none."""
    sandbox: rx.Field[bool] = rx.field(False)
    """Whether these are test keys: no real money is charged."""

    busy: rx.Field[str] = rx.field("")
    """The product type that is being bought; empty if none."""
    failure: rx.Field[str] = rx.field("")
    failure_detail: rx.Field[str] = rx.field("")
    try_id: rx.Field[str] = rx.field("")
    """Identifies this try in behavior/departures.js. Events of an earlier try are ignored."""
    script_url: rx.Field[str] = rx.field("")
    publishable_key: rx.Field[str] = rx.field("")
    departure: rx.Field[str] = rx.field("")
    """The URL of Stripe's page, where the browser goes next."""

    @rx.var
    def chosen(self) -> str:
        """The product type in the URL, left there by an earlier choice; empty if none."""
        plan = self.router.url.query_parameters.get("plan", "")
        return plan if plan in TITLES else ""

    @rx.var
    def chosen_title(self) -> str:
        """The title of the chosen plan."""
        return _(TITLES[cast(ProductType, self.chosen)]) if self.chosen else ""

    @rx.event
    async def load(self):
        """Load the plans."""
        again = (await self.get_state(LoadedScreenState)).note()
        if again and self.busy and not self.departure:
            # The connection was lost after the user chose a plan, or before. That checkout continues.
            self.phase = "loading"
        else:
            self.reset()
        yield
        session = await session_of(self)
        if not session.is_authenticated:
            return
        api = session.api()
        try:
            self.sandbox = (await api.payment_config()).sandbox
            billing = await api.subscription()
            # Stripe allows a customer only one currency.
            currency = billing.subscription.currency if billing.subscription else None
            plans = await api.plans(currency or currency_of_zone(await zone_of(self)))
            self._offer(plans, billing)
        except ApiError as error:
            log_failure("loading of plans", error)
            self.phase, self.error = "error", describe(error)
        else:
            self.phase = "ready"

    @rx.event
    async def choose(self, product_type: str):
        """Start the checkout of a plan. Further clicks are ignored until it ends."""
        if self.busy or product_type not in TITLES:
            return
        self.failure = self.failure_detail = self.departure = ""
        self.busy = product_type
        yield
        try:
            config = await self._config()
        except CheckoutFailed as failed:
            yield self._fail(failed)
        else:
            self.script_url, self.publishable_key = config.script_url, config.publishable_key
            self.try_id = uuid4().hex

    @rx.event
    async def depart(self, try_id: str):
        """Create the checkout session and go to Stripe, now that Stripe's script is loaded."""
        if not self.busy or try_id != self.try_id or self.departure:
            return None
        try:
            checkout_session = await self._create_checkout_session(cast(ProductType, self.busy))
        except CheckoutFailed as failed:
            return self._fail(failed)
        self.departure = checkout_session.url
        return None

    @rx.event
    async def stop(self, try_id: str, code: str):
        """End the checkout: Stripe's script could not be loaded, or did not accept the publishable key."""
        if self.busy and try_id == self.try_id:
            return self._fail(CheckoutFailed(NOT_LOADED, _(SCRIPT_FAULTS.get(code, _ADVICE))))
        return None

    @rx.event
    async def come_back(self) -> None:
        """End the checkout: the user went back from Stripe's page, and the browser restored this one."""
        self.busy = self.departure = self.try_id = ""

    def _offer(self, plans: list[Plan], billing: BillingState) -> None:
        """Show the plans that the user can buy: after a cancellation, only lifetime access."""
        subscription = billing.subscription
        if subscription and subscription.status == "ending" and billing.access != "lifetime":
            self.ends_on = long_date(subscription.ends_at)
            plans = [plan for plan in plans if plan.product_type == "lifetime"]
        self.plans = plan_views(plans)

    async def _config(self) -> PaymentConfig:
        session = await session_of(self)
        try:
            config = await session.api().payment_config()
        except ApiError as error:
            log_failure("checkout", error)
            if error.code == "payments_not_configured":
                raise CheckoutFailed(NOT_CONFIGURED) from error
            raise CheckoutFailed(NO_SESSION, describe(error)) from error
        return config

    async def _create_checkout_session(self, product_type: ProductType) -> CheckoutSession:
        session = await session_of(self)
        payment = await self.get_state(PaymentState)
        shown = next((plan.currency for plan in self.plans if plan.product_type == product_type), None)
        request = _request(product_type, own_origin(self), payment.back_to, shown)
        try:
            created = await session.api().create_checkout_session(request)
        except ApiError as error:
            log_failure("checkout", error)
            if error.code in _HAVE_ACCESS:
                await payment.refresh_or_deny()
            # The detail of this code is the message itself.
            detail = "" if error.code == "checkout_failed" else describe(error)
            raise CheckoutFailed(NO_SESSION, detail) from error
        if not created.session_id or not created.url:
            raise CheckoutFailed(NO_SESSION)
        return created

    def _fail(self, failed: CheckoutFailed) -> rx.event.EventSpec:
        log.warning("%s", failed.message)
        self.busy = self.try_id = ""
        self.failure, self.failure_detail = _(failed.message), failed.detail
        return rx.set_focus(MESSAGE)


def _request(product_type: ProductType, origin: str, back_to: str, currency: str | None) -> CheckoutRequest:
    """Return the checkout request for a plan in a currency, which leads back to a path after the payment."""
    back_to = back_to if len(back_to) <= MAX_PATH_LENGTH else DASHBOARD
    practice_id, pages = _practice_of(back_to), origin + language_prefix()
    return CheckoutRequest(
        product_type=product_type,
        success_url=f"{pages}{SUCCESS}?session_id={{CHECKOUT_SESSION_ID}}",
        cancel_url=f"{pages}{CANCELED}?plan={product_type}&returnUrl={quote(back_to, safe='')}",
        practice_session_id=practice_id,
        currency=currency,
        metadata=CheckoutMetadata(practice_session_id=practice_id, redirect_to=back_to),
    )


def _practice_of(path: str) -> UUID | None:
    """Return the id of the practice session whose results a path shows; None for other paths."""
    path = urlsplit(path).path
    if not path.startswith(PRACTICE_RESULTS):
        return None
    try:
        return UUID(last_segment(path))
    except ValueError:
        return None
