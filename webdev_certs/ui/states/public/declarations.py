"""The forms that cancel a contract, and withdraw from one, without signing in."""

from datetime import datetime
from typing import Any, ClassVar

import reflex as rx

from webdev_certs.schemas.payments import (
    CancellationRequest,
    Declaration,
    ProductType,
    WithdrawalRequest,
)
from webdev_certs.shared.formatting import date_time, day_name
from webdev_certs.shared.translation import N_, _
from webdev_certs.ui.states.session.session import session_of
from webdev_certs.ui.states.shared.forms import FormState, submits

PLANS: dict[ProductType | None, str] = {
    None: N_("Pro (I’m not sure which plan)"),
    "monthly": N_("Pro Monthly"),
    "yearly": N_("Pro Yearly"),
    "lifetime": N_("Pro Lifetime"),
}
"""Product type → what was bought; None if it is not known."""
KINDS: dict[str, str] = {
    "ordinary": N_("Ordinary cancellation"),
    "for_cause": N_("Cancellation for cause"),
}
_NAME, _EMAIL = N_("Enter your name."), N_("Enter your email, like name@example.com.")
_DATE = N_("Enter a date, or leave it empty.")


class DeclarationState(FormState, mixin=True):
    """A declaration about a contract. What was declared, with the time, replaces the form once it is sent."""

    title: ClassVar[str]
    """What the saved copy is called, marked with `N_`."""
    file_name: ClassVar[str]
    """Of the saved copy, marked with `N_`."""

    declared: rx.Field[list[tuple[str, str]]] = rx.field(default_factory=list)
    """Names of facts with their values, once the declaration was received."""

    @rx.event
    def enter(self) -> None:
        """Start with an empty form."""
        self.reset()

    @rx.event
    def save(self) -> rx.event.EventSpec:
        """Download what was declared, as text."""
        lines = [_(self.title), *(f"{name}: {value}" for name, value in self.declared)]
        return rx.download(data="\n".join(lines) + "\n", filename=_(self.file_name))

    def show(self, received_at: datetime, form: Declaration, *facts: tuple[str, str]) -> rx.event.EventSpec:
        """Show what was declared, and return the event that moves the focus there."""
        self.declared = [
            (_("Received"), date_time(received_at)),
            (_("Name"), form.name),
            (_("Email"), form.email),
            (_("Contract"), _(PLANS[form.product_type])),
            *facts,
        ]
        return rx.set_focus(f"{self.form_name}-sent")


class CancellationState(DeclarationState, rx.State):
    """The cancellation form."""

    form_name: ClassVar = "cancellation"
    required: ClassVar = {"name": _NAME, "email": _EMAIL, "ends_on": _DATE}
    title: ClassVar = N_("Cancellation")
    file_name: ClassVar = N_("cancellation.txt")

    @submits
    async def send(self, form: dict[str, Any]) -> rx.event.EventSpec:
        """Send the cancellation."""
        more = {
            "for_cause": form.get("kind") == "for_cause",
            "ends_on": form.get("ends_on") or None,
            "reason": form.get("reason", ""),
        }
        request = self.parse(CancellationRequest, _common(form) | more)
        receipt = await (await session_of(self)).api().cancel_contract(request)
        kind = KINDS["for_cause" if request.for_cause else "ordinary"]
        return self.show(
            receipt.received_at,
            request,
            (_("Kind"), _(kind)),
            (_("End"), day_name(request.ends_on) if request.ends_on else _("as soon as possible")),
            *([(_("Reason"), request.reason)] if request.reason else []),
        )


class WithdrawalState(DeclarationState, rx.State):
    """The form that withdraws from a contract."""

    form_name: ClassVar = "withdrawal"
    required: ClassVar = {"name": _NAME, "email": _EMAIL, "bought_on": _DATE}
    title: ClassVar = N_("Withdrawal from a contract")
    file_name: ClassVar = N_("withdrawal.txt")

    @submits
    async def send(self, form: dict[str, Any]) -> rx.event.EventSpec:
        """Send the withdrawal."""
        request = self.parse(WithdrawalRequest, _common(form) | {"bought_on": form.get("bought_on") or None})
        receipt = await (await session_of(self)).api().withdraw_from_contract(request)
        bought = [(_("Bought on"), day_name(request.bought_on))] if request.bought_on else []
        return self.show(receipt.received_at, request, *bought)


def _common(form: dict[str, Any]) -> dict[str, Any]:
    """Return what every declaration names."""
    values: dict[str, Any] = {name: form.get(name, "") for name in ("name", "email", "website")}
    return values | {"product_type": form.get("product_type") or None}
