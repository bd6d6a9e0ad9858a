"""Where a learner stands: ability over time, mastery, readiness, activity, due reviews, and the next step."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from sqlmodel import col, select

from webdev_certs.schemas.practice import PracticeSummary
from webdev_certs.schemas.progress import (
    LEAST_FOR_READINESS,
    AbilityEstimate,
    AbilityOnDay,
    ActiveDay,
    ExamReadiness,
    ExamScore,
    LearnerStanding,
    NextStep,
    TechnologyStanding,
)
from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.domain.activity import Activity, summarize
from webdev_certs.server.domain.adaptive import Posterior
from webdev_certs.server.domain.next_step import Standing, next_step
from webdev_certs.server.domain.practice_ability import (
    FirstAnswer,
    ability_by_day,
    practice_posterior,
    readiness,
)
from webdev_certs.server.domain.score_and_interval import ScaleScore, to_theta
from webdev_certs.server.models.exams import Attempt
from webdev_certs.server.models.practice import PracticeItem, PracticeSession
from webdev_certs.server.services.practice.ability import (
    difficulty_mastery,
    estimate,
    first_answers,
    topic_mastery,
)
from webdev_certs.server.services.practice.choosing_review_items import (
    count_due,
    due_cards,
    parse_zone,
    running_technologies,
)
from webdev_certs.server.services.practice.mistakes import current_mistakes
from webdev_certs.server.services.practice.practice_session import latest_unfinished
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.retakes import retake_dates

ACTIVITY_DAYS = 366


async def read_standing(context: Context, user_id: UUID, time_zone: str) -> LearnerStanding:
    """Return everything about the learner's practice, with a fixed number of queries.

    Overdue attempts must have been closed before (`exams.closing.close_overdue`).

    Args:
        time_zone: The IANA time zone of the days.

    Raises:
        InvalidInput: `unknown_time_zone`.
    """
    zone = parse_zone(time_zone)
    answers = await first_answers(context, user_id)
    due = count_due(await due_cards(context, user_id, zone))
    missed = Counter(row.technology for row in await current_mistakes(context, user_id))
    attempts = await _attempts(context, user_id)
    unfinished = await latest_unfinished(context, user_id)
    activity = await _activity(context, user_id, zone)
    technologies = [
        _technology(context, bank, answers.get(name, []), attempts[name], due[name], missed[name], zone)
        for name, bank in context.bank.technologies.items()
    ]
    running = await running_technologies(context, user_id)
    known = [row for row in technologies if row.answers or row.exams or row.due]
    return LearnerStanding(
        time_zone=time_zone,
        today=context.now.astimezone(zone).date(),
        next_step=_next_step(
            context, technologies, answers, attempts, unfinished, await retake_dates(context, user_id)
        ),
        due=sum(row.due for row in technologies if row.technology not in running),
        streak=activity.streak,
        longest_streak=activity.longest_streak,
        minutes=activity.minutes,
        days=[ActiveDay(day=day, answers=count) for day, count in activity.days.items()],
        technologies=known,
    )


async def _attempts(context: Context, user_id: UUID) -> defaultdict[str, list[Attempt]]:
    query = select(Attempt).where(Attempt.user_id == user_id)
    ordered = query.order_by(col(Attempt.started_at), col(Attempt.id))
    found: defaultdict[str, list[Attempt]] = defaultdict(list)
    for attempt in await context.db.exec(ordered):
        found[attempt.technology].append(attempt)
    return found


async def _activity(context: Context, user_id: UUID, zone: ZoneInfo) -> Activity:
    since = context.now - timedelta(days=ACTIVITY_DAYS)
    query = (
        select(col(PracticeSession.id), col(PracticeSession.started_at), col(PracticeItem.answered_at))
        .join(PracticeItem, col(PracticeItem.practice_session_id) == col(PracticeSession.id))
        .where(PracticeSession.user_id == user_id, col(PracticeItem.answered_at) >= since)
        .order_by(col(PracticeSession.id), col(PracticeItem.position))
    )
    rows = (await context.db.exec(query)).all()
    return summarize(((key, start, given) for key, start, given in rows if given), zone, context.now)


def _technology(
    context: Context,
    bank: TechnologyBank,
    answers: Sequence[FirstAnswer],
    attempts: Sequence[Attempt],
    due: int,
    mistakes: int,
    zone: ZoneInfo,
) -> TechnologyStanding:
    blueprint = bank.blueprint
    posterior = practice_posterior(answers)
    ready = None
    if len(answers) >= LEAST_FOR_READINESS:
        chance = readiness(posterior, to_theta(blueprint.cut_score))
        ready = ExamReadiness(
            probability=_percent(chance.probability), low=_percent(chance.low), high=_percent(chance.high)
        )
    return TechnologyStanding(
        technology=blueprint.technology,
        name=blueprint.name,
        cut_score=blueprint.cut_score,
        answers=len(answers),
        due=due,
        mistakes=mistakes,
        ability=AbilityEstimate(**estimate(Posterior(posterior).ability)) if answers else None,
        readiness=ready,
        history=[
            AbilityOnDay(day=day.day, answers=day.answers, **estimate(day.ability))
            for day in ability_by_day(answers, zone)
        ],
        exams=[found for attempt in attempts if (found := _exam(attempt))],
        topics=topic_mastery(context.bank, blueprint.technology, answers),
        difficulties=difficulty_mastery(answers),
    )


def _exam(attempt: Attempt) -> ExamScore | None:
    if attempt.submitted_at is None or attempt.score is None or attempt.standard_error is None:
        return None
    scale = ScaleScore(attempt.score, attempt.standard_error)
    return ExamScore(
        test_id=attempt.id,
        submitted_at=attempt.submitted_at,
        passed=bool(attempt.passed),
        score=scale.score,
        low=scale.low,
        high=scale.high,
    )


def _next_step(
    context: Context,
    technologies: Sequence[TechnologyStanding],
    answers: dict[str, list[FirstAnswer]],
    attempts: dict[str, list[Attempt]],
    unfinished: PracticeSummary | None,
    retake: Callable[[str], datetime | None],
) -> NextStep:
    by_id = {row.technology: row for row in technologies}
    standings = [_standing(row, answers, attempts, retake(row.technology)) for row in technologies]
    step = next_step(standings, context.now, unfinished.technology if unfinished else None)
    if step.technology is None:
        return NextStep(kind=step.kind)
    row = by_id[step.technology]
    standing = next(found for found in standings if found.technology == step.technology)
    titles = {topic.topic: topic.title for topic in row.topics}
    ready = row.readiness if step.kind == "take_exam" else None
    return NextStep(
        kind=step.kind,
        technology=step.technology,
        name=row.name,
        topic=step.topic,
        topic_title=titles.get(step.topic) if step.topic else None,
        readiness=ready.probability if ready else None,
        readiness_low=ready.low if ready else None,
        readiness_high=ready.high if ready else None,
        deadline=standing.running_until if step.kind == "resume_attempt" else None,
        practice=unfinished if step.kind == "resume_practice" else None,
    )


def _standing(
    row: TechnologyStanding,
    answers: dict[str, list[FirstAnswer]],
    attempts: dict[str, list[Attempt]],
    retake_at: datetime | None,
) -> Standing:
    given, taken = answers.get(row.technology, []), attempts.get(row.technology, [])
    weakest = min(row.topics, key=lambda topic: topic.score, default=None)
    return Standing(
        technology=row.technology,
        answers=row.answers,
        practiced_at=given[-1].answered_at if given else None,
        readiness=row.readiness.probability / 100 if row.readiness else None,
        weakest_topic=weakest.topic if weakest else None,
        running_until=next((attempt.deadline for attempt in taken if attempt.submitted_at is None), None),
        passed=any(attempt.passed for attempt in taken),
        retake_at=retake_at,
    )


def _percent(share: float) -> int:
    """Return whole percent, never 0 or 100, because nothing is certain."""
    return min(max(round(100 * share), 1), 99)
