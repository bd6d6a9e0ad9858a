"""When an item that a learner has missed comes back: spaced repetition by FSRS.

Source: Ye, J., Su, J. & Cao, Y. (2022). A stochastic shortest path algorithm for optimizing spaced repetition
scheduling. KDD '22; the scheduler is PyPI's `fsrs`, version 6 of the algorithm with its published parameters.
"""

from dataclasses import dataclass
from datetime import datetime, time, timedelta, tzinfo

from fsrs import Card as FsrsCard
from fsrs import Rating, Scheduler, State

RETENTION = 0.9
"""An item comes back when the learner remembers it with this probability."""
# No steps of minutes: a missed item comes back on a later day, and "Retry" repeats it at once. No fuzzing, so
# that equal answers give equal dates.
_SCHEDULER = Scheduler(
    desired_retention=RETENTION,
    learning_steps=(),
    relearning_steps=(),
    maximum_interval=365,
    enable_fuzzing=False,
)


@dataclass(frozen=True)
class Card:
    """What is known of a learner's memory of one item.

    Attributes:
        due: When the item comes back.
        reviewed_at: When it was answered last.
        stability: Days until the learner remembers it with a probability of 90%.
        difficulty: How difficult it is for this learner, from 1 to 10.
    """

    due: datetime
    reviewed_at: datetime
    stability: float
    difficulty: float


def rate(card: Card | None, correct: bool, now: datetime) -> Card | None:
    """Return the card after an answer: a wrong one is rated Again, a correct one Good.

    Args:
        card: The card before; None if the item was never missed.
        correct: Whether the answer is correct.
        now: When it was given.

    Returns:
        The card, or None for a correct answer to an item that was never missed: it does not come back.
    """
    if card is None and correct:
        return None
    # With its own id, because a card without one waits for the clock to advance.
    before = FsrsCard(card_id=0, due=now)
    if card is not None:
        before = FsrsCard(
            card_id=0,
            state=State.Review,
            stability=card.stability,
            difficulty=card.difficulty,
            due=card.due,
            last_review=card.reviewed_at,
        )
    after, _ = _SCHEDULER.review_card(before, Rating.Good if correct else Rating.Again, now)
    assert after.stability is not None
    assert after.difficulty is not None
    return Card(after.due, now, after.stability, after.difficulty)


def end_of_day(now: datetime, zone: tzinfo) -> datetime:
    """Return the next midnight in a time zone; what is due before then is due today."""
    tomorrow = now.astimezone(zone).date() + timedelta(days=1)
    return datetime.combine(tomorrow, time(), zone)
