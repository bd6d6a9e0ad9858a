"""The full review of a finished practice session, which is denied without paid access."""

from uuid import UUID

from webdev_certs.schemas.practice import (
    PracticeResult,
    PracticeTopic,
    Reference,
    StudyStep,
)
from webdev_certs.schemas.progress import TopicMastery
from webdev_certs.server.domain.errors import PaymentRequired
from webdev_certs.server.services.payments.entitlements import has_paid
from webdev_certs.server.services.practice.history import first_answers
from webdev_certs.server.services.practice.mastery import topic_mastery
from webdev_certs.server.services.practice.records import (
    load_practice_session,
    practice_session_names,
)
from webdev_certs.server.services.practice.results import answered_items, topic_counts
from webdev_certs.server.services.practice.reviewed_items import reviewed_item
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.translation import _


async def read_full_review(context: Context, user_id: UUID, practice_session_id: UUID) -> PracticeResult:
    """Return every item with its answer and feedback, the counts of each topic, and a study plan.

    Raises:
        NotFound: `practice_not_found`.
        PaymentRequired: `payment_required`.
        Conflict: `practice_not_finished`; `test_running`.
    """
    practice, _row = await load_practice_session(context, user_id, practice_session_id)
    if not await has_paid(context.db, user_id, context.now):
        raise PaymentRequired("payment_required", _("The full review is part of paid access."))
    answered = await answered_items(context, user_id, practice)
    topics = topic_counts(context, answered)
    return PracticeResult.model_validate(
        {
            **practice.model_dump(),
            "practice_session_id": practice.id,
            **practice_session_names(context, practice),
            "topics": topics,
            "study_plan": await _study_plan(context, user_id, topics),
            "items": [reviewed_item(context, row, item) for row, item in answered],
        }
    )


async def _study_plan(context: Context, user_id: UUID, topics: list[PracticeTopic]) -> list[StudyStep]:
    """Return the topics in which items were missed, those with the lowest mastery first."""
    answers = await first_answers(context, user_id, *{row.technology for row in topics})
    mastery: dict[tuple[str, str], TopicMastery] = {
        (technology, row.topic): row
        for technology, given in answers.items()
        for row in topic_mastery(context.bank, technology, given)
    }
    steps = [
        StudyStep(
            technology=row.technology,
            topic=row.topic,
            title=row.title,
            score=known.score,
            low=known.low,
            high=known.high,
            enough=known.enough,
            missed=row.items - row.correct,
            reference=_reference(context, row.technology, row.topic),
        )
        for row in topics
        if row.correct < row.items and (known := mastery.get((row.technology, row.topic)))
    ]
    return sorted(steps, key=lambda step: (step.score, -step.missed))


def _reference(context: Context, technology: str, topic: str) -> Reference | None:
    bank = context.bank.technologies.get(technology)
    found = next((t.reference for t in bank.blueprint.topics if t.id == topic), None) if bank else None
    return Reference(title=found.title, url=found.url) if found else None
