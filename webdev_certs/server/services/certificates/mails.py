"""Mails about passed tests, and about those under review."""

from sqlmodel import select

from webdev_certs.server.models.certificates import Certificate
from webdev_certs.server.models.exams import Attempt
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.mail.choices import find_recipient, queue_for
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.linkedin import linkedin_url


async def mail_passed(context: Context, attempt: Attempt, number: str) -> None:
    """Mail a learner that they passed, with their new certificate."""
    user = await find_recipient(context, attempt.user_id, "passed")
    if user:
        values = await _certificate_values(context, number)
        await queue_for(context, user, "passed", "passed", attempt.id, **_names(context, attempt), **values)


async def mail_about_review(
    context: Context, attempt: Attempt, text: str, note: str = "", number: str | None = None
) -> None:
    """Mail a learner about a review.

    Args:
        context: The request's context.
        attempt: The attempt.
        text: The name of the mail's text.
        note: What the operator adds.
        number: The certificate that the attempt has got.
    """
    user = await find_recipient(context, attempt.user_id, "review")
    if user:
        values = await _certificate_values(context, number) if number else {"number": ""}
        names = _names(context, attempt)
        await queue_for(context, user, "review", text, attempt.id, note=note, **names, **values)


def _names(context: Context, attempt: Attempt) -> dict[str, object]:
    names = technology_names(context.bank, attempt.technology)
    return {"title": names.title, "name": names.name, "attempt": attempt.id}


async def _certificate_values(context: Context, number: str) -> dict[str, object]:
    """Return what mails say of a certificate: its number, score, last day, and where it is shared."""
    query = select(Certificate).where(Certificate.number == number)
    row = (await context.db.exec(query)).one()
    url = f"{context.settings.origin}/verify/{number}"
    linkedin = linkedin_url(
        title=row.title,
        number=number,
        verify_url=url,
        issued_at=row.issued_at,
        expires_at=row.expires_at,
    )
    return {"number": number, "score": row.score, "expires_at": row.expires_at, "linkedin": linkedin}
