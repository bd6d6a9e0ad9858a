"""Each way in which an answer can fail has its own error, and the client spares servers in trouble."""

from collections.abc import Callable

import pytest
from llmock.pytest_plugin import LLMock
from llmock.scenarios import Reply

from tests.contract.language_model.conftest import NewModel
from webdev_certs.server.gateways import language_model as gateway
from webdev_certs.server.gateways.language_model import (
    AnswerFormat,
    LanguageModel,
    LanguageModelError,
    Message,
    Patience,
    read_json,
)
from webdev_certs.server.gateways.openai_model import OpenAIModel
from webdev_certs.shared.metrics import REGISTRY

PROMPT = [Message("system", "Answer briefly."), Message("user", "What is a closure?")]
FORMAT = AnswerFormat(
    "item",
    {
        "type": "object",
        "properties": {"stem": {"type": "string"}},
        "required": ["stem"],
        "additionalProperties": False,
    },
)
TEN_WORDS = "one two three four five six seven eight nine ten"


async def read(model: LanguageModel, max_tokens: int = 500) -> list[str]:
    """Read an answer; what came before an error is in the error's notes."""
    pieces: list[str] = []
    try:
        async with model.stream(PROMPT, max_tokens=max_tokens) as answer:
            async for piece in answer.pieces:
                pieces.append(piece)
    except LanguageModelError as error:
        error.add_note("".join(pieces))
        raise
    return pieces


def reported(llmock: LLMock) -> set[str]:
    """Return what the server reports about the client."""
    return {finding.code for finding in llmock.verdict().findings}


def failures(code: str) -> float:
    return REGISTRY.get_sample_value("webdev_certs_language_model_failures_total", {"code": code}) or 0


async def test_an_answer_arrives_in_pieces_with_its_tokens(llmock: LLMock, model: OpenAIModel):
    llmock.reply(TEN_WORDS)
    async with model.stream(PROMPT, max_tokens=500) as answer:
        pieces = [piece async for piece in answer.pieces]
    assert "".join(pieces) == TEN_WORDS
    assert len(pieces) > 3
    assert answer.usage.input_tokens > 0
    assert answer.usage.output_tokens > 0
    body = llmock.last_request.body
    assert body["messages"] == [{"role": m.role, "content": m.content} for m in PROMPT]
    assert body["max_tokens"] == 500
    assert not body.keys() & {"tools", "functions", "user", "metadata", "store"}


@pytest.mark.parametrize(
    "refuse",
    [
        lambda llmock: llmock.rate_limit(times=2, retry_after=0.3),
        lambda llmock: llmock.fail(503, times=2, retry_after=0.3),
    ],
    ids=["429", "503"],
)
async def test_a_refusal_is_waited_out_as_long_as_the_server_asks(
    llmock: LLMock, model: OpenAIModel, refuse: Callable[[LLMock], LLMock]
):
    refuse(llmock).reply(TEN_WORDS)
    assert "".join(await read(model)) == TEN_WORDS
    assert len(llmock.requests) == 3
    llmock.assert_resilient(strict=True)


async def test_a_server_that_asks_for_too_much_patience_is_called_once(llmock: LLMock, model: OpenAIModel):
    llmock.rate_limit(times=None, retry_after=60)
    before = failures("rate_limited")
    with pytest.raises(gateway.ModelRateLimited):
        await read(model)
    assert len(llmock.requests) == 1
    assert failures("rate_limited") == before + 1


async def test_a_wrong_key_is_not_tried_again(llmock: LLMock, model: OpenAIModel):
    llmock.fail(401, times=None)
    with pytest.raises(gateway.ModelUnavailable, match="401"):
        await read(model)
    assert len(llmock.requests) == 1
    assert reported(llmock) == set()


async def test_a_server_that_is_down_is_unavailable(llmock: LLMock, model: OpenAIModel):
    llmock.outage()
    with pytest.raises(gateway.ModelUnavailable):
        await read(model)
    assert len(llmock.requests) == 3
    assert reported(llmock) == set()


async def test_a_prompt_beyond_the_context_is_too_long(llmock: LLMock, model: OpenAIModel):
    llmock.context_overflow()
    with pytest.raises(gateway.AnswerTooLong):
        await read(model)
    assert reported(llmock) == set()


