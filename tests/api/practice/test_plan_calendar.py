"""The daily plan as a calendar file."""

from datetime import UTC, date, datetime, timedelta

import httpx
import pytest
from icalendar import Calendar, Event

from tests.answering import pass_exam, submit, take_exam
from tests.api.practice.test_standing import standing
from tests.conftest import FakeClock
from tests.factories import Account
from tests.practicing import finish, later


async def events(
    api: httpx.AsyncClient, account: Account, zone: str = "UTC", language: str = "en"
) -> dict[str, Event]:
    """Return the events of the calendar by their summaries."""
    response = await api.get(
        f"/api/progress/plan.ics?time_zone={zone}",
        headers=account.headers | {"Accept-Language": language},
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
async def test_a_new_learner_has_an_empty_calendar(api: httpx.AsyncClient, account: Account):
    assert await events(api, account) == {}


async def test_practice_on_each_day_leads_to_the_day_of_a_likely_pass(
    api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    for _round in range(2):
        await finish(api, account)
    found = await events(api, account)
    plan = (await standing(api, account))["plans"][0]
    practice, ready = found["Practice React: 15 minutes"], found["React: your chance of passing is about 80%"]
    today = date(2026, 3, 2)
    assert today == practice.DTSTART
    assert practice["rrule"] == {"FREQ": ["DAILY"], "COUNT": [plan["days"]["expected"]]}
    assert today + timedelta(days=plan["days"]["expected"]) == ready.DTSTART
    assert str(plan["days"]["low"]) in (ready.description or "")
    assert str(practice["url"]).endswith("/dashboard")
    assert practice["transp"] == "TRANSPARENT"


@pytest.mark.one_database
async def test_events_keep_their_uids(api: httpx.AsyncClient, account: Account, clock: FakeClock):
    for _round in range(2):
        await finish(api, account)
    before = {event.uid: event.DTSTAMP for event in (await events(api, account)).values()}
    account = await later(api, account, clock, days=1)
    after = {event.uid: event.DTSTAMP for event in (await events(api, account)).values()}
    assert len(before) == 2
    assert before.keys() == after.keys()
    assert all(after[uid] > before[uid] for uid in before)


@pytest.mark.one_database
async def test_a_retake_has_a_time_and_a_passed_technology_no_event(api: httpx.AsyncClient, account: Account):
    await pass_exam(api, account, "java")
    state = await take_exam(api, account, right=lambda position: position == 1)
    await submit(api, account, state["test_id"])
    found = await events(api, account)
    assert not any("Java" in summary for summary in found)
    start = found["You can take the React test again"].DTSTART
    assert isinstance(start, datetime)
    plan = (await standing(api, account))["plans"][0]
    assert start.replace(tzinfo=UTC) == datetime.fromisoformat(plan["retake_at"]).replace(microsecond=0)


@pytest.mark.one_database
async def test_the_calendar_is_in_the_language_of_the_request(api: httpx.AsyncClient, account: Account):
    await finish(api, account, length=1)
    assert list(await events(api, account, language="de")) == ["React üben: 15\u00a0Minuten"]


@pytest.mark.one_database
async def test_an_unknown_time_zone_is_refused(api: httpx.AsyncClient, account: Account):
    path = "/api/progress/plan.ics?time_zone=Mars/Base"
    assert (await api.get(path, headers=account.headers)).status_code == 422
    assert (await api.get("/api/progress/plan.ics")).status_code == 401
