"""Certificates wait for a confirmed email."""

import asyncio
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.answering import submit, take_exam
from tests.conftest import FakeClock
from tests.factories import ADA, PASSWORD, Account, sign_in
from tests.mailbox import confirm, newest_token, set_confirmed


async def take_exam_unconfirmed(
    account: Account, right: Callable[[int], bool] = lambda position: True
) -> dict[str, Any]:
    """Take an exam whose learner changes the email before its end."""
    state = await take_exam(account, right=right)
    await set_confirmed(account, False)
    return state


async def test_a_certificate_waits_for_a_confirmed_email(account: Account, clock: FakeClock):
    state = await take_exam_unconfirmed(account)
    result = (await submit(account, state["test_id"])).json()
    assert (result["passed"], result["certificate_number"]) == (True, None)
    assert result["certificate_pending"] == "confirm_email"
    assert await account.read("/api/certificates") == []
    clock.advance(minutes=10)
    (number,) = (await confirm(account)).json()["certificates"]
    (certificate,) = await account.read("/api/certificates")
    assert certificate["number"] == number
    assert certificate["issued_at"] == clock().isoformat().replace("+00:00", "Z")
    assert certificate["score"] == result["score"]
    path = f"/api/tests/{state['test_id']}/result"
    result = await account.read(path)
    assert (result["certificate_number"], result["certificate_pending"]) == (number, None)


@pytest.mark.one_database
async def test_a_reset_also_issues_the_waiting_certificate(
    api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    state = await take_exam_unconfirmed(account)
    await submit(account, state["test_id"])
    clock.advance(seconds=1)
    await api.post("/api/auth/forgot-password", json={"email": ADA})
    form = {"token": await newest_token(api, ADA), "password": PASSWORD}
    assert (await api.post("/api/auth/reset-password", json=form)).status_code == 204
    again = await sign_in(account)
    assert len(await again.read("/api/certificates")) == 1


@pytest.mark.parametrize("confirming_first", [True, False])
async def test_confirming_while_a_test_is_submitted_loses_no_certificate(
    account: Account, confirming_first: bool
):
    state = await take_exam_unconfirmed(account)
    requests = [confirm(account), submit(account, state["test_id"])]
    await asyncio.gather(*(requests if confirming_first else requests[::-1]))
    assert len(await account.read("/api/certificates")) == 1
