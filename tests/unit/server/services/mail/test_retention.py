"""What is deleted when it is no longer needed."""

from datetime import timedelta

from sqlmodel import select

from tests.conftest import FakeClock
from webdev_certs.server.database.engine import Database
from webdev_certs.server.models import Attempt, AttemptEvent, LoginSession, User, WebhookEvent
from webdev_certs.server.services.accounts.login_sessions import KEEP_ENDED, remove_old_login_sessions
from webdev_certs.server.services.exams.integrity import KEEP, remove_old_attempt_events
from webdev_certs.server.services.payments.webhooks import KEEP_EVENTS, remove_old_events

_DAY = timedelta(days=1)


async def test_ended_login_sessions_and_handled_events_are_deleted(database: Database, clock: FakeClock):
    now = clock()
    user = User(email="ada@example.com", full_name="Ada", terms_accepted_at=now, created_at=now)

    def login(name: str, **times: object) -> LoginSession:
        return LoginSession(
            user_id=user.id, refresh_hash=name, created_at=now, last_seen_at=now, expires_at=now + _DAY
        ).model_copy(update=times)

    async with database.transaction() as db:
        db.add(user)
        await db.flush()
        db.add_all(
            [
                LoginSession(**login("running").model_dump()),
                LoginSession(**login("ended", ended_at=now - KEEP_ENDED + _DAY).model_dump()),
                LoginSession(**login("ended long ago", ended_at=now - KEEP_ENDED - _DAY).model_dump()),
                LoginSession(**login("expired", expires_at=now - KEEP_ENDED + _DAY).model_dump()),
                LoginSession(**login("expired long ago", expires_at=now - KEEP_ENDED - _DAY).model_dump()),
            ]
        )
        for number in range(1100):
            received = now - KEEP_EVENTS - _DAY if number else now - KEEP_EVENTS + _DAY
            db.add(WebhookEvent(event_id=f"evt_{number}", kind="x", outcome="ignored", received_at=received))
    for remove in (remove_old_login_sessions, remove_old_events):
        await remove(database, now)
    assert await _stored(database) == ({"running", "ended", "expired"}, {"evt_0"})


async def test_events_of_attempts_are_deleted_after_half_a_year(database: Database, clock: FakeClock):
    now = clock()
    user = User(email="ada@example.com", full_name="Ada", terms_accepted_at=now, created_at=now)
    attempt = Attempt(
        user_id=user.id, technology="react", cut_score=500, started_at=now, deadline=now, submitted_at=now
    )
    attempt_id = attempt.id
    async with database.transaction() as db:
        db.add(user)
        await db.flush()
        db.add(attempt)
        await db.flush()
        for number in range(1, 1101):
            at = now - KEEP - _DAY if number > 1 else now - KEEP + _DAY
            db.add(AttemptEvent(attempt_id=attempt_id, number=number, position=1, kind="left", at=at))
    await remove_old_attempt_events(database, now)
    async with database.transaction() as db:
        assert (await db.exec(select(AttemptEvent.number))).all() == [1]
        assert (await db.exec(select(Attempt.id))).all() == [attempt_id]


async def _stored(database: Database) -> tuple[set[str], set[str]]:
    async with database.transaction() as db:
        logins = (await db.exec(select(LoginSession.refresh_hash))).all()
        events = (await db.exec(select(WebhookEvent.event_id))).all()
    return set(logins), set(events)
