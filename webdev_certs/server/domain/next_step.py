"""The one next step that the overview offers a learner, chosen by rule."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from webdev_certs.shared.vocabulary import NextStepKind

READY = 0.7
"""If the probability of passing is at least this, the exam is the next step."""
ENOUGH_ANSWERS = 20
"""With fewer first answers the probability says too little."""
_NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True)
class Standing:
    """Where a learner stands in one technology.

    Attributes:
        technology: Its id.
        answers: First answers to practice items.
        practiced_at: When the learner practiced it last.
        readiness: The probability of passing; None without answers.
        weakest_topic: The topic with the lowest estimate; None without answers.
        running_until: The deadline of the running attempt or mock exam, if any.
        running_mock: Whether that is a mock exam.
        ended_at: When the latest attempt ended; None without one.
        latest_passed: Whether the latest attempt that ended was passed.
        failed_topic: The weakest topic of that attempt, if it was not passed and has scores.
        passed: Whether any attempt was passed.
        retake_at: From when the next attempt is allowed; None if at once.
    """

    technology: str
    answers: int = 0
    practiced_at: datetime | None = None
    readiness: float | None = None
    weakest_topic: str | None = None
    running_until: datetime | None = None
    running_mock: bool = False
    ended_at: datetime | None = None
    latest_passed: bool = False
    failed_topic: str | None = None
    passed: bool = False
    retake_at: datetime | None = None

    def may_start(self, now: datetime) -> bool:
        """Return whether an attempt may start now."""
        return self.running_until is None and (self.retake_at is None or self.retake_at <= now)

    @property
    def begun(self) -> bool:
        """Whether the learner has practiced the technology or ended an attempt."""
        return self.practiced_at is not None or self.ended_at is not None

    @property
    def active_at(self) -> datetime:
        """When the learner last did something in the technology."""
        return max(self.practiced_at or _NEVER, self.ended_at or _NEVER)


@dataclass(frozen=True)
class NextStep:
    """What to do next: in which technology, for practice in which topic, and what follows after a pass."""

    kind: NextStepKind
    technology: str | None = None
    topic: str | None = None
    following: str | None = None


def next_step(standings: Sequence[Standing], now: datetime, unfinished: str | None = None) -> NextStep:
    """Choose the next step. A technology that was passed is never practiced.

    1. The running attempt that ends first; without one, the running mock exam that ends first.
    2. Nothing begun yet: three questions in a technology that the learner chooses.
    3. A pass, and nothing since: share the certificate, and another technology.
    4. An exam that is likely to be passed, allowed now and not passed yet: the likeliest.
    5. The practice session that was started last, if it was left in the middle.
    6. The technology used last, of those begun and not passed: its weakest topic, and the date of the retake
       if it has to wait for one.
    7. All that was begun is passed: a technology that is not.

    Args:
        standings: Where the learner stands in each technology, in the order in which they are offered.
        now: The current time.
        unfinished: The technology of the latest practice session, if some of its items are answered and some
            are not.
    """
    running = [
        (standing.running_mock, until, standing.technology)
        for standing in standings
        if (until := standing.running_until) is not None and until > now
    ]
    if running:
        is_mock, _, technology = min(running)
        return NextStep("resume_mock_exam" if is_mock else "resume_attempt", technology)
    begun = [standing for standing in standings if standing.begun]
    if not begun:
        return NextStep("try_practice")
    latest = max(begun, key=lambda standing: standing.active_at)
    if latest.latest_passed and latest.active_at == latest.ended_at:
        return NextStep("share", latest.technology, following=_following(standings))
    ready = [
        standing
        for standing in begun
        if standing.readiness is not None
        and standing.readiness >= READY
        and standing.answers >= ENOUGH_ANSWERS
        and not standing.passed
        and standing.may_start(now)
    ]
    if ready:
        return NextStep("take_exam", max(ready, key=lambda standing: standing.readiness or 0).technology)
    passed = {standing.technology for standing in standings if standing.passed}
    if unfinished is not None and unfinished not in passed:
        return NextStep("resume_practice", unfinished)
    not_passed = [standing for standing in begun if not standing.passed]
    if not_passed:
        return _practice(max(not_passed, key=lambda standing: standing.active_at), now)
    following = _following(standings)
    return NextStep("next_technology", following=following) if following else NextStep("all_passed")


def _practice(standing: Standing, now: datetime) -> NextStep:
    if standing.ended_at and not standing.may_start(now):
        topic = standing.failed_topic or standing.weakest_topic
        return NextStep("prepare_retake", standing.technology, topic)
    if standing.weakest_topic is None:
        return NextStep("practice", standing.technology)
    return NextStep("practice_topic", standing.technology, standing.weakest_topic)


def _following(standings: Sequence[Standing]) -> str | None:
    """Return the technology to go on with: the one used last of those not passed, otherwise the first."""
    left = [standing for standing in standings if not standing.passed]
    return max(left, key=lambda standing: standing.active_at).technology if left else None
