"""Practice without a difficulty adapts to the learner."""

from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from sqlmodel import col, select

from tests.api.accounts.test_auth import problem
from tests.conftest import FakeClock
from tests.factories import Account
from tests.practicing import finish, give, start
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.content.format import Item
from webdev_certs.server.models import PracticeItem
from webdev_certs.server.models.items import ItemParameterRevision
from webdev_certs.server.services.items.parameters import add_revisions


async def items_put(resources: Resources) -> list[Item]:
    """Return the items of all practice sessions so far, in the order of their positions."""
    async with resources.database.transaction() as db:
        rows = (await db.exec(select(PracticeItem).order_by(col(PracticeItem.position)))).all()
    found = [resources.bank.item(row.item_id, row.item_version) for row in rows]
    return [item for item in found if item]


@pytest.mark.one_database
@pytest.mark.parametrize(("right", "level"), [(True, "advanced"), (False, "beginner")])
async def test_the_items_follow_the_answers(
    api: httpx.AsyncClient, account: Account, resources: Resources, right: bool, level: str
):
    state = await finish(api, account, right=right)
    assert (state["kind"], state["length"], state["position"]) == ("adaptive", 10, 10)
    put = await items_put(resources)
    assert len({item.id for item in put}) == 10
    assert {item.pool for item in put} == {"practice"}
    assert put[0].difficulty == "intermediate"
    assert [item.difficulty for item in put[-3:]] == [level] * 3
    # Each of the four topics comes two or three times.
    topics = [item.topic for item in put]
    assert sorted(topics.count(topic) for topic in set(topics)) == [2, 2, 3, 3]


@pytest.mark.one_database
async def test_practice_begins_at_the_ability_of_earlier_practice(
    api: httpx.AsyncClient, account: Account, resources: Resources
):
    await finish(api, account, right=True)
    await finish(api, account, right=True, technology="java")
    state = await start(api, account)
    assert state["item"]["difficulty"] == "advanced"


# React has 36 practice items, twelve of each difficulty.
@pytest.mark.one_database
@pytest.mark.parametrize(("form", "finished", "most"), [({}, 3, 36), ({"difficulty": "beginner"}, 1, 12)])
async def test_unseen_items_come_first(
    api: httpx.AsyncClient,
    account: Account,
    resources: Resources,
    form: dict[str, Any],
    finished: int,
    most: int,
):
    for _ in range(finished):
        await finish(api, account, **form)
    assert len({item.id for item in await items_put(resources)}) == 10 * finished
    await finish(api, account, **form)
    assert len({item.id for item in await items_put(resources)}) == most


@pytest.mark.one_database
@pytest.mark.parametrize(("form", "length"), [({}, 9), ({"difficulty": "beginner"}, 3), ({"length": 2}, 2)])
async def test_a_practice_session_about_one_topic_has_all_its_items_at_most(
    api: httpx.AsyncClient, account: Account, resources: Resources, form: dict[str, Any], length: int
):
    state = await finish(api, account, topic="effects", **form)
    assert (state["kind"], state["topic"], state["topic_title"]) == ("topic", "effects", "Effects")
    assert (state["length"], state["position"], state["finished"]) == (length, length, True)
    put = await items_put(resources)
    assert {item.topic for item in put} == {"effects"}
    if difficulty := form.get("difficulty"):
        assert {item.difficulty for item in put} == {difficulty}


@pytest.mark.one_database
async def test_an_unknown_topic_gets_the_list(api: httpx.AsyncClient, account: Account):
    form = {"technology": "react", "topic": "cooking"}
    response = await api.post("/api/practice", json=form, headers=account.headers)
    body = problem(response, 422, "unknown_topic")
    assert body["topics"] == ["basics", "state", "effects", "testing"]


async def test_repeating_an_answer_puts_no_other_item(
    api: httpx.AsyncClient, account: Account, resources: Resources
):
    state = await start(api, account)
    await give(api, account, state)
    await give(api, account, state)
    assert len(await items_put(resources)) == 2


async def test_practice_sessions_are_filtered_by_kind_and_topic(
    api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    for form in ({}, {"topic": "state"}, {"topic": "effects"}, {"difficulty": "beginner"}):
        await start(api, account, **form)
        clock.advance(minutes=1)

    async def listed(query: str) -> list[tuple[str, str | None, str | None]]:
        rows = (await api.get(f"/api/practice?{query}", headers=account.headers)).json()
        return [(row["kind"], row["topic"], row["topic_title"]) for row in rows]

    assert await listed("kind=adaptive") == [("adaptive", None, None)]
    assert await listed("kind=topic&topic=state") == [("topic", "state", "State")]
    assert [kind for kind, _, _ in await listed("difficulty=mixed")] == ["topic", "topic", "adaptive"]


async def _calibrate(resources: Resources, item_id: str, difficulty: float, discrimination: float) -> None:
    row = ItemParameterRevision(
        item_id=item_id,
        item_version=1,
        revision=0,
        model="2PL",
        discrimination=discrimination,
        difficulty=difficulty,
        guessing=0.0,
        answers=500,
        # A new time, because the process keeps parameters until the latest time changes.
        estimated_at=datetime.now(UTC),
    )
    async with resources.database.transaction() as db:
        await add_revisions(db, [row])


async def test_calibrated_parameters_choose_the_question(
    api: httpx.AsyncClient, account: Account, resources: Resources
):
    chosen = next(item for item in resources.bank.get("react").practice if item.difficulty == "advanced")
    await _calibrate(resources, chosen.id, difficulty=0.0, discrimination=3.0)
    await start(api, account)
    assert [item.id for item in await items_put(resources)] == [chosen.id]


@pytest.mark.one_database
async def test_calibrated_parameters_change_the_estimate(
    api: httpx.AsyncClient, account: Account, resources: Resources
):
    async def score() -> int:
        body = (await api.get("/api/progress/learning?time_zone=UTC", headers=account.headers)).json()
        return body["technologies"][0]["ability"]["score"]

    await finish(api, account, right=True, length=3)
    before = await score()
    (first, *_) = await items_put(resources)
    await _calibrate(resources, first.id, difficulty=3.0, discrimination=1.0)
    # Learners who answer a much harder question are more able.
    assert await score() > before + 20
