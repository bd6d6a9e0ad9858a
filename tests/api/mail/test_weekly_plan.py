"""The weekly plan and reminders of due reviews: one mail a week at most, only by choice."""

from datetime import timedelta
from uuid import UUID

import httpx
import pytest
from sqlmodel import col, update

from tests.answering import start_exam
from tests.api.accounts.test_auth import stored
from tests.api.mail.becoming_due import due, fail
from tests.api.mail.test_choices import choose
from tests.api.practice.test_results import pay
from tests.api.practice.test_standing import standing
from tests.conftest import FakeClock
from tests.ended_attempts import store_right_answers
from tests.factories import ADA, Account, register, sign_in
from tests.mailbox import mails, set_confirmed
from tests.practicing import finish
from tests.statements import observed_statements
from webdev_certs.server.api.dependencies import Resources, new_context
from webdev_certs.server.models import Attempt, OutboxMail, Reminder, ReviewCard
from webdev_certs.server.services.reminders.queueing import RETRY_AFTER, queue_due


async def store_cards(resources: Resources, account: Account, *item_ids: str) -> None:
    moment = resources.clock()
    async with resources.database.transaction() as db:
        for item_id in item_ids:
            db.add(
                ReviewCard(
                    user_id=UUID(account.user["id"]),
                    item_id=item_id,
                    technology=item_id.partition("-")[0],
                    due=moment,
                    reviewed_at=moment,
                    stability=1,
                    difficulty=5,
                )
            )


@pytest.fixture
async def learner(api: httpx.AsyncClient, resources: Resources) -> Account:
    """Return Ada with two questions due, and one that the bank no longer has."""
    account = await register(api, email=ADA)
    await set_confirmed(account, True)
    await store_cards(resources, account, "react-basics-106", "java-state-107", "java-gone-001")
    return account


async def test_due_questions_are_mailed_only_by_choice_and_once_a_week(
    api: httpx.AsyncClient, learner: Account, resources: Resources, clock: FakeClock
):
    clock.advance(days=2)
    assert await due(api, resources) == []
    await choose(await sign_in(learner), practice=True)
    assert await due(api, resources) == []
    clock.advance(days=1)
    assert await due(api, resources) == ["You have 2\N{NO-BREAK SPACE}questions to review"]
    # Switching off and on gives no second mail in the week.
    again = await sign_in(learner)
    await choose(again, practice=False)
    await choose(again, practice=True)
    clock.advance(days=6)
    assert await due(api, resources) == []
    clock.advance(days=1)
    assert len(await due(api, resources)) == 1


@pytest.mark.one_database
async def test_without_due_questions_there_is_no_mail(
    api: httpx.AsyncClient, learner: Account, resources: Resources, clock: FakeClock
):
    await choose(learner, practice=True)
    async with resources.database.transaction() as db:
        await db.exec(update(ReviewCard).values(due=clock() + timedelta(days=2)))
    await start_exam(learner, "java")
    clock.advance(days=1)
    assert await due(api, resources) == ["Your Java test result"]
    clock.advance(days=1)
    assert await due(api, resources) == ["You have 2\N{NO-BREAK SPACE}questions to review"]


@pytest.mark.one_database
async def test_questions_of_a_running_test_are_not_due(
    api: httpx.AsyncClient, learner: Account, resources: Resources, clock: FakeClock
):
    await choose(learner, practice=True)
    clock.advance(days=1)
    await start_exam(await sign_in(learner), "java")
    assert await due(api, resources) == ["You have 1\N{NO-BREAK SPACE}question to review"]
    clock.advance(days=7)
    await pay(resources, learner)
    await start_exam(await sign_in(learner), mock=True)
    assert (await due(api, resources))[-1] == "You have 1\N{NO-BREAK SPACE}question to review"
    # A mock exam stays open until its learner comes back, but its time is up.
    clock.advance(days=7)
    assert (await due(api, resources))[-1] == "You have 2\N{NO-BREAK SPACE}questions to review"