# What has begun is not asked for again: it was paid for and shown. Each has an error of its own, which the
# server cannot see.
@pytest.mark.parametrize(
    ("fault", "finding"), [("truncate", "truncated_stream_accepted"), ("disconnect", "gave_up")]
)
async def test_a_cut_stream_is_not_taken_for_an_answer(
    llmock: LLMock, model: OpenAIModel, fault: str, finding: str
):
    getattr(llmock.reply(TEN_WORDS), fault)(after_chunks=4)
    with pytest.raises(gateway.AnswerCut) as caught:
        await read(model)
    assert TEN_WORDS.startswith(caught.value.__notes__[0])
    assert caught.value.__notes__[0]
    assert reported(llmock) == {finding}


async def test_a_chunk_that_is_not_json_is_malformed(llmock: LLMock, model: OpenAIModel):
    llmock.reply(TEN_WORDS).corrupt(after_chunks=3)
    with pytest.raises(gateway.AnswerMalformed):
        await read(model)
    assert reported(llmock) == {"malformed_chunk_ignored"}


async def test_an_answer_that_does_not_begin_in_time_is_given_up(llmock: LLMock, new_model: NewModel):
    model = new_model(llmock.base_url(), Patience(first_token=0.3))
    llmock.slow_first_token(30)
    with pytest.raises(gateway.ModelUnavailable):
        await read(model)


async def test_an_answer_that_stands_still_is_cut(llmock: LLMock, new_model: NewModel):
    model = new_model(llmock.base_url(), Patience(between=0.3))
    llmock.reply(TEN_WORDS).stall(after_chunks=3, seconds=30)
    with pytest.raises(gateway.AnswerCut):
        await read(model)
    assert reported(llmock) == set()


async def test_an_answer_that_takes_too_long_in_all_is_cut(llmock: LLMock, new_model: NewModel):
    model = new_model(llmock.base_url(), Patience(total=0.5))
    llmock.pace(100).reply(TEN_WORDS * 20)
    with pytest.raises(gateway.AnswerCut):
        await read(model)


async def test_endless_output_is_ended_even_if_the_server_does_not_count(llmock: LLMock, model: OpenAIModel):
    llmock.reply("word " * 5000)
    with pytest.raises(gateway.AnswerTooLong) as caught:
        await read(model, max_tokens=100)
    assert len(caught.value.__notes__[0]) <= 100 * 16


@pytest.mark.parametrize(
    ("finish_reason", "error"),
    [("length", gateway.AnswerTooLong), ("content_filter", gateway.AnswerRefused)],
)
async def test_the_reason_of_an_end_is_named(
    llmock: LLMock, model: OpenAIModel, finish_reason: str, error: type[LanguageModelError]
):
    llmock.add(Reply(text=TEN_WORDS, finish_reason=finish_reason))
    with pytest.raises(error):
        await read(model)


async def test_a_tool_call_is_refused(llmock: LLMock, model: OpenAIModel):
    llmock.call_tool("run_shell", {"command": "id"})
    with pytest.raises(gateway.AnswerMalformed, match="tool"):
        await read(model)


async def test_an_empty_answer_is_named(llmock: LLMock, model: OpenAIModel):
    llmock.reply("")
    with pytest.raises(gateway.AnswerEmpty):
        await read(model)


async def test_json_is_asked_for_with_its_schema(llmock: LLMock, model: OpenAIModel):
    value, usage = await read_json(model, PROMPT, FORMAT, max_tokens=500)
    assert isinstance(value["stem"], str)
    assert usage.total > 0
    asked = llmock.last_request.body["response_format"]["json_schema"]
    assert asked["schema"] == FORMAT.json_schema


@pytest.mark.parametrize("text", ["not JSON", "[1]", '{"stem": '])
async def test_what_is_not_a_json_object_is_malformed(llmock: LLMock, model: OpenAIModel, text: str):
    llmock.reply(text)
    with pytest.raises(gateway.AnswerMalformed):
        await read_json(model, PROMPT, FORMAT, max_tokens=500)


async def test_tokens_and_their_cost_are_counted(llmock: LLMock, new_model: NewModel):
    model = new_model(llmock.base_url(), llm_input_price=1e6, llm_output_price=2e6)
    before = REGISTRY.get_sample_value("webdev_certs_language_model_cost_total") or 0
    llmock.reply(TEN_WORDS)
    async with model.stream(PROMPT, max_tokens=500) as answer:
        assert [piece async for piece in answer.pieces]
    after = REGISTRY.get_sample_value("webdev_certs_language_model_cost_total") or 0
    assert after - before == pytest.approx(answer.usage.input_tokens + 2 * answer.usage.output_tokens)
