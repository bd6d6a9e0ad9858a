"""The language of an account: its mails are in that language, even if another user causes them."""

from typing import Any
from uuid import UUID

import httpx
import pytest

from tests.api.accounts.test_auth import problem
from tests.conftest import FakeClock
from tests.factories import ADA, Account, register
from tests.mailbox import confirm, mails
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models.mail import OutboxMail
from webdev_certs.server.services.payments.mails import queue_payment_failed, queue_subscription_ended
from webdev_certs.settings import Settings
from webdev_certs.settings.operator import OperatorSettings
from webdev_certs.shared.translation import in_language

pytestmark = pytest.mark.one_database


GRACE = "grace@example.com"
OPERATOR = "operator@certs.example"
GERMAN = {"Accept-Language": "de-DE,de;q=0.9,en;q=0.8"}
CONFIRM_GERMAN, CONFIRM_ENGLISH = "Bestätigen Sie Ihre E-Mail-Adresse", "Confirm your email"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"operator": OperatorSettings(email=OPERATOR)})


async def register_in_german(api: httpx.AsyncClient) -> Account:
    return await register(api, email=ADA, language="de-DE,de;q=0.9,en;q=0.8")


async def profile(account: Account, **change: Any) -> dict[str, Any]:
    """Change the profile in an English request, and return it."""
    response = await account.patch("/api/profile", json=change)
    assert response.status_code == 200, response.text
    return response.json()


async def newest(api: httpx.AsyncClient, clock: FakeClock, email: str = ADA) -> OutboxMail:
    clock.advance(seconds=1)
    return (await mails(api, email))[-1]


async def test_a_german_registration_gets_a_german_mail_with_a_german_page(
    api: httpx.AsyncClient, clock: FakeClock, resources: Resources
):
    account = await register_in_german(api)
    mail = await newest(api, clock)
    assert mail.subject == CONFIRM_GERMAN
    assert mail.text.startswith("Guten Tag Ada Lovelace,")
    assert f"{resources.settings.origin}/de/auth/confirm#token=" in mail.text
    assert '<html lang="de">' in mail.html
    assert "Oder kopieren Sie diesen Link in Ihren Browser:" in mail.html
    assert (await profile(account))["language"] == "de"
    assert (await confirm(account)).status_code == 200


async def test_the_profile_changes_the_language_of_the_next_mail(api: httpx.AsyncClient, clock: FakeClock):
    account = await register(api, email=ADA)
    assert (await profile(account, language="de"))["language"] == "de"
    clock.advance(minutes=5)
    # Not the language of the request that causes the mail.
    await account.post("/api/auth/resend-confirmation")
    assert (await newest(api, clock)).subject == CONFIRM_GERMAN
    assert (await profile(account, full_name="Ada King"))["language"] == "de"
    assert (await profile(account, language="en"))["language"] == "en"
    await account.post("/api/auth/resend-confirmation", headers=GERMAN)
    assert (await newest(api, clock)).subject == CONFIRM_ENGLISH


@pytest.mark.parametrize("language", ["fr", "DE", "de-DE", ""])
async def test_an_unknown_language_is_an_error_of_its_field(api: httpx.AsyncClient, language: str):
    account = await register_in_german(api)
    response = await account.patch("/api/profile", json={"language": language})
    body = problem(response, 422, "invalid_request")
    assert body["errors"] == [{"field": "language", "message": "Input should be 'en' or 'de'"}]
    response = await account.patch("/api/profile", json={"language": language}, headers=GERMAN)
    (error,) = response.json()["errors"]
    assert error == {"field": "language", "message": "Möglich ist nur: 'en', 'de'."}
    assert (await profile(account))["language"] == "de"


async def test_mails_to_an_account_have_its_language_even_if_others_cause_them(
    api: httpx.AsyncClient, clock: FakeClock
):
    ada = await register_in_german(api)
    await confirm(ada)
    await api.post("/api/auth/forgot-password", json={"email": ADA})
    assert (await newest(api, clock)).subject == "Neues Passwort wählen"
    # Somebody else registers with the same email, in English.
    await register(api, email=ADA, name="Eve")
    assert (await newest(api, clock)).subject == "Sie haben schon ein Konto"
    grace = await register(api, email=GRACE)
    await confirm(grace)
    form = {"email": ADA, "password": grace.password}
    assert (await grace.post("/api/profile/email", json=form)).status_code == 202
    assert (await newest(api, clock)).subject == "Zu dieser E-Mail-Adresse gibt es schon ein Konto"
    form = {"current_password": grace.password, "new_password": "eight calm rivers"}
    headers = grace.headers | GERMAN
    assert (await api.post("/api/profile/password", json=form, headers=headers)).status_code == 204
    assert (await newest(api, clock, GRACE)).subject == "Your password was changed"
    form = {"current_password": ada.password, "new_password": "eight calm rivers"}
    assert (await ada.post("/api/profile/password", json=form)).status_code == 204
    assert (await newest(api, clock)).subject == "Ihr Passwort wurde geändert"
    form = {"certificates": "revoke", "password": "eight calm rivers"}
    deleted = await ada.request("DELETE", "/api/profile", json=form)
    assert deleted.status_code == 204
    assert (await newest(api, clock)).subject == "Ihr Konto wurde gelöscht"


async def test_mails_without_a_request_have_the_language_of_the_account(
    api: httpx.AsyncClient, clock: FakeClock, resources: Resources
):
    account = await register_in_german(api)
    user_id, origin = UUID(account.user["id"]), resources.settings.origin
    # As the reconciliation does.
    with in_language("en"):
        async with resources.database.transaction() as db:
            await queue_payment_failed(db, resources.settings, user_id, clock(), clock())
        failed = await newest(api, clock)
        async with resources.database.transaction() as db:
            await queue_subscription_ended(db, resources.settings, user_id, clock())
    assert "bis zum 2.\u00a0März\u00a02026" in failed.text
    assert f"{origin}/de/dashboard/billing" in failed.text
    ended = await newest(api, clock)
    assert ended.subject == "Ihr Pro-Abo ist beendet"
    assert f"{origin}/de/payment" in ended.text


async def test_an_email_without_an_account_gets_the_language_of_the_request(
    api: httpx.AsyncClient, clock: FakeClock, resources: Resources
):
    await api.post("/api/auth/forgot-password", json={"email": ADA}, headers=GERMAN)
    mail = await newest(api, clock)
    assert mail.subject == "Zu dieser E-Mail-Adresse gibt es kein Konto"
    assert f"{resources.settings.origin}/de/auth/register" in mail.text


async def test_the_operator_gets_english_mails_and_the_sender_german_ones(
    api: httpx.AsyncClient, clock: FakeClock
):
    form = {"name": "Ada", "email": ADA, "message": "Wo ist mein Zertifikat?"}
    assert (await api.post("/api/contact", json=form, headers=GERMAN)).status_code == 202
    operators = await newest(api, clock, OPERATOR)
    assert operators.subject == "A message from the contact form"
    assert "From: Ada" in operators.text
    assert '<html lang="en">' in operators.html
    assert (await newest(api, clock)).subject == "Ihre Nachricht ist angekommen"
