"""PostgreSQL is frozen, stopped and restarted during a test: no answer is lost, and the screen is right."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from alembic import command
from playwright.sync_api import Page, expect

from tests.conftest import POSTGRES, alembic_config
from tests.e2e.answers import AnswerKey, expect_answered, expect_given, given
from tests.e2e.conftest import Visit
from tests.e2e.exams.test_saving_again import NOT_SAVED, saved_response
from tests.e2e.journeys import (
    Learner,
    expect_question,
    login_storage,
    next_question,
    start_exam_with,
    wait_until,
)
from tests.e2e.product import Product
from tests.postgres import Cluster


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """A cluster that only the test uses, so that it can be frozen and stopped."""
    if POSTGRES is None:
        pytest.skip("PostgreSQL is not installed")
    cluster = Cluster(POSTGRES, durable=True)
    cluster.start()
    # The browser's event loop is running in this thread.
    with ThreadPoolExecutor(1) as other_loop:
        other_loop.submit(cluster.execute, "CREATE DATABASE product").result()
        other_loop.submit(command.upgrade, alembic_config(cluster.url("product")), "head").result()
    yield cluster
    cluster.stop()


@pytest.fixture
def own_product(product: Product, cluster: Cluster, tmp_path: Path) -> Iterator[Product]:
    """The product on that cluster, instead of the one that all tests share."""
    if not product.database_url.startswith("postgresql"):
        pytest.skip("for PostgreSQL only")
    product.kill()
    own = Product(product.port, tmp_path, cluster.url("product"))
    own.start()
    yield own
    own.kill()


@pytest.fixture
def tokens(own_product: Product, learner: Learner) -> dict[str, Any]:
    """Register the learner in that product."""
    form: dict[str, Any] = {"full_name": learner.name, "email": learner.email, "accept_terms": True}
    form["password"] = learner.password
    response = httpx.post(f"{own_product.url}/api/auth/register", json=form, timeout=30)
    assert response.status_code == 201, response.text
    return response.json()


def _give(page: Page, key: AnswerKey, *, right: bool) -> list[list[str]]:
    """Answer while the database is away; return the answer once the screen says that it is not saved."""
    key.answer(page, right=right)
    expect(page.get_by_text(NOT_SAVED)).to_be_visible()
    expect(page.get_by_text("Answer saved", exact=True)).to_have_count(0)
    return given(page)


def test_no_answer_is_lost(
    own_product: Product, cluster: Cluster, tokens: dict[str, Any], visit: Visit, key: AnswerKey
) -> None:
    page = visit(login_storage(tokens))
    number = start_exam_with(page, key, "single_choice", "true_false", "output")
    with cluster.frozen():
        answer = _give(page, key, right=True)
    expect_answered(page)
    first = saved_response(own_product, tokens)
    assert first

    cluster.halt()
    answer = _give(page, key, right=False)
    cluster.launch()
    expect_answered(page)
    second = saved_response(own_product, tokens)
    assert second != first

    cluster.halt()
    cluster.launch()
    key.answer(page)
    answer = given(page)
    # The screen still says "saved" of the answer before, until the click has reached the server.
    wait_until(page, lambda: saved_response(own_product, tokens) == first)
    expect_answered(page)
    page.reload()
    expect_question(page, number)
    expect_given(page, answer)
    next_question(page)
    expect_question(page, number + 1)
