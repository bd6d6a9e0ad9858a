"""Correcting a key scores the attempts again that had the item."""

from typing import Any
from uuid import UUID

import httpx
import pytest
from sqlmodel import col, select

from tests.answering import advance, save, start_exam, submit, take_exam
from tests.api.accounts.test_auth import stored
from tests.api.certificates.holding import share
from tests.api.items.regrading import WRONG, regrade_all, wrong_key
from tests.api_client import ApiClient
from tests.conftest import FakeClock
from tests.factories import Account, register, sign_in
from tests.mailbox import confirm, set_confirmed
from webdev_certs.server.api.dependencies import Resources, new_context
from webdev_certs.server.models import (
    Attempt,
    AttemptItem,
    AttemptRegrade,
    Certificate,
    ItemRegrade,
    ItemVersion,
    OutboxMail,
)
from webdev_certs.server.services.certificates import status_lists
from webdev_certs.server.services.exams.regrading import regrade_attempt


async def taken(account: Account, share: float) -> dict[str, Any]:
    """Take a test of 20 items with this share of right answers, spread evenly, and return its result.

    It follows the rule of former attempts, whose score alone decides, because few answers then decide.
    """
    state = await take_exam(
        account, right=lambda position: int(position * share) > int((position - 1) * share)
    )
    assert isinstance(account.api, ApiClient)
    async with account.api.app.state.resources.database.transaction() as db:
        (await db.get_one(Attempt, UUID(state["test_id"]))).passing_rule = 1
    return (await submit(account, state["test_id"])).json()


async def rows_of(resources: Resources, test_id: str, *, correct: bool) -> list[AttemptItem]:
    """Return the choice items of an attempt whose answers were right or wrong."""
    return [
        row
        for row in await stored(resources, AttemptItem)
        if str(row.attempt_id) == test_id
        and row.correct is correct
        and resources.bank.technologies["react"].by_id[row.item_id].format in WRONG
    ]


def right_key(resources: Resources, item_id: str) -> str:
    return f"[{', '.join(resources.bank.technologies['react'].by_id[item_id].key or ())}]"


async def result(account: Account, test_id: str) -> dict[str, Any]:
    return await account.read(f"/api/tests/{test_id}/result")


async def mails(resources: Resources) -> list[OutboxMail]:
    return [mail for mail in await stored(resources, OutboxMail) if "result has changed" in mail.subject]


async def fail_narrowly(account: Account) -> dict[str, Any]:
    """Return the result of a failed test that some more right answers would have passed."""
    found = await taken(account, 0.5)
    assert (found["passed"], found["score"] > 400) == (False, True), found["score"]
    return found


async def test_a_fail_that_becomes_a_pass_gets_a_certificate_and_a_mail(
    account: Account, resources: Resources, clock: FakeClock
):
    before = await fail_narrowly(account)
    clock.advance(days=3)
    for row in await rows_of(resources, before["test_id"], correct=False):
        found = await regrade_all(resources, row.item_id, wrong_key(resources, row.item_id))
        assert len(found) == 1
        if found[0].passed:
            break
    else:
        raise AssertionError("no regrade has made the attempt a pass")
    after = await result(await sign_in(account), before["test_id"])
    assert (after["passed"], after["score"] >= 500 > before["score"]) == (True, True)
    assert after["certificate_number"].startswith("WDC-RE-")
    (certificate,) = await stored(resources, Certificate)
    assert (certificate.score, certificate.issued_at) == (after["score"], clock())
    assert certificate.attempt_id is not None
    (mail,) = [mail for mail in await mails(resources) if "You passed" in mail.text]
    assert mail.recipient == account.user["email"]
    words = " ".join(mail.text.split())
    assert f" to {after['score']}. You passed the test." in words
    assert "Your score changed from " in words
    assert f"/test-results/{before['test_id']}" in mail.text
    # What was shown is kept; the regrade is a row of its own.
    (version,) = [
        one for one in await stored(resources, ItemVersion) if (one.item_id, one.version) == (row.item_id, 1)
    ]
    assert version.content["key"] == list(resources.bank.technologies["react"].by_id[row.item_id].key or ())


