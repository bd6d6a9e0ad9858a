"""When billing periods end: https://docs.stripe.com/billing/subscriptions/billing-cycle."""

from calendar import monthrange
from datetime import UTC, datetime, timedelta

from webdev_certs.sandbox.stripe.errors import Json


def end_of(anchor: int, recurring: Json, number: int) -> int:
    """Return when a billing period ends, in seconds.

    Each period is counted from the anchor, so a subscription that began on the 31st renews on the last day of
    shorter months and on the 31st again after them.

    Args:
        anchor: When the first period began, in seconds.
        recurring: The `interval` and `interval_count` of the price.
        number: The number of the period, from 1.
    """
    start = datetime.fromtimestamp(anchor, UTC)
    count = number * recurring["interval_count"]
    match recurring["interval"]:
        case "day":
            end = start + timedelta(days=count)
        case "week":
            end = start + timedelta(weeks=count)
        case "month":
            end = _months_later(start, count)
        case _:
            end = _months_later(start, 12 * count)
    return int(end.timestamp())


def _months_later(start: datetime, months: int) -> datetime:
    years, month = divmod(start.month - 1 + months, 12)
    year, month = start.year + years, month + 1
    return start.replace(year=year, month=month, day=min(start.day, monthrange(year, month)[1]))
