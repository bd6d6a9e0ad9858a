"""The API with a tutor whose language model is a server that answers as the test says."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from llmock.pytest_plugin import LLMock
from pydantic import SecretStr

from tests import practicing
from tests.factories import Account
from webdev_certs.settings import Settings


@pytest.fixture
def settings(plain_settings: Settings, database_url: str, tmp_path: Path, llmock: LLMock) -> Settings:
    own: dict[str, Any] = {"data_dir": tmp_path, "database_url": SecretStr(database_url)}
    model = {"llm_base_url": llmock.base_url(), "llm_model": "gpt-4o", "llm_api_key": SecretStr("secret")}
    return plain_settings.model_copy(update=own | model)


@dataclass
class Learner:
    """Somebody who has answered the first question of a practice session wrong."""

    api: httpx.AsyncClient
    account: Account
    state: practicing.State

    @property
    def path(self) -> str:
        return f"/api/practice/{self.state['practice_session_id']}/items/1/tutor"

    async def ask(
        self, action: str = "why_wrong", question: str = "", language: str = "en"
    ) -> httpx.Response:
        body = {"action": action, "question": question}
        headers = {**self.account.headers, "Accept-Language": language}
        return await self.api.post(self.path, json=body, headers=headers)

    async def read(self) -> dict[str, Any]:
        response = await self.account.get(self.path)
        assert response.status_code == 200, response.text
        return response.json()

    async def consent(self) -> None:
        response = await self.account.put("/api/profile/tutor-consent")
        assert response.status_code == 204, response.text


@pytest.fixture
async def new_learner(api: httpx.AsyncClient, account: Account) -> Learner:
    state = await practicing.start(account)
    assert (await practicing.give(account, state, right=False)).status_code == 200
    return Learner(api, account, state)


@pytest.fixture
async def learner(new_learner: Learner) -> Learner:
    """The same, after the consent."""
    await new_learner.consent()
    return new_learner


Lines = Callable[[httpx.Response], list[dict[str, Any]]]


def lines(response: httpx.Response) -> list[dict[str, Any]]:
    """Return the events of a streamed answer, without the first words of the first sentence."""
    assert response.status_code == 200, response.text
    events = [json.loads(line) for line in response.text.splitlines()]
    return [event for event in events if not event["begun"]]
