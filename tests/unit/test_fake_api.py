"""The fake of the client's `Api` refuses what the real one does not have."""

from typing import Any

import pytest
from pydantic import ValidationError

from tests.fake_api import FakeApi, refusal
from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.client.sender import Page


@pytest.fixture
def fake() -> FakeApi:
    return FakeApi()


async def test_answers_follow_each_other_and_the_last_one_stays(fake: FakeApi):
    fake.answer(Api.attempts, refusal("internal_error", 500), Page([], "next"))
    with pytest.raises(ApiError, match="internal_error"):
        await fake.attempts()
    for after in ("", "next"):
        assert await fake.attempts(after) == Page([], "next")
    assert fake.calls(Api.attempts) == [{"after": after, "mock": False} for after in ("", "", "next")]


async def test_calls_arguments_and_answers_have_to_fit_the_real_client(fake: FakeApi):
    fake_call: Any = fake.attempts
    with pytest.raises(AssertionError, match="no answer to `attempts`"):
        await fake_call()
    with pytest.raises(TypeError):
        await fake_call(before="x")
    with pytest.raises(AttributeError):
        _ = fake.no_such_call  # pyright: ignore[reportAttributeAccessIssue]
    for call, wrong in ((Api.attempts, {"rows": []}), (Api.mistake_counts, ["x"]), (Api.profile, None)):
        answer: Any = wrong
        fake.answer(call, answer)
        with pytest.raises(ValidationError):
            await getattr(fake, call.__name__)()
