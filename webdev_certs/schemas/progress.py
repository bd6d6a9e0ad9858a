"""Wire models of a learner's progress, which sums up all their records."""

from datetime import date, datetime
from uuid import UUID

from pydantic import Field

from webdev_certs.schemas.base import Request, Response
from webdev_certs.schemas.exams import AttemptSummary
from webdev_certs.schemas.practice import PracticeSummary
from webdev_certs.shared.vocabulary import CertificateStatus, Difficulty, NextStepKind, PlanKind

LEAST_FOR_SCORE = 5
"""With fewer first answers to a topic or a difficulty, its score says too little to be shown."""
LEAST_FOR_READINESS = 10
"""With fewer first answers, the probability of passing says too little to be shown."""


class TechnologyProgress(Response):
    """The attempts in one technology."""

    technology: str
    best_score: int | None
    """None until an attempt has ended."""
    passed: bool
    """Whether an attempt was passed."""
    latest: AttemptSummary


class Progress(Response):
    technologies: list[TechnologyProgress]
    """The technologies in which the learner has started an attempt."""
    certificates: int
    exams_passed: int
    practice_answered: int
    practice_correct: int


class StandingQuery(Request):
    time_zone: str = Field(default="UTC", min_length=1, max_length=64)
    """The learner's IANA time zone, in which days begin and end."""


class AbilityEstimate(Response):
    """Ability on the 200–800 scale, with its 95% interval."""

    score: int
    low: int
    high: int


class AbilityOnDay(AbilityEstimate):
    """The estimate at the end of a day, from the practice until then."""

    day: date
    answers: int


class ExamScore(AbilityEstimate):
    """The score of an attempt."""

    test_id: UUID
    submitted_at: datetime
    passed: bool


class TopicMastery(AbilityEstimate):
    """The ability in one topic, shrunk toward the whole (docs/measurement.md)."""

    topic: str
    title: str
    answers: int
    correct: int
    enough: bool
    """Whether there are enough answers to show the score."""


class DifficultyMastery(Response):
    """First answers to practice items of one difficulty."""

    difficulty: Difficulty
    answers: int
    correct: int
    enough: bool
    """Whether there are enough answers to show their share."""


class ExamReadiness(Response):
    """The probability of passing the exam now, in percent, and at ±1 standard error of the ability."""

    probability: int
    low: int
    high: int


class LastExam(Response):
    """The latest attempt that has ended."""

    test_id: UUID
    submitted_at: datetime
    passed: bool
    score: int | None
    """None with too few answers."""
    under_review: bool
    """Whether it reached the pass mark, and an operator has not decided on it yet."""
    weak_topics: list[str]
    """If it was not passed, the titles of at most three topics that are not above the pass mark, the weakest
    first."""


class HeldCertificate(Response):
    """The latest certificate of a technology."""

    number: str
    status: CertificateStatus
    expires_at: datetime


class TechnologyStanding(Response):
    """What practice and exams say about a learner in one technology."""

    technology: str
    name: str
    cut_score: int
    answers: int
    """First answers to practice items; only these count for the estimates."""
    due: int
    """Reviews due today."""
    mistakes: int
    """Items whose latest answer in a finished practice session is wrong."""
    ability: AbilityEstimate | None
    """None before the first answer."""
    readiness: ExamReadiness | None
    """None with fewer answers than `LEAST_FOR_READINESS`."""
    history: list[AbilityOnDay]
    exams: list[ExamScore]
    last_exam: LastExam | None
    """None before the first attempt has ended."""
    certificate: HeldCertificate | None
    retake_at: datetime | None
    """When the next attempt may start; None if it may start now, or has."""
    topics: list[TopicMastery]
    """The topics that were practiced, in the blueprint's order."""
    difficulties: list[DifficultyMastery]


class PlanTask(Response):
    """A part of today's plan: due reviews, or questions about one topic."""

    topic: str | None
    """None for reviews."""
    topic_title: str | None
    questions: int


class DaysUntil(Response):
    """In how many days the chance of passing is high enough: at least 1.

    None stands for more than `DailyPlan.horizon`.
    """

    low: int | None
    """Where a 90% interval begins; it contains the expected day."""
    expected: int | None
    """The first day on which the chance is high enough, with practice on each day until then."""
    high: int | None
    """Where the interval ends, after `low`."""


class DailyPlan(Response):
    """What to do today in a technology, and when its exam is likely to be passed with so much each day."""

    technology: str
    name: str
    kind: PlanKind
    minutes: int
    """Practice on each day."""
    goal: int
    """The chance of passing that the plan leads to, in percent."""
    horizon: int
    """How many days it looks ahead."""
    chance: int | None
    """The chance of passing now, in percent; None with fewer answers than `LEAST_FOR_READINESS`."""
    days: DaysUntil | None
    """None if there are too few answers or the chance is high enough."""
    retake_at: datetime | None
    """When the next attempt may start; None if it may start now."""
    chance_then: int | None
    """The chance of passing at that time, with practice on each day until then."""
    paused_days: int | None
    """Days since the latest practice, in which something may be forgotten; None without practice."""
    tasks: list[PlanTask]
    """Today's plan, in its order; empty while a test runs."""


class ActiveDay(Response):
    day: date
    answers: int


class NextStep(Response):
    """What to do next."""

    kind: NextStepKind
    technology: str | None = None
    name: str | None = None
    following: str | None = None
    """The technology to go on with, after a pass."""
    following_name: str | None = None
    topic: str | None = None
    topic_title: str | None = None
    readiness: int | None = None
    """The probability of passing, in percent, if the step is the exam."""
    readiness_low: int | None = None
    readiness_high: int | None = None
    """The ends of its range (`ExamReadiness`)."""
    deadline: datetime | None = None
    """When the running attempt or mock exam ends, if the step is to resume it."""
    practice: PracticeSummary | None = None
    """The practice session to resume, if that is the step."""


class LearnerStanding(Response):
    """A learner's progress: where they stand, how active they were, what is due and what is next."""

    time_zone: str
    today: date
    next_step: NextStep
    due: int
    """Reviews due today, without technologies with a running attempt, whose practice waits."""
    streak: int
    """Days in a row with practice."""
    longest_streak: int
    minutes: int
    """Minutes practiced in the last year."""
    days: list[ActiveDay]
    """Days with practice in the last year."""
    plans: list[DailyPlan]
    """A plan for each technology that was begun and not passed, the one used last first."""
    technologies: list[TechnologyStanding]
    """The technologies with practice answers, exams or due reviews."""
    tutor: bool = False
    """Whether the tutor can be asked why the first plan is as it is."""
