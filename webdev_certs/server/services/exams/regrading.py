"""Score ended attempts again with a corrected key."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from sqlalchemy import and_
from sqlmodel import col, select, update

from webdev_certs.server.models.certificates import Certificate
from webdev_certs.server.models.exams import Attempt, AttemptItem, AttemptReview
from webdev_certs.server.models.items import AttemptRegrade, ItemRegrade, is_item_or_instance
from webdev_certs.server.services.certificates.sign_badges import discard_credentials
from webdev_certs.server.services.certificates.status_lists import revoke
from webdev_certs.server.services.exams.attempt_state import lock_account
from webdev_certs.server.services.exams.mails import mail_corrected
from webdev_certs.server.services.exams.reviews import issue_or_hold
from webdev_certs.server.services.exams.scoring import Outcome, score_attempt
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import insert_ignoring

Learner = tuple[UUID, UUID]
"""An attempt and its learner."""


@dataclass(frozen=True)
class Regraded:
    """One attempt that was scored again.

    Attributes:
        changed: Whether the score or the decision changed.
        kept: Whether it would have failed, and stays passed because the regrade takes no pass away.
        passed: Whether a failed attempt is passed now.
        failed: Whether a passed attempt is failed now.
    """

    changed: bool
    kept: bool
    passed: bool
    failed: bool


async def attempts_to_regrade(context: Context, regrade: ItemRegrade) -> Sequence[Learner]:
    """Return the attempts with the item version that have not been scored again after this regrade.

    Attempts that are still open are among them: one may be ending in another transaction, without the
    regrade.
    """
    done = and_(
        col(AttemptRegrade.attempt_id) == col(Attempt.id),
        col(AttemptRegrade.item_id) == regrade.item_id,
        col(AttemptRegrade.item_version) == regrade.item_version,
        col(AttemptRegrade.revision) == regrade.revision,
    )
    query = (
        select(Attempt.id, Attempt.user_id)
        .join(AttemptItem, col(AttemptItem.attempt_id) == col(Attempt.id))
        .join(AttemptRegrade, done, isouter=True)
        .where(
            is_item_or_instance(col(AttemptItem.item_id), regrade.item_id),
            AttemptItem.item_version == regrade.item_version,
            col(AttemptRegrade.attempt_id).is_(None),
        )
        .order_by(col(Attempt.started_at), col(Attempt.id))
    )
    return (await context.db.exec(query)).all()


async def regrade_attempt(context: Context, regrade: ItemRegrade, learner: Learner) -> Regraded | None:
    """Score one attempt again; the caller commits, so that a crash loses nothing and repeats nothing.

    A pass stays with the score that earned it, unless the regrade says otherwise. A new pass gets a
    certificate or is held, as when an exam ends; an attempt that an operator has refused stays refused. The
    learner gets a mail if the result changed and the email is confirmed.

    Returns:
        None if there is nothing to do: the attempt is gone, still open, or was scored again before.
    """
    attempt_id, user_id = learner
    await lock_account(context, user_id)
    query = select(Attempt).where(Attempt.id == attempt_id).with_for_update()
    attempt = (await context.db.exec(query.execution_options(populate_existing=True))).one_or_none()
    if attempt is None or attempt.submitted_at is None:
        return None
    before = attempt.score, bool(attempt.passed)
    outcome = await score_attempt(context, attempt, attempt.ended_by)
    review = await context.db.get(AttemptReview, attempt_id)
    if review and review.decision == "refused":
        outcome = replace(outcome, passed=False)
    kept = before[1] and not outcome.passed and not regrade.takes_passes_away
    after = before if kept else (outcome.score, outcome.passed)
    row = insert_ignoring(context.db, AttemptRegrade).values(
        attempt_id=attempt_id,
        item_id=regrade.item_id,
        item_version=regrade.item_version,
        revision=regrade.revision,
        regraded_at=context.now,
        score_before=before[0] or 0,
        passed_before=before[1],
        score_after=after[0] or 0,
        passed_after=after[1],
    )
    if (await context.db.exec(row.returning(col(AttemptRegrade.attempt_id)))).scalar_one_or_none() is None:
        return None
    if not kept:
        await _store(context, attempt, outcome)
    if after != before and before[0] is not None and after[0] is not None:
        await mail_corrected(context, attempt, before[0], after[0], passed=after[1])
    return Regraded(after != before, kept, after[1] and not before[1], before[1] and not after[1])


async def _store(context: Context, attempt: Attempt, outcome: Outcome) -> None:
    """Store the new result, and let the certificate follow it."""
    await context.db.exec(
        update(Attempt)
        .where(col(Attempt.id) == attempt.id)
        .values(**outcome.columns())
        .execution_options(synchronize_session=False)
    )
    query = select(Certificate).where(Certificate.attempt_id == attempt.id).with_for_update()
    certificate = (await context.db.exec(query)).one_or_none()
    if certificate is None:
        if outcome.passed:
            await issue_or_hold(context, attempt, outcome.score or 0, context.now)
        return
    if not outcome.passed:
        await revoke(context, certificate, "regraded")
    elif certificate.revocation_reason == "regraded":
        # An earlier regrade took the pass away, and this one gives it back. The revocation is final, so the
        # attempt gets a new certificate. After an operator's revocation it gets none.
        certificate.attempt_id = None
        await context.db.flush()
        await issue_or_hold(context, attempt, outcome.score or 0, context.now)
        return
    stated = certificate.score, certificate.standard_error
    if outcome.score is not None and stated != (outcome.score, outcome.standard_error):
        certificate.score, certificate.standard_error = outcome.score, outcome.standard_error
        await context.db.flush()
        # The signed credentials contain the score if it is public.
        await discard_credentials(context.db, (Certificate.number == certificate.number,))
