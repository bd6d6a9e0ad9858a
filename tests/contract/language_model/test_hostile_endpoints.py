"""Endpoints that send what no server should."""

import gzip

import pytest

from tests.contract.language_model.conftest import NewModel
from tests.raw_endpoint import STREAM, answering, chunk
from webdev_certs.server.gateways import language_model as gateway
from webdev_certs.server.gateways.language_model import Message, Usage, estimate_tokens
from webdev_certs.shared.metrics import REGISTRY

PROMPT = [Message("user", "What is a closure?")]
DONE = chunk(finish='"stop"') + b"data: [DONE]\n\n"


async def read(new_model: NewModel, response: bytes, **settings: float) -> tuple[str, Usage]:
    async with (
        answering(response) as (url, _calls),
        new_model(url, **settings).stream(PROMPT, max_tokens=100) as answer,
    ):
        return "".join([piece async for piece in answer.pieces]), answer.usage


@pytest.mark.parametrize("figure", ["-5", "-1e999", "1e999", "NaN", "1e300", "12345678901234567890"])
async def test_figures_that_cannot_be_are_not_believed(new_model: NewModel, figure: str):
    usage = f'{{"prompt_tokens": {figure}, "completion_tokens": {figure}, "total_tokens": 1}}'
    text, used = await read(new_model, STREAM + chunk("A function.") + chunk(usage=usage) + DONE)
    assert text == "A function."
    estimate = estimate_tokens(PROMPT)
    assert estimate <= used.input_tokens <= 4 * estimate
    assert 1 <= used.output_tokens <= 4 * 100


async def test_json_that_is_too_deep_is_malformed(new_model: NewModel):
    deep = b'data: {"choices": ' + b"[" * 100_000 + b"\n\n"
    with pytest.raises(gateway.AnswerMalformed):
        await read(new_model, STREAM + chunk("A function. ") + deep)


@pytest.mark.parametrize(
    "part",
    [
        *("[1]", '"x"', "7", '{"choices": 7}', '{"choices": [7]}', '{"choices": [{}]}', '{"usage": 7}'),
        *('{"choices": [{"delta": []}]}', '{"choices": [{"delta": {"content": 7}}]}'),
    ],
)
async def test_a_part_that_is_not_in_the_protocol_is_malformed(new_model: NewModel, part: str):
    with pytest.raises(gateway.AnswerMalformed):
        await read(new_model, STREAM + chunk("A function. ") + f"data: {part}\n\n".encode() + DONE)


@pytest.mark.parametrize("endless", [b"x" * 2_000_000, b": waiting\n\n" * 200_000])
async def test_a_response_has_a_limit(new_model: NewModel, endless: bytes):
    with pytest.raises(gateway.AnswerTooLong):
        await read(new_model, STREAM + endless)


async def test_nothing_is_decompressed(new_model: NewModel):
    packed = STREAM.replace(b"Connection", b"Content-Encoding: gzip\r\nConnection") + gzip.compress(DONE)
    with pytest.raises(gateway.AnswerMalformed, match="compressed"):
        await read(new_model, packed)


async def test_a_redirect_is_not_followed(new_model: NewModel):
    async with answering(STREAM + DONE) as (elsewhere, calls):
        moved = f"HTTP/1.1 307 Moved\r\nLocation: {elsewhere}/chat/completions\r\nContent-Length: 0\r\n\r\n"
        with pytest.raises(gateway.ModelUnavailable):
            await read(new_model, moved.encode())
    assert calls == []


async def test_a_refused_call_costs_nothing(new_model: NewModel):
    def cost() -> float:
        return REGISTRY.get_sample_value("webdev_certs_language_model_cost_total") or 0

    before = cost()
    refused = b"HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    with pytest.raises(gateway.ModelUnavailable):
        await read(new_model, refused, llm_input_price=1e6)
    assert cost() == before


@pytest.mark.parametrize(
    "asked", ["Retry-After: 60", "Retry-After: Fri, 31 Dec 2100 23:59:59 GMT", "retry-after-ms: 60000"]
)
async def test_a_long_wait_is_not_waited_in_whatever_form_it_is_asked_for(new_model: NewModel, asked: str):
    busy = f"HTTP/1.1 503 Busy\r\n{asked}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    async with answering(busy.encode()) as (url, calls):
        with pytest.raises(gateway.ModelUnavailable, match="503"):
            async with new_model(url).stream(PROMPT, max_tokens=100) as answer:
                [piece async for piece in answer.pieces]
    assert len(calls) == 1
