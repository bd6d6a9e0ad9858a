"""The contact form."""

from typing import Any, ClassVar

import reflex as rx

from webdev_certs.schemas.mails import ContactMessage
from webdev_certs.shared.translation import N_
from webdev_certs.ui.states.session.session import session_of
from webdev_certs.ui.states.shared.forms import FormState, submits


class ContactState(FormState, rx.State):
    """The contact form. A note with the sender's email replaces it once it is sent."""

    form_name: ClassVar = "contact"
    required: ClassVar = {
        "name": N_("Enter your name."),
        "email": N_("Enter your email, like name@example.com."),
        "message": N_("Write at least 10 characters."),
    }
    sent_id: ClassVar = "contact-sent"

    sent_to: rx.Field[str] = rx.field("")
    """The sender's email, once the message was sent."""

    @rx.event
    def enter(self) -> None:
        """Start with an empty form."""
        self.reset()

    @rx.event
    def write_again(self):
        """Show the form again."""
        self.reset()
        return rx.set_focus("message")

    @submits
    async def send(self, form: dict[str, Any]) -> rx.event.EventSpec:
        """Send the message."""
        fields = ("name", "email", "message", "website")
        message = self.parse(ContactMessage, {name: form.get(name, "") for name in fields})
        session = await session_of(self)
        await session.api().send_contact_message(message, signed_in=session.is_authenticated)
        self.sent_to = message.email
        return rx.set_focus(self.sent_id)
