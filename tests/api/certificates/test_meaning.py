"""What the certificate's PDF says about the test."""

from dataclasses import replace
from io import BytesIO

import httpx
import pypdf
import pytest
from sqlalchemy import update

from tests.answering import pass_exam
from tests.api_client import ApiClient
from tests.factories import Account
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.models import Attempt, AttemptItem, Certificate


@pytest.fixture
async def path(api: httpx.AsyncClient, account: Account) -> str:
    return f"/api/certificates/{(await pass_exam(api, account))['certificate_number']}"


async def words(api: httpx.AsyncClient, account: Account, path: str) -> str:
    """Return the text of the PDF with one space between words."""
    response = await api.get(f"{path}/pdf", headers=account.headers)
    assert response.status_code == 200, response.text
    (page,) = pypdf.PdfReader(BytesIO(response.content)).pages
    return " ".join(page.extract_text().split())


async def test_the_pdf_says_what_was_tested_and_what_passing_means(
    api: httpx.AsyncClient, account: Account, resources: Resources, path: str
):
    blueprint = resources.bank.technologies["react"].blueprint
    text = await words(api, account, path)
    assert f"Topics of the test {' · '.join(topic.title for topic in blueprint.topics)} Cert" in text
    assert "at least 500 points" in text
    assert "20 to 40 questions in 45 minutes" in text


async def test_it_says_what_was_true_for_the_attempt(
    api: httpx.AsyncClient, account: Account, resources: Resources, path: str
):
    before = await words(api, account, path)
    async with resources.database.transaction() as db:
        await db.exec(update(Attempt).values(cut_score=520, min_items=25, max_items=30))
    changed = await words(api, account, path)
    assert changed != before, "it is drawn again"
    assert "at least 520 points" in changed
    assert "25 to 30 questions" in changed


@pytest.mark.parametrize(
    "change",
    [update(Certificate).values(attempt_id=None), update(AttemptItem).values(theta=None)],
    ids=["no attempt", "not adaptive"],
)
async def test_without_the_facts_it_says_nothing_of_them(
    api: httpx.AsyncClient, account: Account, resources: Resources, path: str, change
):
    async with resources.database.transaction() as db:
        await db.exec(change)
    text = await words(api, account, path)
    assert "Ada Lovelace" in text
    assert "Topics" not in text
    assert "points" not in text


async def test_a_technology_that_is_no_longer_offered_has_no_facts(
    api: ApiClient, account: Account, resources: Resources, path: str
):
    api.app.state.resources = replace(resources, bank=Bank([resources.bank.technologies["java"]]))
    assert "Topics" not in await words(api, account, path)
