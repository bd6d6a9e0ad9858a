"""The list of ended login sessions in one process; tests/api/accounts/test_ended_sessions.py shares it."""

import logging
from datetime import timedelta
from uuid import uuid4

import pytest

from tests.conftest import FakeClock
from webdev_certs.server.gateways.ended_sessions import EndedSessions

NOWHERE = "redis://127.0.0.1:1/0"


def test_ids_are_forgotten_once_no_token_is_valid_any_more(clock: FakeClock):
    ended = EndedSessions(clock, timedelta(minutes=15))
    first, second, third = uuid4(), uuid4(), uuid4()
    ended.add([first])
    clock.advance(minutes=10)
    ended.add([second])
    clock.advance(minutes=6)
    ended.add([third])
    assert [one in ended for one in (first, second, third)] == [False, True, True]
    assert not ended.is_shared


async def test_without_redis_it_goes_on_alone_and_logs_that_once(
    clock: FakeClock, caplog: pytest.LogCaptureFixture
):
    ended = EndedSessions(clock, timedelta(minutes=15), NOWHERE)
    login_session_id = uuid4()
    ended.add([login_session_id])
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            await ended.exchange()
    assert login_session_id in ended
    assert ["Redis does not answer" in text for text in caplog.messages] == [True]
    await ended.close()
