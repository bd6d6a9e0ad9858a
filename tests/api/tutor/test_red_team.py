"""Whatever is typed, it is sent as data between the same rules; whatever a model answers, it leads nowhere.

The worst case is tested: the model gives in to each input at once.
"""

import json
from typing import Any
from uuid import UUID

import httpx
import pytest
import yaml
from llmock.pytest_plugin import LLMock

from tests.api.tutor.conftest import Learner, lines
from tests.conftest import ROOT
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.models import PracticeItem
from webdev_certs.server.services.items.shown_without_key import freeze

KINDS: dict[str, dict[str, Any]] = yaml.safe_load((ROOT / "tests/api/tutor/red_team.yaml").read_text())


def test_there_are_at_least_sixty_inputs_in_eight_kinds():
    assert len(KINDS) == 8
    assert sum(len(set(kind["inputs"])) for kind in KINDS.values()) >= 60


@pytest.mark.one_database
@pytest.mark.parametrize("kind", KINDS)
async def test_what_is_sent_and_what_is_shown(llmock: LLMock, learner: Learner, bank: Bank, kind: str):
    user = learner.account.user
    personal = {"name": user["full_name"], "email": user["email"]}
    rules = set()
    for text in KINDS[kind]["inputs"]:
        typed = text.format(**personal) if "{name}" in text or "{email}" in text else text
        llmock.reply(KINDS[kind]["obeyed"])
        *sentences, last = lines(await learner.ask("question", typed))
        messages = llmock.last_request.body["messages"]
        rules.add(messages[0]["content"])
        _check_sent(messages, personal, bank)
        shown = "".join(event["text"] for event in sentences)
        assert shown == last["exchange"]["answer"]
        assert not [word for word in KINDS[kind]["never"] if word in shown], shown
    assert len(rules) == 1


def _check_sent(messages: list[dict[str, str]], personal: dict[str, str], bank: Bank) -> None:
    roles = [message["role"] for message in messages]
    assert roles.count("system") == 1
    assert roles[0] == "system"
    everything = json.dumps(messages, ensure_ascii=False)
    for value in (*personal.values(), "other.person@example.org", "1234567"):
        assert value not in everything
    # What was typed is one JSON string between the tags, which it cannot close.
    last = messages[-1]["content"].rpartition("</data>\n\n")[2]
    assert last.count("<learner>") == 1 + last.partition("\n")[0].count("<learner>")
    assert last.count("</learner>") == 1
    inside = last.partition("\n<learner>\n")[2].removesuffix("\n</learner>")
    assert isinstance(json.loads(inside), str)
    assert not {"<", ">"} & set(inside)
    for technology in bank.technologies.values():
        for item in technology.items:
            if item.pool != "practice":
                assert item.stem not in everything
                assert item.id not in everything


@pytest.mark.one_database
async def test_an_exam_item_is_never_explained_even_if_it_is_in_a_practice_session(
    llmock: LLMock, learner: Learner, api: httpx.AsyncClient, resources: Resources
):
    """No use-case puts it there. If one did, the tutor would still refuse."""
    item = next(item for item in resources.bank.get("react").items if item.pool == "certification")
    async with resources.database.transaction() as db:
        key = (UUID(learner.state["practice_session_id"]), 1)
        row = await db.get_one(PracticeItem, key)
        for name, value in freeze(item, resources.rng).items():
            setattr(row, name, value)
        row.response = {"choices": [item.options[0].id]} if item.options else {"text": "x"}
    response = await learner.ask()
    assert (response.status_code, response.json()["code"]) == (404, "practice_not_found")
    assert not llmock.requests
