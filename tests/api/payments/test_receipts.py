"""Every payment sends exactly one receipt."""

import pytest
from sqlmodel import delete, select

from tests.api.payments.shop import Shop, receipts
from tests.mailbox import mails
from webdev_certs.server.domain.payments import CustomerHistory, Payment
from webdev_certs.server.models import Payment as StoredPayment
from webdev_certs.server.models import Purchase, Receipt
from webdev_certs.server.services.payments.mails import queue_receipts

pytestmark = pytest.mark.one_database


async def test_a_purchase_is_confirmed_with_its_invoice_and_how_to_cancel(shop: Shop):
    await shop.buy("yearly")
    (text,) = await receipts(shop)
    invoice = (await shop.provider.api.invoices.list_async()).data[0]
    assert "You bought: Pro, yearly Amount: $99 Date: " in text
    assert f"Invoice number: {invoice.number}" in text
    assert "You can cancel it in Billing any time" in text
    assert "https://certs.example/dashboard/billing" in text
    assert "https://certs.example/support#payments" in text
    assert "Test payment. No real money was charged." in text, "the keys are those of the test mode"


async def test_a_single_payment_is_confirmed_once_although_its_invoice_comes_later(shop: Shop):
    checkout_session = await shop.begin("lifetime")
    await shop.provider.pay(checkout_session)
    assert (await shop.verify(checkout_session)).is_success
    await shop.deliver_all()
    (text,) = await receipts(shop)
    assert "You bought: Pro, lifetime Amount: $249 " in text
    assert "You paid once." in text


async def test_each_renewal_is_confirmed(shop: Shop):
    await shop.buy("monthly")
    for _ in range(2):
        await shop.renew()
    numbers = {invoice.number for invoice in (await shop.provider.api.invoices.list_async()).data}
    texts = await receipts(shop)
    assert len(texts) == len(numbers) == 3
    assert {
        number for number in numbers if any(f"Invoice number: {number} " in text for text in texts)
    } == numbers


async def test_it_is_in_the_language_of_the_account(shop: Shop):
    answer = await shop.account.patch("/api/profile", json={"language": "de"})
    assert answer.is_success, answer.text
    await shop.buy("monthly")
    found = await mails(shop.api, shop.account.user["email"])
    (german,) = [mail for mail in found if mail.subject == "Ihr Beleg von WebDev Certs"]
    assert "Gekauft: Pro, monatlich\nBetrag: 14\N{NO-BREAK SPACE}$\n" in german.text
    assert "https://certs.example/de/dashboard/billing" in german.text
    assert "https://certs.example/de/support#payments" in german.text


CHANGES: list[dict[str, object]] = [
    {"amount": 0},
    {"amount": -100},
    {"refunded": 1},
    {"disputed": True},
    {"status": "open"},
    {"status": "failed"},
    {"currency": ""},
    {"currency": "€"},
    {"intent_id": None},
    {"intent_id": "pi_made_by_hand"},
    {"subscription_id": "sub_refused"},
    # The last two are confirmed.
    {},
    {"currency": "xxx"},
]


async def test_only_good_payments_of_purchases_are_confirmed(shop: Shop):
    await shop.buy("lifetime")
    confirmed: list[dict[str, object]] = []
    for changes in CHANGES:
        before = len(await receipts(shop))
        await _queue_twice(shop, changes)
        if len(await receipts(shop)) == before + 1:
            confirmed.append(changes)
    assert confirmed == CHANGES[-2:]


async def _queue_twice(shop: Shop, changes: dict[str, object]) -> None:
    """Queue the receipts of a history with one payment, which has been confirmed never before."""
    async with shop.resources.database.transaction() as db:
        await db.exec(delete(Receipt))
        purchase = (await db.exec(select(Purchase))).one()
        stored = (await db.exec(select(StoredPayment))).one()
        fields = {
            "payment_id": "in_1",
            "intent_id": purchase.intent_id,
            "invoice_id": "in_1",
            "subscription_id": None,
            "status": "paid",
            "amount": 1_400,
            "refunded": 0,
            "disputed": False,
            "currency": "eur",
            "created_at": stored.created_at,
            "paid_until": None,
        }
        history = CustomerHistory((), (Payment(**(fields | changes)),))  # pyright: ignore[reportArgumentType]
        settings, now = shop.resources.settings, shop.resources.clock()
        for _ in range(2):
            await queue_receipts(db, settings, purchase.user_id, history, [purchase], now)
