"""The texts of the mails of the contact form, one function each."""

from webdev_certs.server.domain.mail import Message
from webdev_certs.server.services.mail.layout import letter
from webdev_certs.shared.translation import SOURCE_LANGUAGE, _, in_language


@in_language(SOURCE_LANGUAGE)
def contact_message(to: str, name: str, email: str, message: str) -> Message:
    """Give the operator a message of the contact form, which came from `name` and `email` as typed.

    Mails to the operator are in English.
    """
    return letter(
        to,
        "",
        "A message from the contact form",
        f"From: {name}",
        f"Answer to: {email}",
        *_paragraphs(message),
        reason="You get this email because your email is set as the operator’s contact.",
        reply_to=email,
    )


def contact_receipt(to: str, name: str, message: str) -> Message:
    """Tell the sender of a contact message that it has arrived; `message` is empty to leave its text out."""
    return letter(
        to,
        name,
        _("We got your message"),
        _("Your message has reached the operator of WebDev Certs, who will answer by email."),
        *((_("You wrote:"), *_paragraphs(message)) if message else ()),
        reason=_(
            "You get this email because someone used the contact form with your email. If it was not you, "
            "you do not need to do anything."
        ),
    )


def _paragraphs(text: str) -> list[str]:
    return [line for line in map(str.strip, text.splitlines()) if line]
