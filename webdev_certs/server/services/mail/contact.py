"""The contact form: a mail to the operator, and one to the sender."""

from webdev_certs.schemas.mails import ContactMessage
from webdev_certs.server.domain.errors import NotFound
from webdev_certs.server.models.accounts import User
from webdev_certs.server.services.mail.layout import Recipient, write_mail
from webdev_certs.server.services.mail.outbox import queue_mail
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.emails import normalize_email
from webdev_certs.server.services.shared.limits import Limits
from webdev_certs.shared.translation import SOURCE_LANGUAGE, _, current_language


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
    paragraphs = [line for line in map(str.strip, form.message.splitlines()) if line]
    message = write_mail(
        context.settings,
        "contact_message",
        # Mails to the operator are in English.
        Recipient(operator, "", SOURCE_LANGUAGE),
        reply_to=email,
        name=form.name,
        email=email,
        message=paragraphs,
    )
    await queue_mail(context.db, message, context.now)
    is_own = sender is not None and sender.email_confirmed_at is not None and sender.email == email
    if await limits.may_mail(email):
        language = sender.language if sender and is_own else current_language()
        recipient = Recipient(email, form.name, language)
        receipt = write_mail(
            context.settings, "contact_receipt", recipient, message=paragraphs if is_own else ()
        )
        await queue_mail(context.db, receipt, context.now)
