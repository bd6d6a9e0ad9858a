"""The site in numbers, which are counted and never invented."""

from typing import Any

import httpx
import pytest

from tests.answering import pass_exam
from tests.conftest import FakeClock
from tests.factories import Account
from webdev_certs.server.api.dependencies import Resources, new_context
from webdev_certs.server.services.certificates import status_lists


async def figures(api: httpx.AsyncClient) -> dict[str, Any]:
    response = await api.get("/api/figures")
    assert response.status_code == 200, response.text
    return response.json()


async def test_the_bank_is_counted(api: httpx.AsyncClient, resources: Resources):
    banks = resources.bank.technologies.values()
    families = [each.id for bank in banks for each in bank.families.values() if each.pool == "certification"]
    practice = [each.id for bank in banks for each in bank.items if each.pool == "practice"]
    assert families
    assert await figures(api) == {
        "families": len(families),
        "practice_questions": len(practice),
        "tests_passed": 0,
    }


@pytest.mark.one_database
async def test_passed_tests_are_counted_once_an_hour(
    api: httpx.AsyncClient, account: Account, clock: FakeClock, resources: Resources
):
    assert (await figures(api))["tests_passed"] == 0
    passed = await pass_exam(account)
    assert (await figures(api))["tests_passed"] == 0
    clock.advance(hours=1)
    assert (await figures(api))["tests_passed"] == 1
    async with resources.database.transaction() as db:
        context = new_context(resources, db)
        certificate = await status_lists.lock_certificate(context, passed["certificate_number"])
        await status_lists.revoke(context, certificate, "rules_broken")
    clock.advance(hours=1)
    assert (await figures(api))["tests_passed"] == 0