async def test_the_weekly_plan_contains_the_reviews_and_comes_once_a_week(
    api: httpx.AsyncClient, learner: Account, resources: Resources, clock: FakeClock
):
    await choose(learner, practice=True)
    await finish(learner)
    clock.advance(days=1)
    assert await due(api, resources) == ["Your plan for React: 15 minutes a day"]
    (mail,) = [mail for mail in await mails(api, ADA) if mail.kind == "practice"]
    plan = (await standing(await sign_in(learner)))["plans"][0]
    reviews, *topics = plan["tasks"]
    assert f"Review {reviews['questions']}\N{NO-BREAK SPACE}questions" in mail.text
    assert topics
    assert all(f"{task['topic_title']}: {task['questions']}" in mail.text for task in topics)
    assert "your chance of passing reaches 80% in about" in mail.text.replace("\n", " ")
    clock.advance(days=6)
    assert await due(api, resources) == []
    clock.advance(days=1)
    assert await due(api, resources) == ["Your plan for React: 15 minutes a day"]


async def test_the_plan_is_computed_before_the_reminder_is_taken(
    learner: Account, resources: Resources, clock: FakeClock
):
    """On SQLite, saving an answer waits for the transaction that takes it."""
    await choose(learner, practice=True)
    await finish(learner)
    clock.advance(days=1)
    statements: list[str] = []
    with observed_statements(statements.append):
        await queue_due(new_context(resources))
    reading = [number for number, text in enumerate(statements) if "attempt_reviews" in text]
    (queued,) = [number for number, text in enumerate(statements) if "INSERT INTO outbox" in text]
    taken = max(number for number, text in enumerate(statements[:queued]) if "DELETE FROM reminders" in text)
    assert reading
    assert max(reading) < taken


@pytest.mark.one_database
async def test_there_is_no_plan_for_a_test_that_was_passed_when_its_time_was_up(
    api: httpx.AsyncClient, learner: Account, resources: Resources, clock: FakeClock
):
    await choose(learner, practice=True)
    await finish(learner)
    await store_right_answers(resources, (await start_exam(learner))["test_id"])
    clock.advance(days=1)
    subjects = await due(api, resources)
    assert not [subject for subject in subjects if "plan" in subject]
    assert [attempt.passed for attempt in await stored(resources, Attempt)] == [True]


@pytest.mark.one_database
async def test_who_has_stopped_practicing_is_only_reminded_of_reviews(
    api: httpx.AsyncClient, learner: Account, resources: Resources, clock: FakeClock
):
    await finish(learner, right=True)
    clock.advance(days=28)
    await choose(await sign_in(learner), practice=True)
    clock.advance(days=1)
    assert await due(api, resources) == ["You have 2\N{NO-BREAK SPACE}questions to review"]


@pytest.mark.one_database
async def test_a_plan_that_cannot_be_computed_keeps_no_other_back(
    api: httpx.AsyncClient, learner: Account, resources: Resources, clock: FakeClock
):
    broken = await register(api)
    await set_confirmed(broken, True)
    for account in (broken, learner):
        await choose(account, practice=True)
        await finish(account)
    await fail(broken)
    is_broken = col(Attempt.user_id) == UUID(broken.user["id"])
    async with resources.database.transaction() as db:
        await db.exec(update(Attempt).where(is_broken).values(profile=[{}]))
    clock.advance(days=1)
    assert await due(api, resources) == ["Your plan for React: 15 minutes a day"]
    assert [mail.kind for mail in await stored(resources, OutboxMail)].count("practice") == 1
    (put_off,) = [
        reminder
        for reminder in await stored(resources, Reminder)
        if (str(reminder.user_id), reminder.kind) == (broken.user["id"], "practice")
    ]
    assert put_off.due_at == clock() + RETRY_AFTER
