"""The tutor over HTTP: who may ask, what is sent, what is shown, what is kept."""

import json
from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
from llmock.pytest_plugin import LLMock
from sqlmodel import select

from tests import practicing
from tests.answering import start_exam
from tests.api.tutor.conftest import Learner, lines
from tests.conftest import FakeClock
from tests.factories import PASSWORD
from webdev_certs.server.api.dependencies import Resources, new_context
from webdev_certs.server.domain.families import family_of
from webdev_certs.server.models import PracticeItem, TokenUse, TutorExchange
from webdev_certs.server.services.tutor import exchanges, switching

ANSWER = "You took `==` for `===` [1]. The second compares types, too.\n\n```js\n1 === '1' // false\n```\n"


async def test_an_answer_is_streamed_by_sentence_and_kept_with_the_question(llmock: LLMock, learner: Learner):
    llmock.reply(ANSWER)
    response = await learner.ask()
    first, second, *_more = [json.loads(line) for line in response.text.splitlines()]
    assert first["begun"], "the first words are there before the first sentence"
    assert second["text"].startswith(first["begun"])
    *sentences, last = lines(response)
    assert "".join(event["text"] for event in sentences) == ANSWER
    assert sentences[0]["text"] == "You took `==` for `===` [1]. "
    assert last["exchange"]["outcome"] == "complete"
    assert last["exchange"]["citations"] == [1]
    assert last["detail"] == ""
    state = await learner.read()
    assert (state["available"], state["consented"]) == (True, True)
    assert state["exchanges"] == [last["exchange"]]
    assert state["sources"][-1]["url"].startswith("https://")


@pytest.mark.one_database
async def test_the_model_gets_the_question_the_language_and_nothing_about_the_person(
    llmock: LLMock, learner: Learner
):
    name, email = learner.account.user["full_name"], learner.account.user["email"]
    llmock.reply(ANSWER)
    lines(await learner.ask("question", f"I am {name} ({email}, +49 170 1234567): why?", language="de"))
    sent = str(llmock.last_request.body)
    for secret in (name, email, *name.split(), "1234567", learner.account.user["id"], "secret"):
        assert secret not in sent
    assert learner.state["item"]["stem"].split("\n")[0][:20] in sent
    rules = llmock.last_request.body["messages"][0]
    assert rules["role"] == "system"
    assert "Answer in German" in rules["content"]


async def test_earlier_exchanges_with_an_answer_go_along(llmock: LLMock, learner: Learner):
    llmock.fail(401, times=1).reply("Because of types [1].").reply("Sure.")
    roles = []
    for _ in range(3):
        lines(await learner.ask("question", "And why is that?"))
        roles.append([message["role"] for message in llmock.last_request.body["messages"]])
    assert roles[1:] == [["system", "user"], ["system", "user", "assistant", "user"]]


async def test_control_characters_in_what_is_typed_are_removed(llmock: LLMock, learner: Learner):
    llmock.reply(ANSWER)
    *_sentences, last = lines(await learner.ask("question", "Why\x00 not\u202e\n`a`?\x1b"))
    assert last["exchange"]["question"] == "Why not\n`a`?"
    assert (await learner.ask("question", "\x00\u200b")).json()["code"] == "question_missing"


@pytest.mark.one_database
async def test_without_consent_nothing_is_sent(llmock: LLMock, new_learner: Learner):
    response = await new_learner.ask()
    assert (response.status_code, response.json()["code"]) == (409, "consent_required")
    await new_learner.consent()
    llmock.reply(ANSWER)
    lines(await new_learner.ask())
    profile = await new_learner.account.get("/api/profile")
    assert profile.json()["tutor_consented_at"]
    gone = await new_learner.account.delete("/api/profile/tutor-consent")
    assert gone.status_code == 204
    assert (await new_learner.ask()).json()["code"] == "consent_required"
    assert len(llmock.requests) == 1


