"""Where a learner stands: ability, readiness, exams, certificates, activity, due reviews, and next step."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Container, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from sqlmodel import col, select

from webdev_certs.schemas.practice import PracticeSummary
from webdev_certs.schemas.progress import (
    LEAST_FOR_READINESS,
    AbilityEstimate,
    AbilityOnDay,
    ActiveDay,
    DailyPlan,
    ExamReadiness,
    ExamScore,
    HeldCertificate,
    LastExam,
    LearnerStanding,
    NextStep,
    TechnologyStanding,
)
from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.domain.activity import Activity, summarize
from webdev_certs.server.domain.adaptive import Posterior
from webdev_certs.server.domain.certificates import status
from webdev_certs.server.domain.growth import Growth
from webdev_certs.server.domain.next_step import Standing, next_step
from webdev_certs.server.domain.practice_ability import (
    FirstAnswer,
    ability_by_day,
    practice_posterior,
    readiness,
)
from webdev_certs.server.domain.score_and_interval import to_theta
from webdev_certs.server.models.certificates import Certificate
from webdev_certs.server.models.exams import Attempt, AttemptReview
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.practice.ability import (
    difficulty_mastery,
    estimate,
    first_answers,
    percent,
    topic_mastery,
)
from webdev_certs.server.services.practice.choosing_review_items import (
    count_due,
    due_cards,
    parse_zone,
    running_attempts,
)
from webdev_certs.server.services.practice.mistakes import current_mistakes
from webdev_certs.server.services.practice.plan import (
    ACTIVITY_DAYS,
    PracticeAnswer,
    Practiced,
    by_technology,
    counts_since,
    daily_plan,
    growth_of,
    practice_answers,
)
from webdev_certs.server.services.practice.practice_session import latest_unfinished
from webdev_certs.server.services.shared.attempt_results import score_interval
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.retakes import retake_dates

_WEAK_TOPICS = 3


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
    attempts, held = await _attempts(context, user_id)
    certificates = await _certificates(context, user_id)
    retake = await retake_dates(context, user_id)
    unfinished = await latest_unfinished(context, user_id)
    practiced = await practice_answers(context, user_id, counts_since(answers, context.now))
    # This takes about 10 ms of CPU time for each technology with many answers, and so do the plans.
    activity, in_technology, growth = await asyncio.to_thread(_over_time, context, answers, practiced, zone)
    technologies = [
        _technology(
            context,
            bank,
            zone,
            answers=answers.get(name, []),
            growth=growth[name],
            attempts=attempts[name],
            held=held,
            certificate=certificates.get(name),
            retake_at=retake(name),
            due=due[name],
            mistakes=missed[name],
        )
        for name, bank in context.bank.technologies.items()
    ]
    running = await running_attempts(context, user_id)
    known = [row for row in technologies if row.answers or row.exams or row.due]
    standings = [
        _standing(
            row,
            context.bank.technologies[row.technology].topic_titles,
            in_technology[row.technology],
            attempts[row.technology],
            running.get(row.technology),
        )
        for row in technologies
    ]

    def plan(row: TechnologyStanding) -> DailyPlan:
        name = row.technology
        return daily_plan(
            context.bank.technologies[name],
            row,
            answers.get(name, []),
            in_technology[name],
            growth[name],
            context.now,
            running=name in running,
        )

    return LearnerStanding(
        time_zone=time_zone,
        today=context.now.astimezone(zone).date(),
        next_step=_next_step(context, technologies, standings, unfinished),
        due=sum(row.due for row in technologies if row.technology not in running),
        streak=activity.streak,
        longest_streak=activity.longest_streak,
        minutes=activity.minutes,
        days=[ActiveDay(day=day, answers=count) for day, count in activity.days.items()],
        plans=await asyncio.to_thread(lambda: [plan(row) for row in _to_plan(technologies, standings)]),
        technologies=known,
    )


def _over_time(
    context: Context,
    answers: Mapping[str, Sequence[FirstAnswer]],
    practiced: Sequence[PracticeAnswer],
    zone: ZoneInfo,
) -> tuple[Activity, defaultdict[str, list[Practiced]], dict[str, Growth]]:
    """Return the activity, and by technology the practice and the growth."""
    in_technology = by_technology(practiced)
    growth = {
        name: growth_of(answers.get(name, []), in_technology[name], context.now)
        for name in context.bank.technologies
    }
    return _activity(practiced, zone, context.now), in_technology, growth


async def _attempts(
    context: Context, user_id: UUID
) -> tuple[defaultdict[str, list[Attempt]], frozenset[UUID]]:
    """Return the attempts by technology, oldest first, and the ids of those that are under review."""
    query = (
        select(Attempt, AttemptReview)
        .join(AttemptReview, col(AttemptReview.attempt_id) == col(Attempt.id), isouter=True)
        .where(Attempt.user_id == user_id)
        .order_by(col(Attempt.started_at), col(Attempt.id))
    )
    found: defaultdict[str, list[Attempt]] = defaultdict(list)
    held: set[UUID] = set()
    for attempt, review in (await context.db.exec(query)).all():
        found[attempt.technology].append(attempt)
        if review is not None and review.decision is None:
            held.add(attempt.id)
    return found, frozenset(held)


async def _certificates(context: Context, user_id: UUID) -> dict[str, HeldCertificate]:
    """Return the latest certificate of each technology, without those that were replaced."""
    query = (
        select(Certificate)
        .where(Certificate.user_id == user_id, col(Certificate.replaced_by).is_(None))
        .order_by(col(Certificate.issued_at), col(Certificate.number))
    )
    return {
        row.technology: HeldCertificate(
            number=row.number,
            status=status(
                row.expires_at, context.now, revoked_at=row.revoked_at, suspended_at=row.suspended_at
            ),
            expires_at=row.expires_at,
        )
        for row in await context.db.exec(query)
    }


def _activity(answers: Sequence[PracticeAnswer], zone: ZoneInfo, now: datetime) -> Activity:
    since = now - timedelta(days=ACTIVITY_DAYS)
    return summarize((answer[:3] for answer in answers if answer.answered_at >= since), zone, now)


def _technology(
    context: Context,
    bank: TechnologyBank,
    zone: ZoneInfo,
    *,
    answers: Sequence[FirstAnswer],
    growth: Growth,
    attempts: Sequence[Attempt],
    held: Container[UUID],
    certificate: HeldCertificate | None,
    retake_at: datetime | None,
    due: int,
    mistakes: int,
) -> TechnologyStanding:
    blueprint = bank.blueprint
    running = any(attempt.submitted_at is None for attempt in attempts)
    posterior = practice_posterior(answers)
    ready = None
    if len(answers) >= LEAST_FOR_READINESS:
        chance = readiness(growth.after(0, 0), to_theta(blueprint.cut_score))
        ready = ExamReadiness(
            probability=percent(chance.probability), low=percent(chance.low), high=percent(chance.high)
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
        last_exam=_last_exam(attempts, held),
        certificate=certificate,
        retake_at=retake_at if retake_at and retake_at > context.now and not running else None,
        topics=topic_mastery(context.bank, blueprint.technology, answers),
        difficulties=difficulty_mastery(answers),
    )


def _exam(attempt: Attempt) -> ExamScore | None:
    interval = score_interval(attempt)
    if attempt.submitted_at is None or attempt.score is None or interval is None:
        return None
    low, high = interval
    return ExamScore(
        test_id=attempt.id,
        submitted_at=attempt.submitted_at,
        passed=bool(attempt.passed),
        score=attempt.score,
        low=low,
        high=high,
    )


def _last_exam(attempts: Sequence[Attempt], held: Container[UUID]) -> LastExam | None:
    latest = _latest_ended(attempts)
    if latest is None or latest.submitted_at is None:
        return None
    return LastExam(
        test_id=latest.id,
        submitted_at=latest.submitted_at,
        passed=bool(latest.passed),
        score=latest.score,
        under_review=latest.id in held,
        weak_topics=[topic["title"] for topic in _weak_topics(latest)[:_WEAK_TOPICS]],
    )


def _latest_ended(attempts: Sequence[Attempt]) -> Attempt | None:
    return next((attempt for attempt in reversed(attempts) if attempt.submitted_at), None)


def _weak_topics(attempt: Attempt) -> list[dict[str, Any]]:
    """Return the topics that are not above the cut score, weakest first; none if the attempt was passed."""
    if attempt.passed:
        return []
    weak = [topic for topic in attempt.profile or () if topic["low"] < attempt.cut_score]
    return sorted(weak, key=lambda topic: topic["score"])


def _next_step(
    context: Context,
    technologies: Sequence[TechnologyStanding],
    standings: Sequence[Standing],
    unfinished: PracticeSummary | None,
) -> NextStep:
    by_id = {row.technology: row for row in technologies}
    step = next_step(standings, context.now, unfinished.technology if unfinished else None)
    following = by_id[step.following].name if step.following else None
    if step.technology is None:
        return NextStep(kind=step.kind, following=step.following, following_name=following)
    row = by_id[step.technology]
    standing = next(found for found in standings if found.technology == step.technology)
    titles = technology_names(context.bank, step.technology)
    ready = row.readiness if step.kind == "take_exam" else None
    return NextStep(
        kind=step.kind,
        technology=step.technology,
        name=row.name,
        following=step.following,
        following_name=following,
        topic=step.topic,
        topic_title=titles.topic(step.topic) if step.topic else None,
        readiness=ready.probability if ready else None,
        readiness_low=ready.low if ready else None,
        readiness_high=ready.high if ready else None,
        deadline=standing.running_until if step.kind in ("resume_attempt", "resume_mock_exam") else None,
        practice=unfinished if step.kind == "resume_practice" else None,
    )


def _to_plan(
    technologies: Sequence[TechnologyStanding], standings: Sequence[Standing]
) -> list[TechnologyStanding]:
    """Return the technologies that were begun and not passed, the one used last first."""
    by_id = {row.technology: row for row in technologies}
    begun = [standing for standing in standings if standing.begun and not standing.passed]
    begun.sort(key=lambda standing: standing.active_at, reverse=True)
    return [by_id[standing.technology] for standing in begun]


def _standing(
    row: TechnologyStanding,
    topics: Container[str],
    practiced: Sequence[Practiced],
    attempts: Sequence[Attempt],
    open_attempt: Attempt | None,
) -> Standing:
    # Topics that the blueprint no longer has cannot be practiced.
    weakest = min(
        (topic for topic in row.topics if topic.topic in topics), key=lambda topic: topic.score, default=None
    )
    latest = _latest_ended(attempts)
    weak = _weak_topics(latest) if latest else []
    return Standing(
        technology=row.technology,
        answers=row.answers,
        practiced_at=practiced[-1].answered_at if practiced else None,
        readiness=row.readiness.probability / 100 if row.readiness else None,
        weakest_topic=weakest.topic if weakest else None,
        running_until=open_attempt.deadline if open_attempt else None,
        running_mock=bool(open_attempt and open_attempt.mock),
        ended_at=latest.submitted_at if latest else None,
        latest_passed=bool(latest and latest.passed),
        failed_topic=next((topic["topic"] for topic in weak if topic["topic"] in topics), None),
        passed=any(attempt.passed for attempt in attempts),
        retake_at=row.retake_at,
    )
