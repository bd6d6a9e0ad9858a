"""What cancellations and withdrawals without signing in share.

The answer never tells whether an account or a contract exists: the mails do, to the account's own email.
"""

import unicodedata
from datetime import datetime, timedelta
from typing import Any, Literal

from sqlmodel import col

from webdev_certs.schemas.payments import Declaration
from webdev_certs.server.database.engine import Database
from webdev_certs.server.domain.errors import NotFound
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.payments import Cancellation, StoredDeclaration
from webdev_certs.server.services.mail.layout import Recipient, may_repeat, write_mail
from webdev_certs.server.services.mail.outbox import queue_mail
from webdev_certs.server.services.shared.cleaning import delete_old
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.emails import normalize_email
from webdev_certs.server.services.shared.inserts import insert_ignoring
from webdev_certs.server.services.shared.limits import Limits
from webdev_certs.shared.translation import SOURCE_LANGUAGE, _, current_language

KEEP = timedelta(days=180)
"""The law gives operators 14 days for a refund; senders may ask later."""


async def accept(context: Context, limits: Limits, form: Declaration) -> tuple[str, bool]:
    """Count a declaration, and return its sender's email in its normal form and whether it may get a receipt.

    Raises:
        NotFound: `form_unavailable`: the law of the operator's country does not ask for this form.
        InvalidInput: `invalid_email`.
        TooManyRequests: `too_many_requests`.
    """
    if not context.settings.operator.has_consumer_pages:
        raise NotFound("form_unavailable", _("This site doesn’t have this form."))
    email = normalize_email(form.email)
    return email, await limits.count_declaration(email)


def names(form: Declaration, user: User) -> bool:
    """Return whether a declaration has the name of an account, in any spelling of case and spaces."""
    return _comparable(form.name) == _comparable(user.full_name)


async def stop_renewal(context: Context, user: User) -> bool:
    """Store that the subscription of an account is to end; the background job does it at Stripe.

    Returns:
        Whether it is news: its owner has to be told, whatever the limit for mails says.
    """
    stored = insert_ignoring(context.db, Cancellation).values(user_id=user.id, received_at=context.now)
    return (await context.db.exec(stored.returning(col(Cancellation.user_id)))).first() is not None


async def mail_sender(
    context: Context, text: str, email: str, form: Declaration, user: User | None, **values: Any
) -> None:
    """Queue the receipt of a declaration.

    Args:
        context: The context.
        text: The name of its text.
        email: The sender's email.
        form: What was declared.
        user: The account whose contract fits.
        **values: What else the text's placeholders stand for.
    """
    message = write_mail(
        context.settings,
        text,
        Recipient.of(user) if user else Recipient(email, form.name, current_language()),
        received_at=context.now,
        name=form.name if may_repeat(form.name) else "",
        email=email,
        product_type=form.product_type,
        **values,
    )
    await queue_mail(context.db, message, context.now)


async def pass_to_operator(
    context: Context,
    kind: Literal["cancellation", "withdrawal"],
    email: str,
    form: Declaration,
    **values: Any,
) -> None:
    """Store a declaration, and queue the mail that tells the operator; answers go to its sender."""
    content = form.model_dump(mode="json", exclude={"website"}) | {"email": email}
    context.db.add(StoredDeclaration(kind=kind, content=content, received_at=context.now))
    message = write_mail(
        context.settings,
        f"{kind}_request",
        # Mails to the operator are in English.
        Recipient(context.settings.operator.email, "", SOURCE_LANGUAGE),
        reply_to=email,
        name=form.name,
        email=email,
        product_type=form.product_type or "not said",
        received_at=context.now,
        **values,
    )
    await queue_mail(context.db, message, context.now)


async def remove_old_declarations(database: Database, now: datetime) -> None:
    """Delete declarations that were handled long ago."""
    await delete_old(database, StoredDeclaration.id, col(StoredDeclaration.received_at) < now - KEEP)


def _comparable(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
