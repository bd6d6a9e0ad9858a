"""Mails that people can switch off: in the profile, and by one click in the mail without signing in."""

from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import httpx
import pytest

from tests.answering import pass_exam, start_exam, submit, take_exam
from tests.api.accounts.test_auth import problem, stored
from tests.api.exams.reviewing import held
from tests.api.exams.test_retakes import delete
from tests.factories import ADA, Account, register
from tests.mailbox import confirm, mails, set_confirmed
from webdev_certs.server.api.dependencies import Resources, new_context
from webdev_certs.server.models import MailChoice, OutboxMail, Reminder
from webdev_certs.server.services.mail.choices import unsubscribe_token
from webdev_certs.settings import Settings
from webdev_certs.shared.vocabulary import MailKind

ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture
def plain_settings(plain_settings: Settings, request: pytest.FixtureRequest) -> Settings:
    held = "review" in request.node.name
    return plain_settings.model_copy(update={"hold_attempts": held})


async def choose(account: Account, **choices: Any) -> httpx.Response:
    return await account.patch("/api/profile", json={"mails": choices})


async def choices(account: Account) -> dict[str, bool]:
    return (await account.read("/api/profile"))["mails"]


async def kinds(account: Account) -> list[str | None]:
    """Return the kinds of the mails to Ada that can be switched off."""
    return [mail.kind for mail in await mails(account.api, ADA) if mail.kind]


def token(resources: Resources, account: Account, kind: MailKind = "retake") -> str:
    return unsubscribe_token(new_context(resources), UUID(account.user["id"]), kind)


async def unsubscribe(api: httpx.AsyncClient, token: str) -> httpx.Response:
    """Do what mail programs do (RFC 8058 §3.1)."""
    return await api.post("/api/mails/unsubscribe", params={"token": token}, data=ONE_CLICK)


# Choices


async def test_each_kind_is_switched_alone(api: httpx.AsyncClient, account: Account):
    before = await choices(account)
    changed = await choose(account, retake=False, practice=True)
    assert changed.json()["mails"] == before | {"retake": False, "practice": True}
    assert (await choose(account, retake=True)).json()["mails"] == before | {"practice": True}
    other = await register(api)
    assert await choices(other) == before


@pytest.mark.one_database
async def test_only_kinds_that_exist_are_switched(account: Account):
    for change in ({"security": False}, {"passed": "perhaps"}):
        assert (await choose(account, **change)).status_code == 422


@pytest.mark.one_database
async def test_a_pass_brings_the_certificate_by_mail(api: httpx.AsyncClient, account: Account):
    number = (await pass_exam(account))["certificate_number"]
    (mail,) = [mail for mail in await mails(account.api, ADA) if mail.kind]
    assert mail.subject == "You passed! Your React certificate is here"
    assert f"/verify/{number}" in mail.text
    assert f"certId={number}" in mail.text
    assert mail.unsubscribe
    link = urlsplit(mail.unsubscribe)
    assert (await api.post(f"{link.path}?{link.query}", data=ONE_CLICK)).json() == {"kind": "passed"}
    assert (await choices(account))["passed"] is False


async def test_a_pass_of_an_unconfirmed_email_is_mailed_once_it_is_confirmed(account: Account):
    await pass_exam(account, confirmed=False)
    assert await kinds(account) == []
    await confirm(account)
    assert await kinds(account) == ["passed"]


@pytest.mark.one_database
async def test_a_result_says_the_score_its_interval_and_when_to_try_again(account: Account):
    state = await take_exam(account, right=lambda position: position % 3 == 0)
    found = (await submit(account, state["test_id"])).json()
    (mail,) = [mail for mail in await mails(account.api, ADA) if mail.kind]
    assert mail.kind == "result"
    assert f"Your score: {found['score']} (likely {found['low']}–{found['high']})" in mail.text
    assert "Next try: from March\N{NO-BREAK SPACE}16,\N{NO-BREAK SPACE}2026" in mail.text
    assert "Weakest topics: " in mail.text


@pytest.mark.one_database
async def test_mails_that_are_switched_off_are_not_sent(account: Account):
    await choose(account, passed=False, result=False)
    await pass_exam(account)
    await submit(account, (await start_exam(account, "java"))["test_id"])
    assert await kinds(account) == []


@pytest.mark.one_database
async def test_the_mail_about_a_review_can_be_switched_off(account: Account, resources: Resources):
    await choose(account, review=False)
    await held(account, resources)
    assert await kinds(account) == []


async def test_switching_off_drops_what_waits_to_be_sent(account: Account):
    await pass_exam(account)
    await choose(account, result=False)
    assert await kinds(account) == ["passed"]
    await choose(account, passed=False)
    assert await kinds(account) == []


async def test_choices_and_waiting_mails_go_with_the_account(account: Account, resources: Resources):
    await choose(account, result=False, practice=True)
    await pass_exam(account)
    await delete(account)
    assert await stored(resources, MailChoice) == await stored(resources, Reminder) == []
    assert not [mail for mail in await stored(resources, OutboxMail) if mail.kind]


async def test_the_export_has_the_choices_and_what_is_planned(account: Account):
    await choose(account, practice=True)
    exported = await account.read("/api/profile/export")
    assert exported["account"]["mails"]["practice"] is True
    assert exported["reminders"] == [{"kind": "practice", "due_at": "2026-03-03T09:00:00Z"}]


# One click


async def test_one_click_switches_one_kind_off_without_signing_in(
    api: httpx.AsyncClient, account: Account, resources: Resources
):
    # Also when the email is not confirmed any more.
    await set_confirmed(account, False)
    before = await choices(account)
    for _time in range(2):
        response = await unsubscribe(api, token(resources, account))
        assert (response.status_code, response.json()) == (200, {"kind": "retake"})
    assert await choices(account) == before | {"retake": False}


@pytest.mark.one_database
async def test_opening_the_link_only_leads_to_the_page(
    api: httpx.AsyncClient, account: Account, resources: Resources
):
    """Mail scanners open every link."""
    own = token(resources, account)
    response = await api.get(
        "/api/mails/unsubscribe", params={"token": own}, headers={"Accept-Language": "de"}
    )
    assert (response.status_code, response.headers["location"]) == (303, f"/de/unsubscribe#token={own}")
    assert (await choices(account))["retake"] is True


@pytest.mark.one_database
async def test_the_answer_does_not_tell_whether_the_account_exists(
    api: httpx.AsyncClient, account: Account, resources: Resources
):
    own = token(resources, account)
    before = await unsubscribe(api, own)
    await delete(account)
    after = await unsubscribe(api, own)
    assert (after.status_code, after.content) == (before.status_code, before.content)
    assert await stored(resources, MailChoice) == []


@pytest.mark.one_database
async def test_no_other_token_unsubscribes(api: httpx.AsyncClient, account: Account, resources: Resources):
    own, other = token(resources, account), await register(api)
    kind, _dot, signed = own.partition(".")
    for forged in (
        "",
        kind,
        signed,
        own[:-1],
        f"passed.{signed}",
        f"security.{signed}",
        f"{kind}.{signed[:21]}{token(resources, other).partition('.')[2][21:]}",
        f"{kind}.ü{signed[1:]}",
        account.access_token[:100],
    ):
        problem(await unsubscribe(api, forged), 404, "unsubscribe_link_unknown")
    assert (await unsubscribe(api, "x" * 101)).status_code == 422
    assert await stored(resources, MailChoice) == []
