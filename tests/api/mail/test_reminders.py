"""Mails that time makes due: who gets them when, exactly once, and not when they have become wrong."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any, cast
from uuid import UUID

import httpx
import pytest
from sqlmodel import col, update

from tests.answering import pass_exam, start_exam
from tests.api.accounts.test_auth import stored
from tests.api.mail.becoming_due import ADA, due, fail
from tests.conftest import FakeClock
from tests.factories import Account, register, sign_in
from tests.mailbox import mails
from tests.statements import observed_statements
from webdev_certs.server.api.dependencies import Resources, new_context
from webdev_certs.server.database.engine import Database
from webdev_certs.server.models import Attempt, Certificate, OutboxMail, Reminder, User
from webdev_certs.server.services.reminders.queueing import RETRY_AFTER, queue_due

Happens = Callable[[Resources], Awaitable[None]]


@pytest.fixture
async def account(api: httpx.AsyncClient) -> Account:
    return await register(api, email=ADA)


def changing(table: type[Any], **values: Any) -> Happens:
    """Return what changes all rows of a table."""

    async def change(resources: Resources) -> None:
        changed = {name: value(resources) if callable(value) else value for name, value in values.items()}
        async with resources.database.transaction() as db:
            await db.exec(update(table).values(**changed))

    return change


def now(resources: Resources) -> Any:
    return resources.clock()


# Certificates that expire


async def test_an_expiring_certificate_is_mailed_two_months_and_a_week_before(
    api: httpx.AsyncClient, account: Account, resources: Resources, clock: FakeClock
):
    await pass_exam(api, account)
    (certificate,) = await stored(resources, Certificate)
    clock.now = certificate.expires_at - timedelta(days=60, seconds=1)
    assert await due(api, resources) == []
    clock.advance(seconds=1)
    assert await due(api, resources) == ["Your React certificate expires in 60\N{NO-BREAK SPACE}days"]
    assert await due(api, resources) == []
    clock.now = certificate.expires_at - timedelta(days=7)
    assert await due(api, resources) == ["Your React certificate expires in 7\N{NO-BREAK SPACE}days"]
    clock.now = certificate.expires_at
    assert await due(api, resources) == await stored(resources, Reminder) == []


@pytest.mark.one_database
async def test_after_a_pause_one_mail_says_how_many_days_are_left(
    api: httpx.AsyncClient, account: Account, resources: Resources, clock: FakeClock
):
    await pass_exam(api, account)
    (certificate,) = await stored(resources, Certificate)
    clock.now = certificate.expires_at - timedelta(days=3)
    assert await due(api, resources) == ["Your React certificate expires in 3\N{NO-BREAK SPACE}days"]
    assert await stored(resources, Reminder) == []


@pytest.mark.one_database
@pytest.mark.parametrize(
    "happens",
    [
        changing(Certificate, revoked_at=now),
        changing(Certificate, suspended_at=now),
        changing(User, email_confirmed_at=None),
        changing(User, blocked_at=now),
    ],
    ids=["revoked", "suspended", "unconfirmed", "blocked"],
)
async def test_a_mail_that_has_become_wrong_is_not_sent(
    api: httpx.AsyncClient, account: Account, resources: Resources, clock: FakeClock, happens: Happens
):
    """Neither if it was wrong before it was queued, nor if it was waiting for the mail server."""
    await pass_exam(api, account)
    (certificate,) = await stored(resources, Certificate)
    clock.now = certificate.expires_at - timedelta(days=60)
    assert len(await due(api, resources)) == 1
    await happens(resources)
    await due(api, resources)
    assert not [mail for mail in await mails(api, ADA) if mail.kind]
    clock.now = certificate.expires_at - timedelta(days=7)
    assert await due(api, resources) == []


@pytest.mark.one_database
async def test_a_renewed_certificate_is_not_mailed(
    api: httpx.AsyncClient, account: Account, resources: Resources, clock: FakeClock
):
    await pass_exam(api, account)
    (first,) = await stored(resources, Certificate)
    clock.now = first.expires_at - timedelta(days=90)
    await pass_exam(api, await sign_in(api, account))
    clock.now = first.expires_at - timedelta(days=60)
    assert await due(api, resources) == []


# Retakes


async def test_a_retake_is_mailed_on_the_day_when_the_wait_ends(
    api: httpx.AsyncClient, account: Account, resources: Resources, clock: FakeClock
):
    await fail(api, account)
    clock.advance(days=14, seconds=-1)
    assert await due(api, resources) == []
    clock.advance(seconds=1)
    assert await due(api, resources) == ["You can retake the React test today"]
    clock.advance(days=30)
    assert await due(api, resources) == []


@pytest.mark.one_database
async def test_a_reminder_that_comes_too_early_waits_for_the_day(
    api: httpx.AsyncClient, account: Account, resources: Resources, clock: FakeClock
):
    """So come those of tests that were failed before retakes were mailed (migration 0035)."""
    await fail(api, account)
    await changing(Reminder, due_at=now)(resources)
    assert await due(api, resources) == []
    clock.advance(days=14)
    assert await due(api, resources) == ["You can retake the React test today"]


@pytest.mark.one_database
async def test_a_wait_that_ended_long_ago_is_no_news(
    api: httpx.AsyncClient, account: Account, resources: Resources, clock: FakeClock
):
    await fail(api, account)
    clock.advance(days=14 + 8)
    assert await due(api, resources) == []
    assert await stored(resources, Reminder) == []


@pytest.mark.one_database
async def test_a_retake_that_was_taken_is_not_mailed(
    api: httpx.AsyncClient, account: Account, resources: Resources, clock: FakeClock
):
    await fail(api, account)
    clock.advance(days=14)
    await start_exam(api, await sign_in(api, account))
    assert await due(api, resources) == []


async def test_a_retake_by_another_account_of_the_mailbox_counts(
    api: httpx.AsyncClient, resources: Resources, clock: FakeClock
):
    await fail(api, await register(api, email="ada@gmail.com"))
    clock.advance(days=14)
    await start_exam(api, await register(api, email="a.da+2@gmail.com"))
    await queue_due(new_context(resources))
    assert not [mail for mail in await stored(resources, OutboxMail) if mail.kind == "retake"]


async def test_a_waiting_mail_about_a_retake_is_withdrawn_when_the_test_starts(
    api: httpx.AsyncClient, account: Account, resources: Resources, clock: FakeClock
):
    await fail(api, account)
    clock.advance(days=14)
    assert len(await due(api, resources)) == 1
    await start_exam(api, await sign_in(api, account))
    await due(api, resources)
    assert not [mail for mail in await mails(api, ADA) if mail.kind == "retake"]


async def test_a_test_whose_time_is_up_is_closed_and_its_result_mailed(
    api: httpx.AsyncClient, account: Account, resources: Resources, clock: FakeClock
):
    await start_exam(api, account)
    clock.advance(minutes=44)
    assert await due(api, resources) == []
    clock.advance(minutes=1)
    assert await due(api, resources) == ["Your React test result"]
    (attempt,) = await stored(resources, Attempt)
    assert (attempt.ended_by, attempt.submitted_at) == ("time_up", clock())


# Exactly once


class StoppedKey:
    def derive(self, purpose: str) -> bytes:
        raise asyncio.CancelledError


async def test_processes_that_look_at_the_same_time_queue_each_mail_once(
    api: httpx.AsyncClient, resources: Resources, clock: FakeClock
):
    for _learner in range(3):
        await fail(api, await register(api))
    clock.advance(days=14)
    databases = [Database(resources.settings.database) for _ in range(3)]
    contexts = [replace(new_context(resources), database=database) for database in databases]
    await asyncio.gather(*(queue_due(context) for context in contexts))
    await asyncio.gather(*(database.dispose() for database in databases))
    queued = [mail for mail in await stored(resources, OutboxMail) if mail.kind == "retake"]
    assert len(queued) == len({mail.user_id for mail in queued}) == 3


async def test_many_reminders_of_retakes_need_no_more_statements_than_few(
    api: httpx.AsyncClient, resources: Resources, clock: FakeClock
):
    # The product's own jobs have another one.
    database = Database(resources.settings.database)
    context = partial(replace, database=database)

    async def count(learners: int) -> int:
        for _learner in range(learners):
            await fail(api, await register(api))
        statements: list[str] = []
        with observed_statements(statements.append, database):
            # Half of them are due too early, so they are planned again.
            reminders = await stored(resources, Reminder)
            async with resources.database.transaction() as db:
                early = col(Reminder.about).in_([reminder.about for reminder in reminders[: learners // 2]])
                await db.exec(update(Reminder).where(early).values(due_at=clock()))
            await queue_due(context(new_context(resources)))
            clock.advance(days=14)
            await queue_due(context(new_context(resources)))
        assert await stored(resources, Reminder) == []
        return len(statements)

    few = await count(2)
    assert few
    assert await count(8) == few
    await database.dispose()


async def test_a_process_that_dies_before_the_mail_is_queued_loses_nothing(
    api: httpx.AsyncClient, account: Account, resources: Resources, clock: FakeClock
):
    await fail(api, account)
    clock.advance(days=14)
    # It is stopped after it has taken the reminder.
    with pytest.raises(asyncio.CancelledError):
        await queue_due(replace(new_context(resources), signing_key=cast(Any, StoppedKey())))
    assert await due(api, resources) == ["You can retake the React test today"]


async def test_a_mail_that_cannot_be_written_keeps_no_other_back(
    api: httpx.AsyncClient, account: Account, resources: Resources, clock: FakeClock
):
    await fail(api, account)
    broken = await register(api)
    await fail(api, broken)
    # No mail can be written to it.
    await change_email(resources, broken, "nowhere")
    clock.advance(days=14)
    assert await due(api, resources) == ["You can retake the React test today"]
    assert [mail.kind for mail in await stored(resources, OutboxMail)].count("retake") == 1
    assert await due(api, resources) == [], "it is not tried again at once"
    await change_email(resources, broken, broken.user["email"])
    clock.advance(seconds=RETRY_AFTER.total_seconds())
    await due(api, resources)
    assert [mail.kind for mail in await stored(resources, OutboxMail)].count("retake") == 2


async def change_email(resources: Resources, account: Account, email: str) -> None:
    async with resources.database.transaction() as db:
        await db.exec(update(User).where(col(User.id) == UUID(account.user["id"])).values(email=email))
