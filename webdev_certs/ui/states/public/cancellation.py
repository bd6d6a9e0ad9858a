"""The form that cancels a contract without signing in."""

from typing import Any, ClassVar

import reflex as rx

from webdev_certs.schemas.payments import CancellationRequest
from webdev_certs.shared.formatting import date_time, day_name
from webdev_certs.shared.translation import N_, _
from webdev_certs.ui.states.session.session import session_of
from webdev_certs.ui.states.shared.forms import FormState, submits

CONTRACTS: dict[str, str] = {
    "": N_("Pro (I’m not sure which plan)"),
    "monthly": N_("Pro Monthly"),
    "yearly": N_("Pro Yearly"),
}
"""Product type → the contract; empty if it is not known."""
KINDS: dict[str, str] = {
    "ordinary": N_("Ordinary cancellation"),
    "for_cause": N_("Cancellation for cause"),
}


class CancellationState(FormState, rx.State):
    """The cancellation form. What was declared, with the time, replaces it once it is sent."""

    form_name: ClassVar = "cancellation"
    required: ClassVar = {
        "name": N_("Enter your name."),
        "email": N_("Enter your email, like name@example.com."),
        "ends_on": N_("Enter a date, or leave it empty."),
    }
    sent_id: ClassVar = "cancellation-sent"

    declared: rx.Field[list[tuple[str, str]]] = rx.field(default_factory=list)
    """Names of facts with their values, once the cancellation was received."""

    @rx.event
    def enter(self) -> None:
        """Start with an empty form."""
        self.reset()

    @submits
    async def send(self, form: dict[str, Any]) -> rx.event.EventSpec:
        """Send the cancellation."""
        values = {name: form.get(name, "") for name in ("name", "email", "reason", "website")}
        request = self.parse(
            CancellationRequest,
            values
            | {
                "for_cause": form.get("kind") == "for_cause",
                "product_type": form.get("product_type") or None,
                "ends_on": form.get("ends_on") or None,
            },
        )
        receipt = await (await session_of(self)).api().cancel_contract(request)
        contract = CONTRACTS[request.product_type or ""]
        kind = KINDS["for_cause" if request.for_cause else "ordinary"]
        self.declared = [
            (_("Received"), date_time(receipt.received_at)),
            (_("Name"), request.name),
            (_("Email"), request.email),
            (_("Contract"), _(contract)),
            (_("Kind"), _(kind)),
            (_("End"), day_name(request.ends_on) if request.ends_on else _("as soon as possible")),
            *([(_("Reason"), request.reason)] if request.reason else []),
        ]
        return rx.set_focus(self.sent_id)

    @rx.event
    def save(self) -> rx.event.EventSpec:
        """Download what was declared, as text."""
        lines = [_("Cancellation"), *(f"{name}: {value}" for name, value in self.declared)]
        return rx.download(data="\n".join(lines) + "\n", filename=_("cancellation.txt"))
