"""However an answer ends, the reader gets an end, what was written is stored, and the tokens are settled."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from uuid import UUID

import pytest
from llmock.pytest_plugin import LLMock
from sqlmodel import select

from tests.api.tutor.conftest import Learner, lines
from tests.raw_endpoint import STREAM, answering, chunk
from webdev_certs.schemas.tutor import AskTutor
from webdev_certs.server.api.dependencies import Resources, new_context
from webdev_certs.server.gateways.openai_model import OpenAIModel
from webdev_certs.server.models import TokenUse, TutorExchange
from webdev_certs.server.services.tutor import turns
from webdev_certs.server.services.tutor.prompt import MAX_ANSWER_TOKENS

DONE = chunk(finish='"stop"') + b"data: [DONE]\n\n"


async def used(resources: Resources) -> int:
    async with resources.database.transaction() as db:
        return (await db.exec(select(TokenUse.tokens))).one()


@asynccontextmanager
async def endpoint(resources: Resources, response: bytes) -> AsyncIterator[None]:
    """Let the tutor's endpoint send these bytes."""
    async with answering(response) as (url, _calls):
        model = OpenAIModel(resources.settings.model_copy(update={"llm_base_url": url}))
        usual = resources.language_model
        object.__setattr__(resources, "language_model", model)
        yield
        object.__setattr__(resources, "language_model", usual)
        await model.close()


@pytest.mark.parametrize("figure", ["-1000000", "1e999", "99999999999999"])
async def test_figures_that_cannot_be_do_not_upset_the_budget(
    learner: Learner, resources: Resources, figure: str
):
    usage = f'{{"prompt_tokens": {figure}, "completion_tokens": {figure}, "total_tokens": 1}}'
    async with endpoint(resources, STREAM + chunk("Types differ. ") + chunk(usage=usage) + DONE):
        *_sentences, last = lines(await learner.ask())
    assert last["exchange"]["outcome"] == "complete"
    assert 0 < await used(resources) < 20 * MAX_ANSWER_TOKENS


@pytest.mark.one_database
async def test_what_nobody_foresaw_ends_the_answer(
    llmock: LLMock, learner: Learner, resources: Resources, monkeypatch: pytest.MonkeyPatch
):
    def fail(*_: object) -> None:
        raise OverflowError

    llmock.reply("One. Two.")
    monkeypatch.setattr("webdev_certs.server.gateways.openai_model._Reading._text", fail)
    (last,) = lines(await learner.ask())
    assert last["exchange"]["outcome"] == "malformed"
    assert last["detail"]


@pytest.mark.parametrize(("status", "outcome"), [(401, "unavailable"), (429, "rate_limited")])
async def test_a_refused_call_uses_nothing_and_the_question_is_kept(
    llmock: LLMock, learner: Learner, resources: Resources, status: int, outcome: str
):
    if status == 429:
        llmock.rate_limit(times=None, retry_after=60)
    else:
        llmock.fail(status, times=None)
    (last,) = lines(await learner.ask())
    assert last["exchange"]["outcome"] == outcome
    assert (await learner.read())["exchanges"] == [last["exchange"]]
    assert await used(resources) == 0


async def begin(learner: Learner, resources: Resources) -> turns.RunningTurn:
    state, user = learner.state, learner.account.user
    return await turns.begin_turn(
        new_context(resources),
        UUID(user["id"]),
        UUID(state["practice_session_id"]),
        1,
        AskTutor(action="why_wrong"),
    )


async def test_who_leaves_at_once_has_used_the_prompt(llmock: LLMock, learner: Learner, resources: Resources):
    llmock.reply("One. Two.")
    (await begin(learner, resources)).stop()
    await turns.end_turns()
    (exchange,) = (await learner.read())["exchanges"]
    assert (exchange["outcome"], exchange["answer"]) == ("stopped", "")
    # What was reserved for the answer is free again.
    assert 0 < await used(resources) < MAX_ANSWER_TOKENS


async def test_who_leaves_while_it_is_stored_loses_nothing(
    llmock: LLMock, learner: Learner, resources: Resources
):
    llmock.reply("One. Two.")
    turn = await begin(learner, resources)
    await turn.reading
    turn.stop()
    await turns.end_turns()
    (exchange,) = (await learner.read())["exchanges"]
    assert (exchange["outcome"], exchange["answer"]) == ("complete", "One. Two.")


async def test_an_exchange_has_the_same_number_in_all_tabs(
    llmock: LLMock, learner: Learner, resources: Resources
):
    llmock.reply("One.").reply("Two.")
    lines(await learner.ask())
    async with resources.database.transaction() as db:
        # The other tab's answer ended later, and was stored sooner.
        (other,) = await db.exec(select(TutorExchange))
        other.asked_at += timedelta(hours=1)
    *_sentences, last = lines(await learner.ask())
    assert last["exchange"]["number"] == 1
    assert [each["answer"] for each in (await learner.read())["exchanges"]] == ["Two.", "One."]


async def test_if_many_read_at_once_each_gets_several_sentences_at_a_time(
    llmock: LLMock, learner: Learner, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(turns, "_UNHURRIED", 0)
    monkeypatch.setattr(turns, "_REST_SECONDS", 0.4)
    text = "One. " * 80
    llmock.pace(10).reply(text)
    *parts, last = lines(await learner.ask())
    assert "".join(part["text"] for part in parts) == text == last["exchange"]["answer"]
    assert len(parts) < 20
