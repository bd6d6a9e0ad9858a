"""Withdrawals from contracts without signing in."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from tests.api.accounts.test_auth import stored
from tests.api.payments.german import OPERATOR, form, settings
from tests.api.payments.provider import NO_RENEWAL_CARD
from tests.api.payments.shop import Shop, mail_subjects, renewal_is_stopped
from tests.conftest import FakeClock
from webdev_certs.server.api.dependencies import new_context
from webdev_certs.server.models import OutboxMail, StoredDeclaration
from webdev_certs.server.services.payments.declarations import (
    carry_out_cancellations,
    remove_old_declarations,
)
from webdev_certs.shared.formatting import date_time

__all__ = ["settings"]


async def send(api: httpx.AsyncClient, sent: dict[str, Any], language: str = "en") -> httpx.Response:
    return await api.post("/api/payments/withdrawals", json=sent, headers={"Accept-Language": language})


async def mails(shop: Shop) -> dict[str, str]:
    """Return the mails about withdrawals by recipient, each on one line after its subject."""
    rows = await stored(shop.resources, OutboxMail)
    about = [row for row in rows if "withdrawal" in row.subject or "Widerruf" in row.subject]
    return {row.recipient: " ".join(f"{row.subject} {row.text}".split()) for row in about}


async def test_a_withdrawal_is_confirmed_at_once_and_nothing_renews(shop: Shop, clock: FakeClock):
    await shop.buy("yearly")
    sent = form(shop.account, name="  ADA   lovelace ", product_type="yearly", bought_on="2026-11-20")
    accepted = await send(shop.api, sent)
    assert accepted.status_code == 202, accepted.text
    now = clock()
    assert accepted.json() == {"received_at": now.isoformat().replace("+00:00", "Z")}
    found = await mails(shop)
    assert set(found) == {shop.account.user["email"], OPERATOR}
    # The law asks for what was declared, with the date and the time.
    receipt = found[shop.account.user["email"]]
    for words in (
        "ADA lovelace",
        shop.account.user["email"],
        "Pro Yearly",
        "November 20, 2026",
        date_time(now),
        "won’t renew",
    ):
        assert " ".join(words.split()) in receipt, words
    request = found[OPERATOR]
    for words in ("bought Pro (yearly) on", "refund the payment", shop.account.user["email"]):
        assert words in request, words
    # Stripe is asked later, so that the answer takes as long as any other; the owner sees it at once.
    assert not await renewal_is_stopped(shop)
    assert (await shop.billing())["subscription"]["status"] == "ending"
    await carry_out_cancellations(new_context(shop.resources))
    assert await renewal_is_stopped(shop)
    # The operator refunds, and access follows from that.
    assert await shop.has_paid()
    assert "Your Pro subscription is canceled" not in await mail_subjects(shop)


@pytest.mark.one_database
async def test_lifetime_access_can_be_withdrawn_from(shop: Shop):
    await shop.buy("lifetime")
    assert (await send(shop.api, form(shop.account))).status_code == 202
    found = await mails(shop)
    assert "bought Pro (lifetime) on" in found[OPERATOR]
    assert "renew" not in found[shop.account.user["email"]]


@pytest.mark.one_database
async def test_a_withdrawal_from_an_ended_subscription_leaves_a_later_one_alone(shop: Shop, clock: FakeClock):
    await shop.buy("monthly")
    await shop.provider.api.subscriptions.cancel_async(await shop.provider.subscription_id())
    await shop.deliver_all()
    clock.advance(hours=1)
    await shop.buy("yearly")
    assert (await send(shop.api, form(shop.account, product_type="monthly"))).status_code == 202
    await carry_out_cancellations(new_context(shop.resources))
    subscription = (await shop.billing())["subscription"]
    assert (subscription["product_type"], subscription["status"]) == ("yearly", "active")
    found = await mails(shop)
    assert "bought Pro (monthly) on" in found[OPERATOR]
    assert not [recipient for recipient, text in found.items() if "won’t renew" in text]


@pytest.mark.one_database
async def test_a_withdrawal_does_not_end_a_subscription_in_its_grace_period(shop: Shop):
    await shop.buy("monthly", NO_RENEWAL_CARD)
    await shop.renew()
    assert (await send(shop.api, form(shop.account))).status_code == 202
    await carry_out_cancellations(new_context(shop.resources))
    assert (await shop.billing())["subscription"]["status"] == "past_due"
    found = await mails(shop)
    assert "bought Pro (monthly) on" in found[OPERATOR]
    assert not [recipient for recipient, text in found.items() if "won’t renew" in text]


@pytest.mark.one_database
@pytest.mark.parametrize(
    "changes", [{"name": "Grace Hopper"}, {"product_type": "lifetime"}, {"email": "nobody@example.com"}]
)
async def test_what_fits_no_purchase_gets_the_same_answer_and_changes_nothing(
    shop: Shop, changes: dict[str, Any]
):
    await shop.buy("monthly")
    other = await send(shop.api, form(shop.account, **changes))
    assert (other.status_code, list(other.json())) == (202, ["received_at"])
    await carry_out_cancellations(new_context(shop.resources))
    assert (await shop.billing())["subscription"]["status"] == "active"
    found = await mails(shop)
    assert "no purchase matches" in found[OPERATOR]
    receipt = found[form(shop.account, **changes)["email"]]
    assert "We received your withdrawal" in receipt
    assert "renew" not in receipt


@pytest.mark.one_database
async def test_a_stranger_cannot_write_to_others_by_the_name(shop: Shop):
    advertised = form(shop.account, name="Win at evil.example/now", email="nobody@example.com")
    assert (await send(shop.api, advertised)).status_code == 202
    found = await mails(shop)
    assert "evil.example" in found[OPERATOR]
    assert "evil.example" not in found["nobody@example.com"]
    assert "we don’t repeat it here" in found["nobody@example.com"]


async def test_it_is_kept_for_the_operator_for_half_a_year(shop: Shop, clock: FakeClock):
    now = clock()
    sent = form(shop.account, product_type="monthly", bought_on="2026-11-20")
    await send(shop.api, sent)
    (row,) = await stored(shop.resources, StoredDeclaration)
    assert (row.kind, row.content, row.received_at) == ("withdrawal", sent, now)
    await remove_old_declarations(shop.resources.database, now + timedelta(days=179))
    assert len(await stored(shop.resources, StoredDeclaration)) == 1
    await remove_old_declarations(shop.resources.database, now + timedelta(days=181))
    assert await stored(shop.resources, StoredDeclaration) == []


@pytest.mark.one_database
async def test_the_receipt_is_in_the_language_of_the_form(shop: Shop):
    await send(shop.api, form(shop.account, email="nobody@example.com", product_type="monthly"), "de")
    receipt = (await mails(shop))["nobody@example.com"]
    assert receipt.startswith("Ihr Widerruf ist eingegangen")
    assert "Pro-Monatsabo" in receipt


@pytest.mark.one_database
async def test_strangers_can_use_up_receipts_but_neither_the_form_nor_the_news_of_a_stop(
    shop: Shop, api_app: FastAPI
):
    await shop.buy("monthly")
    rates = shop.resources.settings.limits.cancellation.model_copy(update={"account": "1/hour"})
    limits = shop.resources.settings.limits.model_copy(update={"enabled": True, "cancellation": rates})
    settings = shop.resources.settings.model_copy(update={"limits": limits})
    api_app.state.resources = replace(shop.resources, settings=settings)
    for _ in range(2):
        assert (await send(shop.api, form(shop.account, name="Grace Hopper"))).status_code == 202
    texts = [row.text for row in await stored(shop.resources, OutboxMail) if "withdrawal" in row.subject]
    assert len(texts) == 3
    assert len([text for text in texts if "The sender got no receipt" in text]) == 1
    assert (await send(shop.api, form(shop.account))).status_code == 202
    assert "won’t renew" in (await mails(shop))[shop.account.user["email"]]
