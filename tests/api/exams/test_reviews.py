"""Passing attempts with unusual signs wait for an operator; nobody is refused by a program."""

import asyncio
from typing import Any

import httpx
import pytest

from tests.answering import start_exam, submit
from tests.api.accounts.test_auth import stored
from tests.api.exams.reviewing import CALM, decide, held, make_wrong_answers_easy, take_with_times
from tests.api.exams.test_retakes import change_email, delete
from tests.api.items.regrading import regrade_all, wrong_key
from tests.conftest import FakeClock
from tests.factories import ADA, Account, register, sign_in
from tests.mailbox import confirm, mails, newest_token, set_confirmed
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import AttemptItem, AttemptReview, Certificate
from webdev_certs.server.services.exams.reviews import ReviewFault
from webdev_certs.settings import Settings


@pytest.fixture
def plain_settings(plain_settings: Settings) -> Settings:
    return plain_settings.model_copy(update={"hold_attempts": True})


async def subjects(api: httpx.AsyncClient) -> list[str]:
    """Return the subjects of the mails about reviews."""
    return [mail.subject for mail in await mails(api, ADA) if mail.kind == "review"]


async def result(account: Account, test_id: str) -> dict[str, Any]:
    return await account.read(f"/api/tests/{test_id}/result")


async def numbers(account: Account) -> list[str]:
    return [one["number"] for one in (await account.read("/api/certificates"))]


async def browse(account: Account, test_id: str, *events: tuple[str, int]) -> None:
    """Report events (kind, position) of a running test."""
    for kind, position in events:
        body = {"kind": kind, "position": position, "seconds": 20}
        response = await account.post(f"/api/tests/{test_id}/events", json=body)
        assert response.status_code == 204, response.text


async def test_an_honest_attempt_gets_its_certificate_at_once(
    api: httpx.AsyncClient, account: Account, resources: Resources
):
    # Two quick answers, a look elsewhere and a pasted text are nothing unusual.
    test_id = await take_with_times(account, resources, seconds=(1, 1, CALM))
    await browse(account, test_id, ("left", 2), ("left", 3), ("paste", 3), ("paste", 4))
    found = (await submit(account, test_id)).json()
    assert (found["passed"], found["certificate_pending"], found["review"]) == (True, None, None)
    assert await numbers(account) == [found["certificate_number"]]
    assert await stored(resources, AttemptReview) == []
    assert await subjects(api) == []


@pytest.mark.parametrize("reason", ["rapid_answers", "misfit", "left_and_pasted"])
async def test_each_sign_holds_a_passing_attempt(
    api: httpx.AsyncClient, account: Account, resources: Resources, reason: str
):
    seconds = (1, 1, 1, CALM) if reason == "rapid_answers" else (CALM,)
    wrong = range(1, 5) if reason == "misfit" else ()
    test_id = await take_with_times(account, resources, seconds=seconds, wrong=wrong)
    if reason == "misfit":
        await make_wrong_answers_easy(resources, test_id, wrong)
    if reason == "left_and_pasted":
        await browse(account, test_id, *((kind, at) for at in (3, 7) for kind in ("left", "paste")))
    found = (await submit(account, test_id)).json()
    assert (found["passed"], found["certificate_number"]) == (True, None), found
    assert found["certificate_pending"] == "under_review"
    assert found["review"] == {
        "reasons": [reason],
        "held_at": "2026-03-02T09:00:00Z",
        "decided_at": None,
        "decision": None,
        "note": None,
    }
    assert await numbers(account) == []
    assert await subjects(api) == ["We’re taking a look at your React test"]


async def test_a_test_that_ends_by_the_clock_is_held_too(
    account: Account, resources: Resources, clock: FakeClock
):
    test_id = await take_with_times(account, resources, seconds=(1,))
    clock.advance(minutes=46)
    found = await result(await sign_in(account), test_id)
    assert (found["ended_by"], found["passed"]) == ("time_up", True)
    assert found["certificate_pending"] == "under_review"