@pytest.mark.one_database
async def test_a_question_without_an_answer_is_not_explained(llmock: LLMock, learner: Learner):
    path = learner.path.replace("/items/1/", "/items/2/")
    for response in (
        await learner.account.get(path),
        await learner.account.post(path, json={"action": "why_wrong"}),
    ):
        assert (response.status_code, response.json()["code"]) == (409, "answer_required")
    assert not llmock.requests


@pytest.mark.parametrize("technology", ["react", "java"])
@pytest.mark.one_database
async def test_nothing_is_explained_while_any_test_runs(llmock: LLMock, learner: Learner, technology: str):
    llmock.reply(ANSWER)
    lines(await learner.ask())
    await start_exam(learner.account, technology)
    for response in (
        await learner.ask("question", "What is right?"),
        await learner.account.get(learner.path),
        await learner.account.post(f"{learner.path}/report", json={"exchange": 1}),
    ):
        assert (response.status_code, response.json()["code"]) == (409, "test_running")
        assert response.json()["technology"] == technology
    exported = await learner.account.get("/api/profile/export")
    assert bool(exported.json()["tutor"]["exchanges"]) == (technology != "react")
    assert len(llmock.requests) == 1


@pytest.mark.one_database
async def test_a_question_that_is_no_longer_one_of_practice_is_not_explained(
    llmock: LLMock, learner: Learner, resources: Resources, monkeypatch: pytest.MonkeyPatch
):
    async with resources.database.transaction() as db:
        row = await db.get_one(PracticeItem, (UUID(learner.state["practice_session_id"]), 1))
        family = family_of(row.item_id)
    monkeypatch.delitem(resources.bank.get("react").practice_families, family)
    response = await learner.ask()
    assert (response.status_code, response.json()["code"]) == (404, "practice_not_found")
    help_path = learner.path.replace("/tutor", "/help")
    shown = await learner.account.get(help_path)
    assert shown.json()["misconceptions"] == []
    assert not llmock.requests


