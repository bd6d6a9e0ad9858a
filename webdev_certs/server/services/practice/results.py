"""What a finished practice session shows: a report to everybody, the full review with paid access."""

from collections import defaultdict
from collections.abc import Sequence
from uuid import UUID

from sqlmodel import col, select

from webdev_certs.schemas.practice import (
    Estimate,
    EstimateChange,
    MissedItem,
    PracticeReport,
    PracticeResult,
    PracticeTopic,
    Reference,
    StudyStep,
)
from webdev_certs.schemas.progress import TopicMastery
from webdev_certs.server.content.format import Item
from webdev_certs.server.domain.adaptive import Posterior
from webdev_certs.server.domain.practice_ability import FirstAnswer, practice_posterior
from webdev_certs.server.models.practice import PracticeItem, PracticeSession
from webdev_certs.server.services.exams.attempt_state import refuse_during_attempt
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.items.shown_without_key import load_items
from webdev_certs.server.services.payments.entitlements import require_pro
from webdev_certs.server.services.practice.ability import estimate, first_answers, topic_mastery
from webdev_certs.server.services.practice.feedback import reviewed_items
from webdev_certs.server.services.practice.practice_session import (
    load_practice_session,
    practice_session_names,
    require_finished,
)
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.translation import _

Answered = Sequence[tuple[PracticeItem, Item]]


async def read_report(context: Context, user_id: UUID, practice_session_id: UUID) -> PracticeReport:
    """Return the counts of each topic and the missed items, without keys and explanations.

    Raises:
        NotFound: `practice_not_found`.
        Conflict: `practice_not_finished`; `test_running`.
    """
    practice, _row = await load_practice_session(context, user_id, practice_session_id)
    answered = await answered_items(context, user_id, practice)
    return PracticeReport.model_validate(
        {
            **practice.model_dump(),
            "practice_session_id": practice.id,
            **practice_session_names(context, practice),
            "topics": topic_counts(context, answered),
            "missed": [
                MissedItem(
                    position=row.position,
                    technology=row.technology,
                    topic=technology_names(context.bank, row.technology).topic(item.topic),
                    stem=item.stem,
                )
                for row, item in answered
                if not row.correct
            ],
            "estimate": await _estimate_change(context, user_id, practice),
        }
    )


async def _estimate_change(
    context: Context, user_id: UUID, practice: PracticeSession
) -> EstimateChange | None:
    """Return what a finished practice session did to the estimate of the ability, if it did anything."""
    bank = context.bank.technologies.get(practice.technology)
    if bank is None or practice.finished_at is None:
        return None
    answers = (await first_answers(context, user_id, practice.technology)).get(practice.technology, [])
    before = [answer for answer in answers if answer.answered_at < practice.started_at]
    after = [answer for answer in answers if answer.answered_at <= practice.finished_at]
    if len(after) == len(before):
        return None
    return EstimateChange(
        cut_score=bank.blueprint.cut_score,
        counted=len(after) - len(before),
        before=_estimate(before) if before else None,
        after=_estimate(after),
    )


def _estimate(answers: Sequence[FirstAnswer]) -> Estimate:
    return Estimate(**estimate(Posterior(practice_posterior(answers)).ability))


async def answered_items(context: Context, user_id: UUID, practice: PracticeSession) -> Answered:
    """Return the rows of a finished practice session with their items, in the order of their positions.

    Raises:
        Conflict: `practice_not_finished`; `test_running`.
    """
    require_finished(practice)
    query = (
        select(PracticeItem)
        .where(PracticeItem.practice_session_id == practice.id)
        .order_by(col(PracticeItem.position))
    )
    rows = (await context.db.exec(query)).all()
    await refuse_during_attempt(context, user_id, *{row.technology for row in rows})
    items = await load_items(context, rows)
    return [(row, items[row.item_id, row.item_version]) for row in rows]


def topic_counts(context: Context, answered: Answered) -> list[PracticeTopic]:
    """Count items and correct answers by topic, by technology and then in the blueprint's order."""
    correct: defaultdict[tuple[str, str], list[bool]] = defaultdict(list)
    for row, item in answered:
        correct[row.technology, item.topic].append(bool(row.correct))
    technologies = sorted({technology for technology, _ in correct})
    order = dict.fromkeys(
        [
            *(
                (technology, topic)
                for technology in technologies
                for topic in technology_names(context.bank, technology).topics
                if (technology, topic) in correct
            ),
            # Topics that the blueprint no longer has.
            *correct,
        ]
    )
    return [
        PracticeTopic(
            technology=technology,
            topic=topic,
            title=technology_names(context.bank, technology).topic(topic),
            items=len(correct[technology, topic]),
            correct=sum(correct[technology, topic]),
        )
        for technology, topic in order
    ]


async def read_full_review(context: Context, user_id: UUID, practice_session_id: UUID) -> PracticeResult:
    """Return every item with its answer and feedback, the counts of each topic, and a study plan.

    Raises:
        NotFound: `practice_not_found`.
        PaymentRequired: `payment_required`.
        Conflict: `practice_not_finished`; `test_running`.
    """
    practice, _row = await load_practice_session(context, user_id, practice_session_id)
    await require_pro(context, user_id, _("The full review is part of Pro."))
    answered = await answered_items(context, user_id, practice)
    topics = topic_counts(context, answered)
    return PracticeResult.model_validate(
        {
            **practice.model_dump(),
            "practice_session_id": practice.id,
            **practice_session_names(context, practice),
            "topics": topics,
            "study_plan": await _study_plan(context, user_id, topics),
            "items": await reviewed_items(context, user_id, answered),
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
