"""Issue certificates for passed attempts, or hold these for review, and mail their learners.

A certificate is issued again after its holder has changed their name.
"""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from uuid import UUID

from sqlalchemy import or_
from sqlmodel import col, select, update

from webdev_certs.schemas.certificates import Certificate
from webdev_certs.schemas.exams import ReviewReason
from webdev_certs.server.domain.certificate_numbers import new_number
from webdev_certs.server.domain.certificates import STATUS_WORDS, expiry, unknown_certificate
from webdev_certs.server.domain.errors import Conflict
from webdev_certs.server.domain.mail import EXPIRY_REMINDERS
from webdev_certs.server.domain.open_badges import criteria_version
from webdev_certs.server.models import certificates as tables
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.exams import Attempt, AttemptReview
from webdev_certs.server.services.certificates.own import current_status, get_certificate, select_own
from webdev_certs.server.services.certificates.sign_badges import discard_credentials, terms_today
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.mail.choices import find_recipient, queue_for
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import insert_ignoring
from webdev_certs.server.services.shared.reminders import remind
from webdev_certs.server.services.shared.retakes import early_starts
from webdev_certs.shared.linkedin import linkedin_url
from webdev_certs.shared.translation import _

_DRAWS = 5


async def issue_certificate(
    context: Context, attempt: Attempt, score: int, issued_at: datetime
) -> str | None:
    """Issue the certificate of a passed attempt, in the learner's current name.

    The caller has ended, regraded or released the attempt in this transaction, so it has no certificate yet
    and no review that refuses one. An attempt that another account's start should have delayed is held for
    review instead, unless an operator has released it.

    Args:
        context: The request's context.
        attempt: The attempt.
        score: Its score.
        issued_at: When the attempt ended, or was released.

    Returns:
        The certificate number; None if the attempt is held, or if the learner's email is not confirmed. Then
        `issue_pending` issues the certificate later.

    Raises:
        RuntimeError: Every drawn number was taken. With 10¹² numbers, the random source must be broken.
    """
    query = select(User.full_name, User.email_confirmed_at).where(User.id == attempt.user_id)
    holder, confirmed_at = (await context.db.exec(query)).one()
    if confirmed_at is None:
        return None
    review = await context.db.get(AttemptReview, attempt.id)
    if review is None and await early_starts(context, [attempt]):
        await hold_attempt(context, attempt, ["retake"])
        return None
    number = await _issue(context, attempt, holder, score, issued_at)
    if review is None:
        # The mail about a released attempt has the certificate already.
        await _mail_passed(context, attempt, number)
    return number


async def issue_pending(context: Context, user_id: UUID) -> list[str]:
    """Issue the certificates that a learner earned before confirming their email.

    Attempts under review, or refused, get none. As in `issue_certificate`, attempts that another account's
    start should have delayed are held. The caller holds a lock on the account, so that no attempt ends at the
    same time.

    Raises:
        RuntimeError: As `issue_certificate`.
    """
    query = (
        select(Attempt, User.full_name, AttemptReview.decision)
        .join(User, col(User.id) == col(Attempt.user_id))
        .join(tables.Certificate, col(tables.Certificate.attempt_id) == col(Attempt.id), isouter=True)
        .join(AttemptReview, col(AttemptReview.attempt_id) == col(Attempt.id), isouter=True)
        .where(
            Attempt.user_id == user_id,
            col(Attempt.passed).is_(True),
            col(tables.Certificate.number).is_(None),
            or_(col(AttemptReview.attempt_id).is_(None), col(AttemptReview.decision) == "released"),
        )
        .order_by(col(Attempt.submitted_at), col(Attempt.id))
    )
    found = (await context.db.exec(query)).all()
    early = await early_starts(context, [attempt for attempt, _holder, decision in found if not decision])
    numbers: list[str] = []
    # There are only a few, because every retake has to wait for days.
    for attempt, holder, _decision in found:
        if attempt.id in early:
            await hold_attempt(context, attempt, ["retake"])
        else:
            numbers.append(await _issue(context, attempt, holder, attempt.score or 0, context.now))
            await _mail_passed(context, attempt, numbers[-1])
    return numbers


