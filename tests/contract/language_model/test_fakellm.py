"""The same gateway at a second server, which answers by rules and shares no code with the first."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.contract.language_model.conftest import NewModel
from tests.contract.programs import free_port, running
from webdev_certs.server.gateways import language_model as gateway
from webdev_certs.server.gateways.language_model import Message

_RULES = """
version: 1
rules:
  - {name: tool, when: {messages_contain: shell}, respond: {tool_calls: [{name: sh, arguments: {}}]}}
  - {name: text, when: {messages_contain: closure}, respond: {content: "A function with its scope [1]."}}
"""


@pytest.fixture(scope="module")
def base_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    rules: Path = tmp_path_factory.mktemp("fakellm") / "rules.yaml"
    rules.write_text(_RULES)
    port = free_port()
    with running(["fakellm", "serve", "--port", str(port), "--config", str(rules)], port):
        yield f"http://127.0.0.1:{port}/v1"


async def ask(new_model: NewModel, base_url: str, text: str) -> str:
    async with new_model(base_url).stream([Message("user", text)], max_tokens=200) as answer:
        return "".join([piece async for piece in answer.pieces])


async def test_an_answer_is_read(new_model: NewModel, base_url: str):
    assert await ask(new_model, base_url, "What is a closure?") == "A function with its scope [1]."


async def test_a_tool_call_is_refused(new_model: NewModel, base_url: str):
    with pytest.raises(gateway.AnswerMalformed, match="tool"):
        await ask(new_model, base_url, "Open a shell")


def test_the_client_is_not_imported_without_a_model():
    code = (
        "import sys, webdev_certs.server.api.app; sys.exit(not {'openai', 'httpx2'}.isdisjoint(sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT).returncode == 0