async def test_the_latest_exchanges_are_shown_with_their_numbers(
    llmock: LLMock, learner: Learner, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(exchanges, "MAX_EXCHANGES", 2)
    for text in ("One.", "Two.", "Three."):
        llmock.reply(text)
        clock.advance(seconds=1)
        lines(await learner.ask())
    shown = (await learner.read())["exchanges"]
    assert [(each["number"], each["answer"]) for each in shown] == [(2, "Two."), (3, "Three.")]


@pytest.mark.parametrize(("action", "question"), [("question", " "), ("why_wrong", "and more")])
@pytest.mark.one_database
async def test_a_question_is_typed_exactly_where_one_is_asked(
    llmock: LLMock, learner: Learner, action: str, question: str
):
    response = await learner.ask(action, question)
    assert (response.status_code, response.json()["code"]) == (422, "question_missing")
    assert (await learner.ask("question", "x" * 501)).status_code == 422
    assert not llmock.requests


@pytest.mark.parametrize(
    ("fault", "outcome"), [("truncate", "cut"), ("disconnect", "cut"), ("corrupt", "malformed")]
)
@pytest.mark.one_database
async def test_what_came_before_a_failure_is_shown_and_kept(
    llmock: LLMock, learner: Learner, fault: str, outcome: str
):
    getattr(llmock.reply("One is true. Two is not. Three is."), fault)(after_chunks=6)
    *sentences, last = lines(await learner.ask())
    assert last["exchange"]["outcome"] == outcome
    assert last["detail"]
    shown = "".join(event["text"] for event in sentences)
    assert shown.startswith("One is true. ")
    assert last["exchange"]["answer"] == shown


@pytest.mark.one_database
async def test_invented_sources_links_and_images_are_removed_and_counted(llmock: LLMock, learner: Learner):
    llmock.reply(
        "See [99] and [here](https://evil.example/x) ![p](https://evil.example/p.png). <b>Yes</b> [1]."
    )
    *sentences, last = lines(await learner.ask())
    shown = "".join(event["text"] for event in sentences)
    assert "evil" not in shown
    assert "[99]" not in shown
    assert "\\<b>" in shown
    assert (last["removed_citations"], last["removed_links"]) == (1, 2)
    assert last["exchange"]["citations"] == [1]


@pytest.mark.one_database
async def test_turned_off_it_is_off_at_once(llmock: LLMock, learner: Learner, resources: Resources):
    async with new_context(resources).transaction() as context:
        await switching.turn_off(context)
    response = await learner.ask()
    assert (response.status_code, response.json()["code"]) == (503, "tutor_unavailable")
    assert (await learner.read())["available"] is False
    async with new_context(resources).transaction() as context:
        await switching.turn_on(context)
    llmock.reply(ANSWER)
    lines(await learner.ask())
    assert len(llmock.requests) == 1


async def tokens(resources: Resources) -> list[tuple[UUID | None, int]]:
    async with resources.database.transaction() as db:
        return [(row.user_id, row.tokens) for row in await db.exec(select(TokenUse))]


async def test_the_tokens_of_a_person_and_of_everybody_are_counted_and_limited(
    llmock: LLMock, learner: Learner, resources: Resources
):
    llmock.reply(ANSWER).reply(ANSWER)
    lines(await learner.ask())
    ((user_id, first),) = await tokens(resources)
    assert str(user_id) == learner.account.user["id"]
    lines(await learner.ask())
    ((_user, both),) = await tokens(resources)
    assert 0 < first < both < 3 * first
    usual = resources.settings
    object.__setattr__(resources, "settings", usual.model_copy(update={"llm_person_tokens": both}))
    refused = await learner.ask()
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_requests")
    assert timedelta(seconds=int(refused.headers["Retry-After"])) <= timedelta(days=1)
    object.__setattr__(resources, "settings", usual.model_copy(update={"llm_day_tokens": both}))
    refused = await learner.ask()
    assert (refused.status_code, refused.json()["code"]) == (503, "tutor_unavailable")
    # A refused question uses nothing.
    assert await tokens(resources) == [(user_id, both)]
    assert len(llmock.requests) == 2


async def test_an_answer_can_be_reported_once(llmock: LLMock, learner: Learner, resources: Resources):
    llmock.reply(ANSWER)
    lines(await learner.ask())

    async def report(number: int) -> httpx.Response:
        body = {"exchange": number, "text": "Types are not\u0007 compared"}
        return await learner.account.post(f"{learner.path}/report", json=body)

    assert (await report(2)).json()["code"] == "not_asked"
    assert (await report(1)).json()["reported"] is True
    assert (await report(1)).json()["code"] == "already_reported"
    async with resources.database.transaction() as db:
        (stored,) = await db.exec(select(TutorExchange))
    assert stored.report == "Types are not  compared"


async def test_it_is_exported_and_deleted_with_the_account(
    llmock: LLMock, learner: Learner, resources: Resources
):
    llmock.reply(ANSWER)
    lines(await learner.ask("question", "Why?"))
    headers = learner.account.headers
    exported = (await learner.api.get("/api/profile/export", headers=headers)).json()["tutor"]
    assert exported["consented_at"]
    (exchange,) = exported["exchanges"]
    assert (exchange["question"], exchange["answer"]) == ("Why?", ANSWER)
    assert exported["tokens"][0]["tokens"] > 0
    used = (await tokens(resources))[0][1]
    body = {"password": PASSWORD, "certificates": "keep_anonymous"}
    deleted = await learner.api.request("DELETE", "/api/profile", json=body, headers=headers)
    assert deleted.status_code == 204, deleted.text
    async with resources.database.transaction() as db:
        assert (await db.exec(select(TutorExchange))).all() == []
    # What was used still counts for the day, for nobody.
    assert await tokens(resources) == [(None, used)]


@pytest.mark.one_database
async def test_a_finished_practice_session_can_be_asked_about(llmock: LLMock, learner: Learner):
    practice: dict[str, Any] = await practicing.finish(learner.account, technology="react")
    path = f"/api/practice/{practice['practice_session_id']}/items/2/tutor"
    llmock.reply(ANSWER)
    response = await learner.account.post(path, json={"action": "smaller_example"})
    assert lines(response)[-1]["exchange"]["action"] == "smaller_example"
