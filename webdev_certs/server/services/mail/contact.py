"""The contact form: a mail to the operator, and one to the sender."""

from webdev_certs.schemas.contact import ContactMessage
from webdev_certs.server.domain.errors import NotFound
from webdev_certs.server.models.accounts import User
from webdev_certs.server.services.mail import contact_texts
from webdev_certs.server.services.mail.outbox import queue_mail
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.emails import normalize_email
from webdev_certs.server.services.shared.limits import Limits
from webdev_certs.shared.translation import _, current_language, in_language


async def send_message(context: Context, limits: Limits, form: ContactMessage, sender: User | None) -> None:
    """Queue the mails of one message.

    A sender who is signed in with this confirmed email gets a copy. Everybody else gets a receipt without the
    text, because anyone could have typed this email: with the text, the form would send strangers' words to
    anyone they choose.

    Args:
        context: The request's context.
        limits: The caller's rate limits.
        form: The message.
        sender: The caller's account, if signed in.

    Raises:
        NotFound: `contact_unavailable`: the operator has given no email.
        InvalidInput: `invalid_email`.
        TooManyRequests: `too_many_requests`.
    """
    operator = context.settings.contact_email
    if not operator:
        raise NotFound("contact_unavailable", _("This site has no contact form."))
    email = normalize_email(form.email)
    await limits.count("contact", email)
    if form.website:
        return
    await queue_mail(
        context.db, contact_texts.contact_message(operator, form.name, email, form.message), context.now
    )
    is_own = sender is not None and sender.email_confirmed_at is not None and sender.email == email
    if await limits.may_mail(email):
        with in_language(sender.language if sender and is_own else current_language()):
            receipt = contact_texts.contact_receipt(email, form.name, form.message if is_own else "")
        await queue_mail(context.db, receipt, context.now)
