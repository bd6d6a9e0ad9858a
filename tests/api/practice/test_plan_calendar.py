"""The daily plan as a calendar file."""

from datetime import UTC, date, datetime, timedelta

import pytest
from icalendar import Calendar, Event

from tests.answering import pass_exam, submit, take_exam
from tests.api.practice.test_standing import standing
from tests.conftest import FakeClock
from tests.factories import Account
from tests.practicing import finish, later


async def events(account: Account, zone: str = "UTC", language: str = "en") -> dict[str, Event]:
    """Return the events of the calendar by their summaries."""
    response = await account.get(
        f"/api/progress/plan.ics?time_zone={zone}", headers={"Accept-Language": language}
    )
    assert response.status_code == 200, response.text
    assert response.headers["content-type"].startswith("text/calendar")
    assert 'filename="daily-plan.ics"' in response.headers["content-disposition"]
    # RFC 5545, 3.1: lines end with CRLF and have at most 75 octets.
    lines = response.content.split(b"\r\n")
    assert lines[0] == b"BEGIN:VCALENDAR"
    assert lines[-1] == b""
    assert all(len(line) <= 75 and b"\n" not in line for line in lines)
    calendar = Calendar.from_ical(response.content)
    assert calendar["version"] == "2.0"
    return {str(event.summary): event for event in calendar.events}


@pytest.mark.one_database
async def test_a_new_learner_has_an_empty_calendar(account: Account):
    assert await events(account) == {}


async def test_practice_on_each_day_leads_to_the_day_of_a_likely_pass(account: Account, clock: FakeClock):
    for _round in range(2):
        await finish(account)
    found = await events(account)
    plan = (await standing(account))["plans"][0]
    practice, ready = found["Practice React: 15 minutes"], found["React: your chance of passing is about 80%"]
    today = date(2026, 3, 2)
    assert today == practice.DTSTART
    assert practice["rrule"] == {"FREQ": ["DAILY"], "COUNT": [plan["days"]["expected"]]}
    assert today + timedelta(days=plan["days"]["expected"]) == ready.DTSTART
    assert str(plan["days"]["low"]) in (ready.description or "")
    assert str(practice["url"]).endswith("/dashboard")
    assert practice["transp"] == "TRANSPARENT"


@pytest.mark.one_database
async def test_events_keep_their_uids(account: Account, clock: FakeClock):
    for _round in range(2):
        await finish(account)
    before = {event.uid: event.DTSTAMP for event in (await events(account)).values()}
    account = await later(account, clock, days=1)
    after = {event.uid: event.DTSTAMP for event in (await events(account)).values()}
    assert len(before) == 2
    assert before.keys() == after.keys()
    assert all(after[uid] > before[uid] for uid in before)


@pytest.mark.one_database
async def test_a_retake_has_a_time_and_a_passed_technology_no_event(account: Account):
    await pass_exam(account, "java")
    state = await take_exam(account, right=lambda position: position == 1)
    await submit(account, state["test_id"])
    found = await events(account)
    assert not any("Java" in summary for summary in found)
    start = found["You can take the React test again"].DTSTART
    assert isinstance(start, datetime)
    plan = (await standing(account))["plans"][0]
    assert start.replace(tzinfo=UTC) == datetime.fromisoformat(plan["retake_at"]).replace(microsecond=0)


@pytest.mark.one_database
async def test_the_calendar_is_in_the_language_of_the_request(account: Account):
    await finish(account, length=1)
    assert list(await events(account, language="de")) == ["React üben: 15\u00a0Minuten"]
