"""Paying: config, the provider's script, a session, and off to the provider (specification §4, §5, §8)."""

import logging
from typing import cast
from urllib.parse import quote
from uuid import UUID, uuid4

import reflex as rx

from webdev_certs.client import ApiError
from webdev_certs.schemas.payments import (
    BillingState,
    CheckoutMetadata,
    CheckoutRequest,
    CheckoutSession,
    PaymentConfig,
    Plan,
    ProductType,
)
from webdev_certs.ui.states.formatting import long_date
from webdev_certs.ui.states.shared.messages import describe
from webdev_certs.ui.states.session.navigation import CANCELED, DASHBOARD, PRACTICE_RESULTS, SUCCESS, last_segment
from webdev_certs.ui.states.session.origin import own_origin
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.payments.plans import TITLES, PlanView, plan_views
from webdev_certs.ui.states.session.session import session_of

log = logging.getLogger(__name__)

NOT_CONFIGURED = "Stripe publishable key not configured"
NOT_LOADED = "Failed to load Stripe"
NO_SESSION = "Failed to create checkout session"
_ADVICE = "A content blocker or the network may keep it away. Allow it for this site and try again."
SCRIPT_FAULTS = {
    "script_blocked": f"Failed to load Stripe script. {_ADVICE}",
    "script_empty": f"Stripe failed to load. {_ADVICE}",
    "refused": "The payment provider does not accept this site's key.",
}
"""By what the browser reports (behaviour/checkout.js), in the specification's words where it has any."""

MESSAGE = "checkout-message"
"""The id of the place that says what went wrong; it may be out of sight, so the focus goes there."""

_HAVE_ACCESS = ("already_paid", "subscription_active")
_LONGEST_PATH = 500


class CheckoutFailed(Exception):
    """Paying could not begin.

    Attributes:
        message: one of the specification's.
        detail: why, and what can be done about it.
    """

    def __init__(self, message: str, detail: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.detail = detail


class CheckoutState(rx.State):
    """The plans, and the attempt to pay for one of them."""

    phase: rx.Field[str] = rx.field("loading")
    """loading, ready, error."""
    error: rx.Field[str] = rx.field("")
    plans: rx.Field[list[PlanView]] = rx.field(default_factory=list)
    ends_on: rx.Field[str] = rx.field("")
    """When the cancelled subscription ends that lifetime access can be bought beside; nothing without one."""
    sandbox: rx.Field[bool] = rx.field(False)
    """No real money moves."""

    busy: rx.Field[str] = rx.field("")
    """The product type that is being bought, or nothing."""
    failure: rx.Field[str] = rx.field("")
    failure_detail: rx.Field[str] = rx.field("")
    attempt: rx.Field[str] = rx.field("")
    """Names what the browser is to do (components/behaviour/checkout.js); what belongs to another is late."""
    script_url: rx.Field[str] = rx.field("")
    publishable_key: rx.Field[str] = rx.field("")
    departure: rx.Field[str] = rx.field("")
    """The provider's page."""

    @rx.var
    def chosen(self) -> str:
        """The product type that an earlier visit has left in the address, or nothing."""
        plan = self.router.url.query_parameters.get("plan", "")
        return plan if plan in TITLES else ""

    @rx.var
    def chosen_title(self) -> str:
        """The same in words."""
        return TITLES[cast(ProductType, self.chosen)] if self.chosen else ""

    @rx.event
    async def load(self):
        """Loads the plans, and whether money is real here."""
        if self.busy and not self.departure:
            # Chosen as soon as the screen was seen, before it started afresh: that goes on.
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
            self._offer(await api.plans(), await api.subscription())
        except ApiError as error:
            log.warning("the plans could not be loaded: %s: %s", error.code, error)
            self.phase, self.error = "error", describe(error)
        else:
            self.phase = "ready"

    @rx.event
    async def choose(self, product_type: str):
        """Begins to pay for a plan; while it does, further clicks change nothing."""
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
            self.attempt = uuid4().hex

    @rx.event
    async def depart(self, attempt: str):
        """Creates the session and goes there: the provider's script is loaded."""
        if not self.busy or attempt != self.attempt or self.departure:
            return None
        try:
            session = await self._create_session(cast(ProductType, self.busy))
        except CheckoutFailed as failed:
            return self._fail(failed)
        self.departure = session.url
        return None

    @rx.event
    async def stop(self, attempt: str, code: str):
        """Gives up: the provider's script could not be loaded, or refused our key."""
        if self.busy and attempt == self.attempt:
            return self._fail(CheckoutFailed(NOT_LOADED, SCRIPT_FAULTS.get(code, _ADVICE)))
        return None

    @rx.event
    async def come_back(self) -> None:
        """The browser has brought the page back from the provider's."""
        self.busy = self.departure = self.attempt = ""

    def _offer(self, plans: list[Plan], billing: BillingState) -> None:
        """Shows what may be bought: beside a cancelled subscription that is lifetime access alone."""
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
            if error.code == "payments_not_configured":
                raise CheckoutFailed(NOT_CONFIGURED) from error
            raise CheckoutFailed(NO_SESSION, describe(error)) from error
        if not config.publishable_key:
            raise CheckoutFailed(NOT_CONFIGURED)
        return config

    async def _create_session(self, product_type: ProductType) -> CheckoutSession:
        session = await session_of(self)
        payment = await self.get_state(PaymentState)
        request = _request(product_type, own_origin(self), payment.back_to)
        try:
            created = await session.api().create_checkout_session(request)
        except ApiError as error:
            if error.code in _HAVE_ACCESS:
                await payment.refresh_or_deny()
            detail = describe(error)
            raise CheckoutFailed(NO_SESSION, detail if detail != NO_SESSION else "") from error
        if not created.session_id or not created.url:
            raise CheckoutFailed(NO_SESSION)
        return created

    def _fail(self, failed: CheckoutFailed) -> rx.event.EventSpec:
        log.warning("checkout failed: %s %s", failed.message, failed.detail)
        self.busy = self.attempt = ""
        self.failure, self.failure_detail = failed.message, failed.detail
        return rx.set_focus(MESSAGE)


def _request(product_type: ProductType, origin: str, back_to: str) -> CheckoutRequest:
    """What is to be paid, and where it leads afterwards."""
    back_to = back_to if len(back_to) <= _LONGEST_PATH else DASHBOARD
    practice_id = _practice_of(back_to)
    return CheckoutRequest(
        product_type=product_type,
        success_url=f"{origin}{SUCCESS}?session_id={{CHECKOUT_SESSION_ID}}",
        cancel_url=f"{origin}{CANCELED}?plan={product_type}&returnUrl={quote(back_to, safe='')}",
        practice_session_id=practice_id,
        metadata=CheckoutMetadata(practice_session_id=practice_id, redirect_to=back_to),
    )


def _practice_of(path: str) -> UUID | None:
    """The round of practice whose results the path shows, if it does."""
    path = path.partition("?")[0]
    if not path.startswith(PRACTICE_RESULTS):
        return None
    try:
        return UUID(last_segment(path))
    except ValueError:
        return None
