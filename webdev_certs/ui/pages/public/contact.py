"""The contact page."""

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import alert, button, field, link, text_area
from webdev_certs.ui.components.form import form
from webdev_certs.ui.components.text import sentence
from webdev_certs.ui.pages.page_texts import HAS_FORM, page_text
from webdev_certs.ui.pages.public.info import ROW, info, section
from webdev_certs.ui.pages.public.sender import sender, trap
from webdev_certs.ui.states.public.contact import ContactState


def contact() -> rx.Component:
    """Render `/contact`, with the form if the operator has given an email."""
    text = page_text("contact")
    return info(text, _form() if HAS_FORM else None, *map(section, text.sections))


def _form() -> rx.Component:
    sent = (ContactState.sent_to != "") & rx.State.is_hydrated
    content = rx.el.div(
        rx.el.div(
            rx.cond(
                sent,
                alert(
                    _("Your message is on its way"),
                    rx.el.p(
                        _(
                            "We’ll reply by email to {email}. We’ve also sent you an email to say your "
                            "message arrived.",
                            email=ContactState.sent_to,
                        )
                    ),
                    tone="success",
                ),
            ),
            id=ContactState.sent_id,
            tab_index=-1,
            role="status",
            class_name="outline-none",
        ),
        rx.cond(
            sent,
            rx.el.div(
                button(_("Write another message"), variant="secondary", on_click=ContactState.write_again),
                class_name="mt-6",
            ),
        ),
        # Hidden and not removed, so that text typed while the page loads is not lost.
        rx.el.div(
            form(
                sender(
                    ContactState,
                    name_hint=_("We only use it to address you in our reply."),
                    email_hint=_("We’ll reply to this address, so check that it’s right."),
                ),
                field(
                    _("Your message"),
                    text_area(
                        "message",
                        error=ContactState.field_errors.get("message", ""),
                        max_length=4000,
                        rows=7,
                        required=True,
                    ),
                    name="message",
                    hint=_(
                        "Tell us what happened, and on which page. For a certificate, add its number. For "
                        "a payment, add its date and amount. Never send passwords or card numbers."
                    ),
                    error=ContactState.field_errors.get("message", ""),
                ),
                rx.el.p(
                    *sentence(
                        _(
                            "Your message goes to the operator of this site by email, and you’ll get a "
                            "confirmation. This site deletes the text once it’s sent. More in the "
                            "{privacy_notice}."
                        ),
                        privacy_notice=link(_("privacy notice"), "/privacy"),
                    ),
                    class_name="text-sm text-muted",
                ),
                trap(),
                name=ContactState.form_name,
                on_submit=ContactState.send,
                submission=ContactState.submission,
                error=ContactState.form_error,
                actions=button(_("Send message"), type="submit", size="lg", loading=ContactState.busy),
            ),
            hidden=sent,
        ),
        class_name="max-w-2xl max-lg:mt-5",
    )
    return rx.el.section(
        rx.el.h2(_("Write to us"), id="write", class_name="text-heading font-semibold"),
        content,
        aria_labelledby="write",
        class_name=ROW,
    )
