"""An answer that nobody reads any more, or that is no longer allowed, stops, and what was written is kept."""

import json

import httpx
import pytest
from fastapi import FastAPI
from llmock.pytest_plugin import LLMock

from tests.answering import start_exam
from tests.api.tutor.conftest import Learner, lines
from tests.serving import free_port, served
from tests.waiting import until
from webdev_certs.server.api.dependencies import Resources, new_context
from webdev_certs.server.services.tutor import switching
from webdev_certs.ui.client.in_process import InProcess

LONG = "This is a sentence. " * 100
pytestmark = pytest.mark.one_database


async def _stopped(client: httpx.AsyncClient, learner: Learner) -> dict[str, object]:
    """Read the first sentence, close the answer, and return the exchange once it is stored."""
    body, headers = {"action": "why_wrong"}, learner.account.headers
    async with client.stream("POST", learner.path, json=body, headers=headers) as response:
        assert response.headers["content-type"] == "application/x-ndjson"
        texts = (json.loads(line)["text"] async for line in response.aiter_lines())
        first = await anext(text async for text in texts if text)
    assert first == "This is a sentence. "

    async def is_stored() -> bool:
        return bool((await learner.read())["exchanges"])

    await until(is_stored, pause=0.05)
    return (await learner.read())["exchanges"][0]


def _check(exchange: dict[str, object]) -> None:
    assert exchange["outcome"] == "stopped"
    assert str(exchange["answer"]).startswith("This is a sentence. ")
    assert len(str(exchange["answer"])) < len(LONG)


async def test_over_the_network(llmock: LLMock, learner: Learner, api_app: FastAPI):
    llmock.pace(50).reply(LONG)
    async with served(api_app, free_port()) as url, httpx.AsyncClient(base_url=url) as client:
        _check(await _stopped(client, learner))


async def test_in_the_same_process(llmock: LLMock, learner: Learner, api_app: FastAPI):
    llmock.pace(50).reply(LONG)
    async with httpx.AsyncClient(transport=InProcess(api_app), base_url="http://api.test") as client:
        _check(await _stopped(client, learner))


async def test_an_answer_that_is_read_to_its_end_is_whole(llmock: LLMock, learner: Learner, api_app: FastAPI):
    llmock.reply("One. Two.")
    async with httpx.AsyncClient(transport=InProcess(api_app), base_url="http://api.test") as client:
        response = await client.post(
            learner.path, json={"action": "why_wrong"}, headers=learner.account.headers
        )
    *sentences, last = lines(response)
    assert [event["text"] for event in sentences] == ["One. ", "Two."]
    assert last["exchange"]["outcome"] == "complete"


async def _forbid(how: str, learner: Learner, resources: Resources) -> None:
    if how == "turned_off":
        async with new_context(resources).transaction() as context:
            await switching.turn_off(context)
    elif how == "withdrawn":
        gone = await learner.account.delete("/api/profile/tutor-consent")
        assert gone.status_code == 204
    else:
        await start_exam(learner.account, "java")


@pytest.mark.parametrize("how", ["turned_off", "withdrawn", "test_running"])
async def test_what_forbids_the_tutor_ends_the_answer_and_says_so(
    llmock: LLMock, learner: Learner, api_app: FastAPI, resources: Resources, how: str
):
    llmock.pace(50).reply(LONG)
    body, headers = {"action": "why_wrong"}, learner.account.headers
    async with (
        httpx.AsyncClient(transport=InProcess(api_app), base_url="http://api.test") as client,
        client.stream("POST", learner.path, json=body, headers=headers) as response,
    ):
        read = response.aiter_lines()
        await anext(read)
        await _forbid(how, learner, resources)
        last = [json.loads(line) async for line in read][-1]
    assert last["exchange"]["outcome"] == how
    assert last["detail"]
    assert 0 < len(last["exchange"]["answer"]) < len(LONG)
    # The model was not asked for the rest.
    (request,) = llmock.requests
    assert not request.completed
