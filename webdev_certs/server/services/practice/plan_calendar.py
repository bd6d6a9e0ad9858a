"""The daily plan as a calendar file (RFC 5545)."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from uuid import UUID, uuid5

from icalendar import Calendar, Event

from webdev_certs.schemas.progress import DailyPlan, DaysUntil
from webdev_certs.server.services.practice.standing import read_standing
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.translation import _, current_language, language_prefix, ngettext

_UIDS = UUID("0b1f9a6e-6d0f-4f6e-9a57-3f0f6a3c8d11")
_DAYS = 14
"""How many days with practice the calendar has while no date is known."""


async def read_calendar(context: Context, user_id: UUID, time_zone: str) -> bytes:
    """Return the learner's plan as a calendar file in the language of the request.

    It has all-day events for the practice on each day in the technology used last and for the day on which a
    test is likely to be passed, and an event with a time for a test that can be taken again. An event keeps
    its UID, so that a calendar that gets the file again replaces it.

    Args:
        time_zone: The IANA time zone of the days.

    Raises:
        InvalidInput: `unknown_time_zone`.
    """
    standing = await read_standing(context, user_id, time_zone)
    calendar = Calendar()
    calendar.add("prodid", f"-//WebDev Certs//Daily plan//{current_language().upper()}")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    # Not in RFC 5545, but calendars show it as the name.
    calendar.add("x-wr-calname", _("WebDev Certs: daily plan"))
    for place, plan in enumerate(standing.plans):
        for kind, event in _events(plan, standing.today, with_practice=not place):
            event.add("uid", str(uuid5(_UIDS, f"{user_id} {plan.technology} {kind}")))
            event.add("dtstamp", context.now)
            event.add("url", f"{context.settings.origin}{language_prefix()}/dashboard")
            calendar.add_component(event)
    return calendar.to_ical()


def _events(plan: DailyPlan, today: date, *, with_practice: bool) -> Iterator[tuple[str, Event]]:
    """Yield the kind of each event, which is part of its UID, and the event without the UID."""
    days = plan.days.expected if plan.days else None
    if with_practice and plan.tasks:
        practice = _event(
            _("Practice {name}: {n} minutes", name=plan.name, n=plan.minutes),
            _("Your overview on WebDev Certs shows what to do today."),
            today,
        )
        practice.add("rrule", {"freq": "daily", "count": _DAYS if days is None else days})
        yield "practice", practice
    if plan.days and days is not None:
        yield (
            "ready",
            _event(
                _("{name}: your chance of passing is about {goal}%", name=plan.name, goal=plan.goal),
                _range(plan.days, plan.horizon),
                today + timedelta(days=days),
            ),
        )
    if plan.retake_at:
        yield "retake", _event(_("You can take the {name} test again", name=plan.name), "", plan.retake_at)


def _range(days: DaysUntil, horizon: int) -> str:
    if days.high is None:
        return _(
            "Likely {low} to {high} days after you saved this file, maybe longer, if you practice every day.",
            low=days.low,
            high=horizon,
        )
    return ngettext(
        "Likely {low} to {n} day after you saved this file, if you practice every day.",
        "Likely {low} to {n} days after you saved this file, if you practice every day.",
        days.high,
        low=days.low,
    )


def _event(summary: str, description: str, start: date | datetime) -> Event:
    event = Event()
    event.add("summary", summary)
    if description:
        event.add("description", description)
    event.add("dtstart", start)
    # All-day events leave the day free for others.
    event.add("transp", "TRANSPARENT")
    return event
