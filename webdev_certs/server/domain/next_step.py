"""The one next step that the overview offers a learner, chosen by rule."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from webdev_certs.shared.vocabulary import NextStepKind

READY = 0.7
"""If the probability of passing is at least this, the exam is the next step."""
ENOUGH_ANSWERS = 20
"""With fewer first answers the probability says too little."""


@dataclass(frozen=True)
class Standing:
    """Where a learner stands in one technology.

    Attributes:
        technology: Its id.
        answers: First answers to practice items.
        practiced_at: When the learner practiced it last.
        readiness: The probability of passing; None without answers.
        weakest_topic: The topic with the lowest estimate; None without answers.
        running_until: The deadline of the running attempt, if any.
        passed: Whether the exam was passed.
        retake_at: From when the next attempt is allowed; None if at once.
    """

    technology: str
    answers: int = 0
    practiced_at: datetime | None = None
    readiness: float | None = None
    weakest_topic: str | None = None
    running_until: datetime | None = None
    passed: bool = False
    retake_at: datetime | None = None

    def may_start(self, now: datetime) -> bool:
        """Return whether an attempt may start now."""
        return self.running_until is None and (self.retake_at is None or self.retake_at <= now)


@dataclass(frozen=True)
class NextStep:
    """What to do next: in which technology, and for practice in which topic."""

    kind: NextStepKind
    technology: str | None = None
    topic: str | None = None


def next_step(standings: Sequence[Standing], now: datetime, unfinished: str | None = None) -> NextStep:
    """Choose the next step.

    1. A running attempt: the attempt that ends first.
    2. Nothing practiced yet: three questions in a technology that the learner chooses.
    3. An exam that is likely to be passed, allowed now and not passed yet: the likeliest.
    4. The practice session that was started last, if it was left in the middle.
    5. The weakest topic of the technology practiced last, of those not passed if there are any.

    Args:
        standings: Where the learner stands in each technology.
        now: The current time.
        unfinished: The technology of the latest practice session, if some of its items are answered and some
            are not.
    """
    running = [
        standing
        for standing in standings
        if standing.running_until is not None and standing.running_until > now
    ]
    if running:
        first = min(running, key=lambda standing: standing.running_until or now)
        return NextStep("resume_attempt", first.technology)
    practiced = [standing for standing in standings if standing.practiced_at is not None]
    if not practiced:
        return NextStep("try_practice")
    ready = [
        standing
        for standing in practiced
        if standing.readiness is not None
        and standing.readiness >= READY
        and standing.answers >= ENOUGH_ANSWERS
        and not standing.passed
        and standing.may_start(now)
    ]
    if ready:
        return NextStep("take_exam", max(ready, key=lambda standing: standing.readiness or 0).technology)
    if unfinished is not None:
        return NextStep("resume_practice", unfinished)
    not_passed = [standing for standing in practiced if not standing.passed] or practiced
    latest = max(not_passed, key=lambda standing: standing.practiced_at or now)
    if latest.weakest_topic is None:
        return NextStep("practice", latest.technology)
    return NextStep("practice_topic", latest.technology, latest.weakest_topic)
