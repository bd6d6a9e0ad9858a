"""When missed items come back."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.server.domain.spaced_repetition import Card, end_of_day, rate

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
answers = st.lists(st.tuples(st.booleans(), st.integers(0, 400)), max_size=8)


def missed() -> Card:
    card = rate(None, False, NOW)
    assert card is not None
    return card


def reviewed(steps: list[tuple[bool, int]]) -> tuple[Card, datetime]:
    """Return the card after a miss and then answers, each with its hours after the one before."""
    card, now = missed(), NOW
    for correct, hours in steps:
        now += timedelta(hours=hours)
        after = rate(card, correct, now)
        assert after is not None
        card = after
    return card, now


def test_an_item_that_was_never_missed_does_not_come_back():
    assert rate(None, True, NOW) is None


def test_a_missed_item_comes_back_the_next_day():
    assert missed().due == NOW + timedelta(days=1)


@given(answers)
def test_an_item_comes_back_between_a_day_and_a_year_later(steps: list[tuple[bool, int]]):
    card, now = reviewed(steps)
    assert timedelta(days=1) <= card.due - now <= timedelta(days=365)
    assert 1 <= card.difficulty <= 10
    assert card.stability > 0
    assert card.reviewed_at == now


@given(answers, st.integers(24, 2000))
def test_a_remembered_item_comes_back_no_sooner_than_a_missed_one(steps: list[tuple[bool, int]], hours: int):
    card, now = reviewed(steps)
    then = now + timedelta(hours=hours)
    right, wrong = rate(card, True, then), rate(card, False, then)
    assert right
    assert wrong
    assert right.due >= wrong.due
    assert right.stability > wrong.stability
    assert right.difficulty < wrong.difficulty or wrong.difficulty == 10


def test_equal_answers_give_equal_dates():
    steps = [(True, 24), (True, 72), (False, 200)]
    assert reviewed(steps) == reviewed(steps)


def test_intervals_grow_while_the_item_is_remembered():
    card, now, days = missed(), NOW, []
    for _ in range(5):
        now = card.due
        after = rate(card, True, now)
        assert after
        card = after
        days.append((card.due - now).days)
    assert days == sorted(days)
    assert days[-1] > 20


def test_the_day_ends_at_midnight_in_the_zone():
    assert end_of_day(NOW, UTC) == datetime(2026, 3, 3, tzinfo=UTC)
    late = datetime(2026, 3, 2, 23, 30, tzinfo=UTC)
    assert end_of_day(late, ZoneInfo("Europe/Berlin")) == datetime(2026, 3, 3, 23, 0, tzinfo=UTC)
    # The clocks go forward in this night, so the day has 23 hours.
    start = datetime(2026, 3, 28, 23, 0, tzinfo=UTC)
    assert end_of_day(start, ZoneInfo("Europe/Berlin")) - start == timedelta(hours=23)