@pytest.mark.one_database
async def test_a_released_attempt_gets_its_certificate_and_a_mail(
    api: httpx.AsyncClient, account: Account, resources: Resources, clock: FakeClock
):
    test_id = (await held(account, resources))["test_id"]
    (react,) = (await account.read("/api/progress/learning"))["technologies"]
    assert (react["last_exam"]["under_review"], react["certificate"]) == (True, None)
    clock.advance(minutes=10)
    number = await decide(resources, test_id, "released", "A fast reader!")
    assert number
    assert await numbers(account) == [number]
    found = await result(account, test_id)
    assert (found["passed"], found["certificate_number"]) == (True, number)
    assert found["certificate_pending"] is None
    assert found["review"]["decision"] == "released"
    assert (await subjects(api))[-1] == "You passed! Your React test is confirmed"
    mail = (await mails(api, ADA))[-1]
    assert "Our note to you: A fast reader!" in mail.text
    assert f"/verify/{number}" in mail.text


@pytest.mark.one_database
async def test_a_refused_attempt_is_not_passed_and_stays_so(
    api: httpx.AsyncClient, account: Account, resources: Resources, clock: FakeClock
):
    test_id = (await held(account, resources))["test_id"]
    clock.advance(minutes=10)
    assert await decide(resources, test_id, "refused") is None
    found = await result(account, test_id)
    assert (found["passed"], found["decided"], found["certificate_pending"]) == (False, True, None)
    assert (found["review"]["decision"], found["review"]["reasons"]) == ("refused", ["rapid_answers"])
    assert (await subjects(api))[-1] == "Our decision about your React test"
    # A regrade that leaves it above the pass mark gives no certificate, either.
    rows = [row for row in await stored(resources, AttemptItem) if row.item_id.startswith("react")]
    await regrade_all(resources, rows[0].item_id)
    assert not (await result(account, test_id))["passed"]
    await set_confirmed(account, False)
    await confirm(account)
    assert await numbers(account) == []


@pytest.mark.one_database
async def test_a_regrade_changes_the_score_of_a_held_attempt_but_issues_nothing(
    account: Account, resources: Resources
):
    before = await held(account, resources)
    rows = [row for row in await stored(resources, AttemptItem) if row.scored]
    (regraded,) = await regrade_all(resources, rows[0].item_id)
    assert regraded.changed
    after = await result(account, before["test_id"])
    assert (after["certificate_pending"], after["certificate_number"]) == ("under_review", None)
    assert await numbers(account) == []
    number = await decide(resources, before["test_id"], "released")
    (certificate,) = await stored(resources, Certificate)
    assert (certificate.number, certificate.score) == (number, after["score"])


@pytest.mark.one_database
async def test_a_regrade_that_takes_the_pass_away_leaves_nothing_to_decide(
    api: httpx.AsyncClient, account: Account, resources: Resources, clock: FakeClock
):
    test_id = (await held(account, resources))["test_id"]
    choices = ("single_choice", "output", "true_false", "multiple_choice")
    by_id = resources.bank.technologies["react"].by_id
    for row in await stored(resources, AttemptItem):
        if by_id[row.item_id].format in choices:
            key = wrong_key(resources, row.item_id)
            await regrade_all(resources, row.item_id, key, takes_passes_away=True)
    found = await result(account, test_id)
    assert (found["passed"], found["certificate_pending"]) == (False, None)
    with pytest.raises(ReviewFault, match="not passed"):
        await decide(resources, test_id, "released")
    clock.advance(days=6)
    assert (await api.get("/api/ready")).json()["warnings"] == []


@pytest.mark.parametrize("released_first", [True, False])
async def test_of_two_decisions_at_once_one_is_made(
    api: httpx.AsyncClient, account: Account, resources: Resources, released_first: bool
):
    test_id = (await held(account, resources))["test_id"]
    decisions = ["released", "refused"] if released_first else ["refused", "released"]
    done = await asyncio.gather(
        *(decide(resources, test_id, decision) for decision in decisions),  # pyright: ignore[reportArgumentType]
        return_exceptions=True,
    )
    assert sum(isinstance(one, ReviewFault) for one in done) == 1, done
    found = await result(account, test_id)
    (review,) = await stored(resources, AttemptReview)
    released = review.decision == "released"
    assert (found["passed"], bool(found["certificate_number"])) == (released, released)
    assert len(await subjects(api)) == 2


