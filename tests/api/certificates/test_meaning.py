"""What the certificate's PDF says about the test."""

from dataclasses import replace
from io import BytesIO

import httpx
import pypdf
import pytest
from sqlalchemy import update

from tests.api_client import ApiClient
from tests.factories import Account
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.models import Attempt, AttemptItem, Certificate


@pytest.fixture
def path(number: str) -> str:
    return f"/api/certificates/{number}"


async def words(api: httpx.AsyncClient, account: Account, path: str) -> str:
    """Return the text of the PDF with one space between words."""
    response = await api.get(f"{path}/pdf", headers=account.headers)
    assert response.status_code == 200, response.text
    (page,) = pypdf.PdfReader(BytesIO(response.content)).pages
    return " ".join(page.extract_text().split())


@pytest.mark.one_database
async def test_the_pdf_says_what_was_true_for_the_attempt(
    api: httpx.AsyncClient, account: Account, resources: Resources, path: str
):
    text = await words(api, account, path)
    topics = " · ".join(topic.title for topic in resources.bank.technologies["react"].blueprint.topics)
    for fact in (f"Topics of the test {topics} Cert", "at least 500 points", "20 to 40 questions in 45"):
        assert fact in text
    async with resources.database.transaction() as db:
        await db.exec(update(Attempt).values(cut_score=520, min_items=25, max_items=30))
    text = await words(api, account, path)
    for fact in ("at least 520 points", "25 to 30 questions"):
        assert fact in text, "it is drawn again"


@pytest.mark.one_database
@pytest.mark.parametrize(
    "change",
    [update(Certificate).values(attempt_id=None), update(AttemptItem).values(theta=None), None],
    ids=["no attempt", "not adaptive", "technology no longer offered"],
)
async def test_without_the_facts_it_says_nothing_of_them(
    api: ApiClient, account: Account, resources: Resources, path: str, change
):
    if change is None:
        api.app.state.resources = replace(resources, bank=Bank([resources.bank.technologies["java"]]))
    else:
        async with resources.database.transaction() as db:
            await db.exec(change)
    text = await words(api, account, path)
    assert "Ada Lovelace" in text
    assert "Topics" not in text
    assert "points" not in text
