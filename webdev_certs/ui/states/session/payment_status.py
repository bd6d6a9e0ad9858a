"""Whether the user has paid access, and where to return after payment."""

from urllib.parse import urlencode, urlsplit

import reflex as rx

from webdev_certs.shared.translation import N_, _
from webdev_certs.ui.client import ApiError
from webdev_certs.ui.states.session.navigation import (
    DASHBOARD,
    MOCK_EXAM,
    PAYMENT,
    PRACTICE,
    PRACTICE_HISTORY,
    PRACTICE_MISTAKES,
    PRACTICE_RESULTS,
    PROFILE,
    TEST_RESULTS,
    own_path,
)
from webdev_certs.ui.states.session.session import session_of
from webdev_certs.ui.states.shared.failures import log_failure

FOR_REVIEWS = N_("The full review of a practice round is part of Pro.")
FOR_MISTAKES = N_("Seeing all your mistakes in one place is part of Pro.")
FOR_MOCK_EXAMS = N_("Mock exams are part of Pro.")
FOR_HISTORY = N_("You need Pro to search your history and to keep bookmarks and notes.")
FOR_NOTES = N_("You need Pro to bookmark questions and to keep notes on them.")
FOR_REPORTS = N_("You need Pro for the score report and to practice your mistakes.")
UNVERIFIED = N_(
    "We couldn’t check whether you have Pro. If you’ve already paid, don’t pay again. Try again in a moment."
)
_PAGES = {
    "/dashboard/certifications": N_("Certifications"),
    "/dashboard/practice": N_("Practice"),
    "/dashboard/progress": N_("Progress"),
    "/dashboard/my-certificates": N_("Certificates"),
    PROFILE: N_("Profile"),
    "/dashboard/billing": N_("Billing"),
}
"""The names of other pages that can be returned to, as the navigation has them."""


def onward_label(path: str) -> str:
    """Return the label of the link that leads on to a page after a payment."""
    if path.startswith(PRACTICE_RESULTS):
        return _("See the review of your round")
    if path.startswith(PRACTICE_MISTAKES):
        return _("See your mistakes")
    return _("Go to Overview") if path == DASHBOARD else _("Continue where you left off")


class PaymentState(rx.State):
    """Whether the signed-in user has paid; None while that is unknown."""

    has_paid: rx.Field[bool | None] = rx.field(None)
    payment_redirect: str | None = rx.LocalStorage("", name="payment_redirect", sync=True)
    """The path that needed payment, to return to afterwards."""
    _loaded_for: str = ""
    """The email of the user whose has_paid was loaded: another tab may sign in another user."""

    @rx.var
    def is_unverified(self) -> bool:
        """Whether the payment page is shown because the status could not be checked."""
        return self.router.url.query_parameters.get("reason") == "verification_failed"

    @rx.var
    def back_to(self) -> str:
        """The path to return to after payment."""
        return own_path(self.router.url.query_parameters.get("returnUrl"))

    @rx.var
    def attempted(self) -> str:
        """The page that needed payment, as text; empty for the overview and for unknown pages."""
        if self.back_to.startswith(PRACTICE_RESULTS):
            # Translators: after "After payment, you return to".
            return _("the review of your practice round")
        if self.back_to.startswith(PRACTICE_MISTAKES):
            # Translators: after "After payment, you return to".
            return _("your mistakes")
        if self.back_to.startswith(MOCK_EXAM):
            # Translators: after "After payment, you return to".
            return _("your mock exam")
        if self.back_to.startswith(PRACTICE_HISTORY):
            # Translators: after "After payment, you return to".
            return _("your history")
        if self.back_to.startswith(PRACTICE):
            # Translators: after "After payment, you return to".
            return _("your practice round")
        if self.back_to.startswith(TEST_RESULTS):
            # Translators: after "After payment, you return to".
            return _("your test result")
        page = _PAGES.get(urlsplit(self.back_to).path)
        # Translators: after "After payment, you return to".
        return _("the page “{name}”", name=_(page)) if page else ""

    @rx.var
    def continue_label(self) -> str:
        """The label of the link to `back_to` for a user who has paid."""
        if self.is_unverified:
            return _("Try again")
        return onward_label(self.back_to)

    @rx.var
    def plans_url(self) -> str:
        """The path of the payment page with the same plan and return path."""
        kept = {name: self.router.url.query_parameters.get(name, "") for name in ("plan", "returnUrl")}
        query = urlencode({name: value for name, value in kept.items() if value})
        return f"{PAYMENT}?{query}" if query else PAYMENT

    @rx.event
    async def load(self) -> None:
        """Load has_paid, on each page until it is true, so that new access shows at once."""
        session = await session_of(self)
        if not session.is_authenticated:
            self.has_paid = None
        elif not self.has_paid or self._loaded_for != session.user_email:
            await self.refresh_or_deny()

    async def refresh_or_deny(self) -> None:
        """Load has_paid; set it to false if that fails."""
        try:
            await self.refresh()
        except ApiError:
            self.has_paid = False

    async def refresh(self) -> bool:
        """Load has_paid.

        Raises:
            ApiError: The status could not be loaded; has_paid is unchanged.
        """
        session = await session_of(self)
        try:
            self.has_paid = (await session.api().payment_status()).has_paid
        except ApiError as error:
            log_failure("payment status", error)
            raise
        self._loaded_for = session.user_email
        return self.has_paid