@pytest.mark.one_database
async def test_a_released_certificate_waits_for_a_confirmed_email(
    api: httpx.AsyncClient, account: Account, resources: Resources
):
    test_id = await take_with_times(account, resources, seconds=(1,))
    await set_confirmed(account, False)
    found = (await submit(account, test_id)).json()
    assert found["certificate_pending"] == "under_review"
    # Nobody has proved that the email is theirs.
    assert await subjects(api) == []
    assert (await confirm(account)).json()["certificates"] == []
    await set_confirmed(account, False)
    assert await decide(resources, test_id, "released") is None
    assert (await result(account, test_id))["certificate_pending"] == "confirm_email"
    await account.post("/api/auth/resend-confirmation")
    token = {"token": await newest_token(api, ADA)}
    confirmed = await account.post("/api/auth/confirm", json=token)
    assert confirmed.json()["certificates"] == await numbers(account) != []


@pytest.fixture
async def second(api: httpx.AsyncClient, clock: FakeClock) -> Account:
    """Somebody who registers after another account with Ada's mailbox has started the exam, and is gone."""
    other = await register(api, email=ADA)
    await submit(other, (await start_exam(other))["test_id"])
    await delete(other)
    clock.advance(minutes=3)
    return await register(api, email="grace@example.com")


@pytest.mark.one_database
async def test_a_start_too_soon_after_another_account_is_found_when_the_email_is_confirmed(
    api: httpx.AsyncClient, second: Account, resources: Resources
):
    test_id = await take_with_times(second, resources)
    form = {"email": "ADA@example.com", "password": second.password}
    await second.post("/api/profile/email", json=form)
    await set_confirmed(second, False)
    found = (await submit(second, test_id)).json()
    assert found["certificate_pending"] == "confirm_email"
    token = {"token": await newest_token(api, ADA)}
    response = await second.post("/api/auth/confirm", json=token)
    assert response.json() == {"email": ADA, "certificates": []}
    found = await result(second, test_id)
    assert (found["certificate_pending"], found["review"]["reasons"]) == ("under_review", ["retake"])
    # An operator decides, not the program.
    assert await decide(resources, test_id, "released")
    assert len(await numbers(second)) == 1


@pytest.mark.one_database
async def test_a_start_too_soon_is_found_when_the_test_ends(second: Account, resources: Resources):
    test_id = await take_with_times(second, resources)
    await change_email(second, ADA)
    found = (await submit(second, test_id)).json()
    assert (found["certificate_pending"], found["review"]["reasons"]) == ("under_review", ["retake"])


@pytest.mark.one_database
async def test_a_start_too_soon_is_found_by_a_regrade(second: Account, resources: Resources):
    test_id = await take_with_times(second, resources, wrong=range(1, 20, 2))
    found = (await submit(second, test_id)).json()
    assert not found["passed"]
    await change_email(second, ADA)
    for row in await stored(resources, AttemptItem):
        if row.correct is False:
            await regrade_all(resources, row.item_id)
    found = await result(second, test_id)
    assert (found["passed"], found["certificate_number"]) == (True, None), found
    assert (found["certificate_pending"], found["review"]["reasons"]) == ("under_review", ["retake"])


@pytest.mark.one_database
async def test_a_start_after_the_wait_is_not_held(second: Account, clock: FakeClock, resources: Resources):
    clock.advance(days=14)
    second = await sign_in(second)
    test_id = await take_with_times(second, resources)
    await change_email(second, ADA)
    assert (await submit(second, test_id)).json()["certificate_number"]


async def test_operators_are_warned_after_five_days(
    api: httpx.AsyncClient, account: Account, resources: Resources, clock: FakeClock
):
    test_id = (await held(account, resources))["test_id"]
    clock.advance(days=5, seconds=-1)
    assert (await api.get("/api/ready")).json() == {"status": "ready", "warnings": []}
    clock.advance(days=1)
    response = await api.get("/api/ready")
    assert response.status_code == 200
    warning = {"code": "reviews_overdue", "count": 1, "oldest_days": 5}
    assert response.json() == {"status": "ready", "warnings": [warning]}
    await decide(resources, test_id, "refused")
    assert (await api.get("/api/ready")).json()["warnings"] == []
