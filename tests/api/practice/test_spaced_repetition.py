"""Missed items come back, and the missed items of a practice session can be asked again at once."""

import httpx
import pytest
from sqlmodel import select

from tests.answering import start_exam
from tests.api.accounts.test_auth import problem
from tests.conftest import FakeClock
from tests.factories import Account, register
from tests.practicing import State, answer_all, finish, give, later, read, start
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import PracticeItem, ReviewCard


async def start_review(api: httpx.AsyncClient, account: Account, technology: str = "all") -> httpx.Response:
    return await api.post("/api/practice/reviews", json={"technology": technology}, headers=account.headers)


async def cards(resources: Resources) -> dict[str, ReviewCard]:
    async with resources.database.transaction() as db:
        return {card.item_id: card for card in await db.exec(select(ReviewCard))}


async def missed_ids(resources: Resources) -> set[str]:
    async with resources.database.transaction() as db:
        rows = (await db.exec(select(PracticeItem))).all()
    return {row.item_id for row in rows if row.correct is False}


async def test_missed_items_come_back_on_a_later_day(
    api: httpx.AsyncClient, account: Account, resources: Resources, clock: FakeClock
):
    await finish(api, account)
    missed = await missed_ids(resources)
    assert len(missed) == 5
    assert set(await cards(resources)) == missed
    problem(await start_review(api, account), 409, "nothing_due")
    account = await later(api, account, clock, days=1)
    state = (await start_review(api, account)).json()
    assert (state["kind"], state["technology"], state["length"]) == ("review", "all", 5)
    assert state["name"] == "All technologies"
    before = await cards(resources)
    await answer_all(api, account, state)
    after = await cards(resources)
    assert all(after[item_id].due > before[item_id].due for item_id in missed)
    problem(await start_review(api, account), 409, "nothing_due")


async def test_an_item_missed_again_comes_back_sooner_than_a_remembered_one(
    api: httpx.AsyncClient, account: Account, resources: Resources, clock: FakeClock
):
    await finish(api, account)
    account = await later(api, account, clock, days=2)
    state = (await start_review(api, account, "react")).json()
    await answer_all(api, account, state, right=lambda position: position == 1)
    due = sorted(card.due for card in (await cards(resources)).values())
    assert due[-1] > due[-2] == due[0] > clock.now


@pytest.mark.one_database
async def test_a_review_of_one_technology_has_only_its_items(
    api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    await finish(api, account)
    await finish(api, account, technology="java", length=4)
    account = await later(api, account, clock, days=1)
    assert (await start_review(api, account, "java")).json()["length"] == 2
    assert (await start_review(api, account)).json()["length"] == 7
    await finish(api, account, right=False)
    account = await later(api, account, clock, days=1)
    assert (await start_review(api, account)).json()["length"] == 10
    problem(await start_review(api, account, "cobol"), 404, "unknown_technology")


async def test_due_today_ends_at_midnight_in_the_learners_zone(
    api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    await finish(api, account)
    # 9:00 UTC on the next day is still to come when the day begins in UTC.
    account = await later(api, account, clock, hours=15, minutes=1)
    for zone, status in (("UTC", 201), ("America/New_York", 409)):
        form = {"technology": "react", "time_zone": zone}
        response = await api.post("/api/practice/reviews", json=form, headers=account.headers)
        assert response.status_code == status, zone
    form = {"technology": "react", "time_zone": "../etc/passwd"}
    response = await api.post("/api/practice/reviews", json=form, headers=account.headers)
    problem(response, 422, "unknown_time_zone")


@pytest.mark.one_database
async def test_reviews_are_refused_during_an_attempt_in_their_technology(
    api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    await finish(api, account)
    await finish(api, account, technology="java")
    account = await later(api, account, clock, days=1)
    across = (await start_review(api, account)).json()
    await start_exam(api, account)
    problem(await start_review(api, account, "react"), 409, "test_running")
    assert (await start_review(api, account)).json()["length"] == 5
    # What the dashboard offers is what the review asks.
    standing = (await api.get("/api/progress/learning", headers=account.headers)).json()
    assert standing["due"] == 5
    assert {row["technology"]: row["due"] for row in standing["technologies"]} == {"react": 5, "java": 5}
    statuses = set()
    while not across["finished"]:
        response = await give(api, account, across)
        statuses.add(response.status_code)
        if response.status_code != 200:
            # A question of the running attempt's technology has to wait.
            problem(response, 409, "test_running")
            break
        across = (await read(api, account, across)).json()
    assert 409 in statuses


async def test_the_missed_items_of_a_practice_session_can_be_asked_again_at_once(
    api: httpx.AsyncClient, account: Account, resources: Resources
):
    first = await start(api, account)
    problem(await retry(api, account, first), 409, "practice_not_finished")
    await answer_all(api, account, first, right=False)
    again = (await retry(api, account, first)).json()
    assert (again["kind"], again["length"], again["technology"]) == ("retry", 10, "react")
    assert (await retry(api, account, first)).json() == again
    await answer_all(api, account, again)
    problem(await retry(api, account, again), 409, "nothing_missed")
    other = (await retry(api, account, first)).json()
    assert other["practice_session_id"] != again["practice_session_id"]
    stranger = await register(api)
    problem(await retry(api, stranger, first), 404, "practice_not_found")


async def retry(api: httpx.AsyncClient, account: Account, state: State) -> httpx.Response:
    return await api.post(f"/api/practice/{state['practice_session_id']}/retry", headers=account.headers)


@pytest.mark.one_database
async def test_the_report_lists_topics_and_missed_items_without_keys(
    api: httpx.AsyncClient, account: Account
):
    state = await start(api, account)
    problem(await read(api, account, state, "/report"), 409, "practice_not_finished")
    state = await finish(api, account)
    report = (await read(api, account, state, "/report")).json()
    assert (report["correct"], report["length"], len(report["missed"])) == (5, 10, 5)
    assert sum(topic["items"] for topic in report["topics"]) == 10
    assert [item["position"] for item in report["missed"]] == [2, 4, 6, 8, 10]
    assert set(report["missed"][0]) == {"position", "technology", "topic", "stem"}