async def test_a_pass_stays_with_its_score_unless_the_operator_says_otherwise(
    account: Account, resources: Resources
):
    await confirm(account)
    before = await taken(account, 0.8)
    assert before["passed"] is True
    await share(account, before["certificate_number"], score_public=True)
    credential = f"/api/certificates/{before['certificate_number']}/credential"
    assert _score(await account.read(credential)) == str(before["score"])
    rows = await rows_of(resources, before["test_id"], correct=True)
    kept = []
    for row in rows:
        kept += await regrade_all(resources, row.item_id, wrong_key(resources, row.item_id))
    assert any(one.kept for one in kept)
    assert not any(one.failed for one in kept)
    # Whose result stays as it is gets no mail.
    assert len(await mails(resources)) == sum(one.changed for one in kept)
    during = await result(account, before["test_id"])
    assert (during["passed"], during["score"] >= 500) == (True, True)
    (certificate,) = await stored(resources, Certificate)
    assert (certificate.revoked_at, certificate.score) == (None, during["score"])
    # What was signed before is not given out again.
    assert _score(await account.read(credential)) == str(during["score"]) != str(before["score"])

    told = {mail.id for mail in await mails(resources)}
    (last,) = await regrade_all(
        resources, rows[-1].item_id, wrong_key(resources, rows[-1].item_id), takes_passes_away=True
    )
    assert last.failed
    after = await result(account, before["test_id"])
    assert (after["passed"], after["score"] < 500) == (False, True)
    (certificate,) = await stored(resources, Certificate)
    assert certificate.revocation_reason == "regraded"
    (mail,) = [mail for mail in await mails(resources) if mail.id not in told]
    assert "You haven’t passed the test." in mail.text

    for row in rows:
        await regrade_all(resources, row.item_id, right_key(resources, row.item_id))
    again = await result(account, before["test_id"])
    assert (again["passed"], again["score"]) == (True, before["score"])
    # The revocation of the first certificate is final, so there is a second one.
    old, new = sorted(await stored(resources, Certificate), key=lambda one: one.revoked_at is None)
    assert (old.revocation_reason, old.attempt_id) == ("regraded", None)
    assert (str(new.attempt_id), new.score) == (before["test_id"], before["score"])
    assert again["certificate_number"] == new.number


def _score(credential: dict[str, Any]) -> str:
    """Return the score that a signed credential states; the first result is the score."""
    return credential["credentialSubject"]["result"][0]["value"]


async def test_a_regrade_does_not_undo_a_revocation_by_an_operator(account: Account, resources: Resources):
    await confirm(account)
    before = await taken(account, 0.8)
    async with resources.database.transaction() as db:
        context = new_context(resources, db)
        (found,) = (await db.exec(select(Certificate))).all()
        await status_lists.revoke(context, found, "issued_in_error")
    row = (await rows_of(resources, before["test_id"], correct=False))[0]
    (regraded,) = await regrade_all(resources, row.item_id, wrong_key(resources, row.item_id))
    assert regraded.changed
    (certificate,) = await stored(resources, Certificate)
    assert certificate.revocation_reason == "issued_in_error"


async def test_the_certificate_follows_the_standard_error_too_if_the_score_stays(
    account: Account, resources: Resources
):
    await confirm(account)
    before = await taken(account, 0.8)
    async with resources.database.transaction() as db:
        # As if the attempt had been scored with one more item, which changed only how exact the score is.
        (await db.exec(select(Certificate))).one().standard_error = before["standard_error"] - 1
    row = (await rows_of(resources, before["test_id"], correct=True))[0]
    await regrade_all(resources, row.item_id, right_key(resources, row.item_id))
    (certificate,) = await stored(resources, Certificate)
    assert (certificate.score, certificate.standard_error) == (before["score"], before["standard_error"])


