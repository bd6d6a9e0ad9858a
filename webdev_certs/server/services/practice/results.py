"""What a finished practice session shows to everybody: its topics and the missed items."""

from collections import defaultdict
from collections.abc import Sequence
from uuid import UUID

from sqlmodel import col, select

from webdev_certs.schemas.practice import (
    MissedItem,
    PracticeReport,
    PracticeTopic,
)
from webdev_certs.server.content.format import Item
from webdev_certs.server.models.practice import PracticeItem, PracticeSession
from webdev_certs.server.services.exams.attempt_state import refuse_during_attempt
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.items.shown_without_key import load_items
from webdev_certs.server.services.practice.records import (
    load_practice_session,
    practice_session_names,
    require_finished,
)
from webdev_certs.server.services.shared.context import Context

Answered = Sequence[tuple[PracticeItem, Item]]


async def read_report(context: Context, user_id: UUID, practice_session_id: UUID) -> PracticeReport:
    """Return the counts of each topic and the missed items, without keys and explanations.

    Raises:
        NotFound: `practice_not_found`.
        Conflict: `practice_not_finished`; `test_running`.
    """
    practice, _ = await load_practice_session(context, user_id, practice_session_id)
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
        }
    )


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