async def reissue(context: Context, user_id: UUID, number: str) -> Certificate:
    """Issue a certificate with the holder's current name and a new number, which replaces the old one.

    The new certificate keeps the score, the dates and the holder's choices of the old one. The old number
    then names its replacement and shows no name. The old credential is refused.

    Raises:
        NotFound: `certificate_unknown`, as in `find_own`.
        Conflict: `certificate_not_valid` if it is not valid, `name_unchanged`, or `email_unconfirmed`.
        RuntimeError: As `issue_certificate`.
    """
    locked = select_own(user_id, number).with_for_update()
    old = (await context.db.exec(locked)).one_or_none()
    if old is None:
        raise unknown_certificate()
    query = select(User.full_name, User.email_confirmed_at).where(User.id == user_id)
    holder, confirmed_at = (await context.db.exec(query)).one()
    current = current_status(old, context.now)
    if current != "valid":
        raise Conflict(
            "certificate_not_valid",
            _("This certificate is {status}, so it can’t be reissued.", status=_(STATUS_WORDS[current])),
        )
    if old.holder_name == holder:
        raise Conflict("name_unchanged", _("This certificate already shows your current name."))
    if confirmed_at is None:
        raise Conflict("email_unconfirmed", _("Confirm your email first."))
    kept = old.model_dump(
        include={"technology", "title", "terms", "criteria_version", "score", "standard_error"}
        | {"name_public", "score_public", "credential_public", "on_profile", "issued_at", "expires_at"}
    )
    taken = await context.db.exec(
        update(tables.Certificate)
        # Checked again, because SQLite locks no rows: only one of two simultaneous requests may replace it.
        .where(
            col(tables.Certificate.number) == old.number,
            col(tables.Certificate.replaced_by).is_(None),
            col(tables.Certificate.revoked_at).is_(None),
            col(tables.Certificate.suspended_at).is_(None),
        )
        # Move the attempt to the new certificate.
        .values(attempt_id=None, replaced_by="", replaced_at=context.now, credential_public=False)
        .execution_options(synchronize_session=False)
    )
    if not taken.rowcount:
        raise Conflict("certificate_not_valid", _("This certificate is no longer valid."))
    attempt_id, old_number = old.attempt_id, old.number
    new = await _insert_certificate(
        context, user_id=user_id, attempt_id=attempt_id, holder_name=holder, **kept
    )
    await context.db.exec(
        update(tables.Certificate)
        .where(col(tables.Certificate.number) == old_number)
        .values(replaced_by=new)
        .execution_options(synchronize_session=False)
    )
    # The old certificate's signed credential contains the earlier name.
    await discard_credentials(context.db, (tables.Certificate.number == old_number,))
    context.db.expire_all()
    return await get_certificate(context, user_id, new)


async def _issue(context: Context, attempt: Attempt, holder: str, score: int, issued_at: datetime) -> str:
    expires_at = expiry(issued_at, context.settings.certificate_years)
    await remind(context.db, attempt.user_id, "expiry", attempt.id, expires_at - EXPIRY_REMINDERS[0])
    terms = terms_today(context.bank, attempt.technology, attempt)
    title = technology_names(context.bank, attempt.technology).title
    # Read again, because the caller may have changed it by an UPDATE.
    error = await context.db.exec(select(Attempt.standard_error).where(Attempt.id == attempt.id))
    return await _insert_certificate(
        context,
        technology=attempt.technology,
        user_id=attempt.user_id,
        attempt_id=attempt.id,
        title=title,
        terms=asdict(terms) if terms else None,
        criteria_version=criteria_version(title, terms) if terms else None,
        holder_name=holder,
        name_public=True,
        score=score,
        standard_error=error.one(),
        score_public=False,
        credential_public=False,
        issued_at=issued_at,
        expires_at=expires_at,
    )


async def _insert_certificate(context: Context, *, technology: str, **values: object) -> str:
    """Insert a certificate with a new number, and return the number.

    Raises:
        RuntimeError: As `issue_certificate`.
    """
    for _draw in range(_DRAWS):
        row = insert_ignoring(context.db, tables.Certificate).values(
            number=new_number(technology, context.rng), technology=technology, **values
        )
        issued = await context.db.exec(row.returning(col(tables.Certificate.number)))
        number = issued.scalar_one_or_none()
        if number is not None:
            return number
    raise RuntimeError(f"{_DRAWS} certificate numbers in a row were taken")


async def hold_attempt(context: Context, attempt: Attempt, reasons: Sequence[ReviewReason]) -> None:
    """Hold a passing attempt without a certificate for review, and mail its learner.

    The attempt must have no review yet; the caller has locked its account.
    """
    context.db.add(AttemptReview(attempt_id=attempt.id, reasons=list(reasons), held_at=context.now))
    await context.db.flush()
    await mail_about_review(context, attempt, "under_review")


async def _mail_passed(context: Context, attempt: Attempt, number: str) -> None:
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
    query = select(tables.Certificate).where(tables.Certificate.number == number)
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