async def test_repeating_changes_nothing_and_sends_no_mail(account: Account, resources: Resources):
    before = await fail_narrowly(account)
    row = (await rows_of(resources, before["test_id"], correct=False))[0]
    key = wrong_key(resources, row.item_id)
    assert len(await regrade_all(resources, row.item_id, key)) == 1
    first = await result(account, before["test_id"])
    assert await regrade_all(resources, row.item_id, key) == []
    (regrade,) = await stored(resources, ItemRegrade)
    async with resources.database.transaction() as db:
        learner = next(iter(await stored(resources, Attempt)))
        again = await regrade_attempt(new_context(resources, db), regrade, (learner.id, learner.user_id))
    assert again is None
    assert await result(account, before["test_id"]) == first
    assert len(await mails(resources)) == len(await stored(resources, AttemptRegrade)) == 1


async def test_it_goes_on_where_it_was_stopped(api: httpx.AsyncClient, resources: Resources):
    accounts = [await register(api) for _ in range(3)]
    for account in accounts:
        await confirm(account)
        await taken(account, 0.5)
    counts: dict[str, int] = {}
    for row in await stored(resources, AttemptItem):
        if resources.bank.technologies["react"].by_id[row.item_id].format in WRONG:
            counts[row.item_id] = counts.get(row.item_id, 0) + 1
    item_id = max(counts, key=lambda one: counts[one])
    assert counts[item_id] > 1
    key = wrong_key(resources, item_id)
    done = await regrade_all(resources, item_id, key, most=1)
    rest = await regrade_all(resources, item_id, key)
    assert (len(done), len(rest)) == (1, counts[item_id] - 1)
    assert len(await stored(resources, AttemptRegrade)) == counts[item_id]
    assert len(await stored(resources, ItemRegrade)) == 1


async def test_an_item_that_no_longer_counts_changes_the_score_and_no_verdict(
    account: Account, resources: Resources
):
    before = await taken(account, 0.8)
    row = (await rows_of(resources, before["test_id"], correct=False))[0]
    (found,) = await regrade_all(resources, row.item_id)
    after = await result(account, before["test_id"])
    assert found.changed
    assert after["score"] > before["score"]
    # It still counts as answered: otherwise all who took 20 items would fail.
    assert (after["passed"], after["answered"]) == (True, 20)
    (attempt,) = await stored(resources, Attempt)
    assert sum(topic["items"] for topic in attempt.profile or ()) == 19
    exported = await account.read("/api/profile/export")
    (regraded,) = exported["regrades"]
    assert (regraded["score_before"], regraded["score_after"]) == (before["score"], after["score"])


async def test_without_a_confirmed_email_the_result_changes_without_a_mail(
    account: Account, resources: Resources
):
    before = await taken(account, 0.8)
    await set_confirmed(account, False)
    row = (await rows_of(resources, before["test_id"], correct=False))[0]
    (found,) = await regrade_all(resources, row.item_id, wrong_key(resources, row.item_id))
    assert found.changed
    assert await mails(resources) == []


async def test_a_running_attempt_is_scored_with_the_corrected_key_when_it_ends(
    account: Account, resources: Resources
):
    state = await start_exam(account)
    while state["item"]["format"] not in WRONG:
        await save(account, state)
        state = (await advance(account, state)).json()
    await save(account, state, right=False)
    rows = await stored(resources, AttemptItem)
    row = next(one for one in rows if one.position == state["position"])
    assert await regrade_all(resources, row.item_id, wrong_key(resources, row.item_id)) == []
    shown = (await advance(account, state)).json()
    assert shown["position"] == state["position"] + 1
    await submit(account, state["test_id"])
    assert {one.correct for one in await stored(resources, AttemptItem) if one.answered_at} == {True}


async def test_the_estimate_of_a_running_attempt_follows_the_corrected_key(
    account: Account, resources: Resources
):
    state = await start_exam(account)
    await save(account, state)
    (row,) = await stored(resources, AttemptItem)
    await regrade_all(resources, row.item_id)
    await advance(account, state)
    async with resources.database.transaction() as db:
        query = select(AttemptItem).order_by(col(AttemptItem.position).desc())
        latest = (await db.exec(query)).first()
    assert latest is not None
    assert (latest.position, latest.theta, latest.sd) == (2, pytest.approx(0), pytest.approx(1, abs=1e-4))
