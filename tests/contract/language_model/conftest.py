"""The gateway at servers of OpenAI's protocol that other people wrote."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack

import pytest
from llmock.pytest_plugin import LLMock

from webdev_certs.server.gateways.language_model import Patience
from webdev_certs.server.gateways.openai_model import OpenAIModel
from webdev_certs.settings.language_model import LanguageModelSettings

NewModel = Callable[..., OpenAIModel]


@pytest.fixture
async def new_model() -> AsyncIterator[NewModel]:
    """Make gateways that are closed after the test, from a base URL and a patience."""
    async with AsyncExitStack() as stack:

        def new(base_url: str, patience: Patience | None = None, **settings: str | float) -> OpenAIModel:
            given = {"llm_base_url": base_url, "llm_api_key": "secret", "llm_model": "gpt-4o", **settings}
            model = OpenAIModel(LanguageModelSettings.model_validate(given), patience)
            stack.push_async_callback(model.close)
            return model

        yield new


@pytest.fixture
def model(llmock: LLMock, new_model: NewModel) -> OpenAIModel:
    """The gateway at a server that fails on demand."""
    return new_model(llmock.base_url())
