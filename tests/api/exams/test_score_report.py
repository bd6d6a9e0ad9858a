"""The score report of a test: what it says, in whose language, and who may download it."""

from io import BytesIO

import httpx
import pypdf
import pytest

from tests.answering import pass_exam, start_exam, submit, take_exam
from tests.api.accounts.test_auth import problem
from tests.api.practice.test_results import pay
from tests.factories import Account
from webdev_certs.server.api.dependencies import Resources

pytestmark = pytest.mark.one_database


async def get(account: Account, test_id: str, language: str = "en") -> httpx.Response:
    headers = account.headers | {"Accept-Language": language}
    return await account.api.get(f"/api/tests/{test_id}/score-report", headers=headers)


def words(response: httpx.Response) -> str:
    assert response.status_code == 200, response.text
    assert response.headers["Content-Type"] == "application/pdf"
    (page,) = pypdf.PdfReader(BytesIO(response.content)).pages
    return " ".join(page.extract_text().split())


async def test_a_passed_test_has_a_report_without_questions(account: Account, resources: Resources):
    result = await pass_exam(account)
    problem(await get(account, result["test_id"]), 402, "payment_required")
    await pay(resources, account)
    text = words(await get(account, result["test_id"]))
    for said in (
        "React certification test",
        account.user["full_name"],
        str(result["score"]),
        "Passed",
        f"95% interval: {result['low']} to {result['high']}",
        f"Pass mark {result['cut_score']}",
        *(topic["title"] for topic in result["topics"]),
        result["certificate_number"],
    ):
        assert said in text
    assert "Question " not in text


async def test_a_failed_test_has_one_in_german_on_a4(account: Account, resources: Resources):
    state = await take_exam(account, right=lambda position: position % 4 == 0)
    await pay(resources, account)
    problem(await get(account, state["test_id"]), 409, "test_not_submitted")
    await submit(account, state["test_id"])
    response = await get(account, state["test_id"], "de")
    text = words(response)
    assert "Nicht bestanden" in text
    assert "So lesen Sie diesen Bericht" in text
    assert "Zertifikat WDC" not in text
    document = pypdf.PdfReader(BytesIO(response.content))
    assert document.root_object["/Lang"] == "de"
    assert round(float(document.pages[0].mediabox.height)) == 842


async def test_there_is_none_without_a_score(account: Account, resources: Resources):
    await pay(resources, account)
    state = await take_exam(account, items=3)
    await submit(account, state["test_id"])
    problem(await get(account, state["test_id"]), 409, "no_score")
    running = await start_exam(account, "java")
    problem(await get(account, running["test_id"]), 409, "test_not_submitted")
