"""Each item format in a test, one that ends early, and one that goes to its last question."""

import asyncio
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, get_args
from uuid import UUID

import httpx
import pytest
from playwright.sync_api import Page, expect
from sqlalchemy.ext.asyncio import create_async_engine
from sqlmodel import col, select

from tests.built_in import built_in_bank
from tests.e2e.answers import AnswerKey, expect_answered
from tests.e2e.journeys import expect_question, next_question, start_exam
from tests.e2e.product import Product
from webdev_certs.server.content.bank import TECHNOLOGIES
from webdev_certs.server.content.format import Item, ItemFormat
from webdev_certs.server.models.exams import AttemptItem


class Client:
    """Answers a learner's test over the API, where the screen is not the subject."""

    def __init__(self, product: Product, tokens: dict[str, Any]) -> None:
        self._product = product
        self._bank = built_in_bank()
        self._http = httpx.Client(
            base_url=product.url, headers={"Authorization": f"Bearer {tokens['access_token']}"}, timeout=30
        )

    def close(self) -> None:
        """End its connections, which would disturb a later test."""
        self._http.close()

    def start(self, technology: str) -> dict[str, Any]:
        return self._http.post("/api/tests", json={"technology": technology}).raise_for_status().json()

    def go_on(self, state: dict[str, Any], *, right: bool | None) -> dict[str, Any]:
        """Answer the current item and leave it; return the next state.

        With None the answer is right while the estimate is below the cut score, so that it stays near it.
        """
        path = f"/api/tests/{state['test_id']}"
        position = state["position"]
        body = {"response": self._response(state, right)}
        self._http.put(f"{path}/answers/{position}", json=body).raise_for_status()
        return self._http.post(f"{path}/advance", json={"position": position}).raise_for_status().json()

    def _response(self, state: dict[str, Any], right: bool | None) -> dict[str, Any]:
        row = self._row(UUID(state["test_id"]), state["position"])
        is_right = row.theta <= 0 if right is None else right
        item = self._bank.item(row.item_id, row.item_version)
        assert item
        return _response(item, row.option_order, row.match_order, is_right)

    def _row(self, attempt_id: UUID, position: int) -> Any:
        query = select(AttemptItem).where(
            col(AttemptItem.attempt_id) == attempt_id, col(AttemptItem.position) == position
        )

        async def read() -> Any:
            engine = create_async_engine(self._product.database_url, connect_args={"timeout": 30})
            try:
                async with engine.connect() as connection:
                    return (await connection.execute(query)).one()
            finally:
                await engine.dispose()

        # The browser's event loop is running in this thread.
        with ThreadPoolExecutor(1) as other_loop:
            return other_loop.submit(asyncio.run, read()).result()


def _response(item: Item, options: list[str], matches: list[str], right: bool) -> dict[str, Any]:
    """Return a right or a wrong answer in the ids that the learner sees."""

    def option(option_id: str) -> str:
        return str(options.index(option_id) + 1)

    def match(match_id: str) -> str:
        return str(matches.index(match_id) + 1)

    if item.format == "fill_in":
        return {"text": (item.accept[0] if item.accept else f"{item.number:g}") if right else "-98765"}
    if item.format == "match_pairs":
        assert isinstance(item.key, dict)
        partners = list(item.key.values())
        wrong_partners = [*partners[1:], partners[0]]
        pairs = item.key if right else dict(zip(item.key, wrong_partners, strict=True))
        return {"pairs": {option(one): match(other) for one, other in pairs.items()}}
    key = list(item.key or ())
    if item.format == "order_lines":
        return {"order": [option(one) for one in (key if right else key[::-1])]}
    wrong = [one.id for one in item.options if one.id not in key][:1]
    return {"choices": [option(one) for one in (key if right else wrong)]}


@pytest.fixture
def client(product: Product, tokens: dict[str, Any]) -> Iterator[Client]:
    client = Client(product, tokens)
    yield client
    client.close()


def test_every_item_format_is_answered_and_saved(member: Page, key: AnswerKey, client: Client) -> None:
    # No exam has true/false items, only practice: tests/e2e/practice/test_practice.py answers one.
    wanted: set[ItemFormat] = set(get_args(ItemFormat)) - {"true_false"}
    for technology in TECHNOLOGIES:
        state: dict[str, Any] = client.start(technology)
        while state["status"] == "open" and wanted:
            if state["item"]["format"] in wanted:
                wanted.remove(state["item"]["format"])
                member.goto(f"/test/{technology}")
                expect_question(member, state["position"])
                key.answer(member)
                expect_answered(member)
                next_question(member)
                expect(member.get_by_role("heading", level=1)).to_contain_text(
                    re.compile(rf"question {state['position'] + 1}\b|test result")
                )
                # Starting again resumes the test.
                state = (
                    client.start(technology) if "/test-results/" not in member.url else {"status": "ended"}
                )
            else:
                state = client.go_on(state, right=state["position"] % 2 == 0)
        if not wanted:
            break
    assert not wanted


def test_a_clear_test_ends_early_and_shows_its_result(member: Page, key: AnswerKey, client: Client) -> None:
    state = client.start("react")
    length = 20 + state["pretest_items"]
    while state["position"] < length:
        state = client.go_on(state, right=False)
    member.goto("/test/react")
    expect_question(member, length)
    key.answer(member, right=False)
    next_question(member)
    expect(member.get_by_role("heading", name="React test result")).to_be_visible()
    expect(member.get_by_text(f"{length} questions answered").first).to_be_visible()
    expect(
        member.get_by_text(f"{state['pretest_items']} of them were trial questions and did not count.")
    ).to_be_visible()


def test_a_close_test_goes_to_its_last_question(member: Page, key: AnswerKey, client: Client) -> None:
    state = client.start("java")
    last = state["max_items"]
    assert (last, state["pretest_items"]) == (40, 3)
    while state["position"] < last:
        state = client.go_on(state, right=None)
        assert state["status"] == "open"
    member.goto("/test/java")
    expect_question(member, last)
    expect(member.get_by_role("heading", level=1)).to_contain_text(f"question {last} of up to {last}")
    key.answer(member)
    next_question(member)
    expect(member.get_by_role("heading", name="Java test result")).to_be_visible()
    expect(member.get_by_text(f"{last} questions answered").first).to_be_visible()


def test_a_phone_shows_how_many_questions_there_can_be(member: Page) -> None:
    for width in (390, 320):
        member.set_viewport_size({"width": width, "height": 844})
        if width == 390:
            start_exam(member, "react")
        expect(
            member.get_by_role("banner").get_by_text(re.compile(r"Question 1 of up to 40"))
        ).to_be_visible()
        assert member.evaluate("document.documentElement.scrollWidth") <= width
