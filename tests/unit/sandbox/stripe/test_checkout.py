"""Paying on the hosted checkout page."""

import re

import pytest
import stripe

from tests.stripe_shop import Shop

GOOD, DECLINED, NEEDS_AUTHENTICATION = "4242424242424242", "4000000000000002", "4000002500003155"


async def retrieve(shop: Shop, checkout_session: stripe.checkout.Session) -> stripe.checkout.Session:
    return await shop.sdk.v1.checkout.sessions.retrieve_async(checkout_session.id)


async def test_a_lifetime_purchase_is_paid(shop: Shop):
    paid = await shop.buy("lifetime", client_reference_id="7", metadata={"product_type": "lifetime"})

    assert (paid.status, paid.payment_status, paid.url) == ("complete", "paid", None)
    assert (paid.amount_total, paid.currency) == (24_900, "usd")
    assert (paid.client_reference_id, paid.metadata["product_type"]) == ("7", "lifetime")
    assert paid.payment_intent.status == "succeeded"
    assert paid.line_items.data[0].price.lookup_key == "lifetime"
    assert (paid.subscription, paid.invoice) == (None, None)
    (charge,) = await shop.charges()
    assert (charge.amount, charge.customer) == (24_900, paid.customer)
    assert charge.payment_intent == paid.payment_intent.id
    assert await shop.invoices() == []


async def test_a_subscription_is_paid(shop: Shop):
    paid = await shop.buy("monthly")

    subscription, (invoice,) = await shop.subscription(), await shop.invoices()
    assert (paid.subscription, paid.invoice, paid.payment_intent) == (subscription.id, invoice.id, None)
    assert (subscription.status, subscription.customer) == ("active", paid.customer)
    assert subscription.latest_invoice == invoice.id
    assert invoice.parent is not None
    assert invoice.parent.subscription_details is not None
    assert invoice.parent.subscription_details.subscription == subscription.id
    assert (invoice.status, invoice.amount_paid) == ("paid", 1400)


@pytest.mark.parametrize(
    ("number", "code", "decline_code", "words"),
    [
        ("4000000000000002", "card_declined", "generic_decline", "Your card was declined."),
        ("4000000000009995", "card_declined", "insufficient_funds", "Your card has insufficient funds."),
        ("4000000000000069", "expired_card", None, "Your card has expired."),
        ("4000000000000127", "incorrect_cvc", None, "security code is incorrect."),
        ("4000000000000119", "processing_error", None, "An error occurred while processing your card."),
    ],
)
async def test_a_bad_card_is_declined(
    shop: Shop, number: str, code: str, decline_code: str | None, words: str
):
    checkout_session = await shop.open_checkout_session("monthly")

    answer = await shop.pay(checkout_session, number)

    assert answer.status_code == 402
    assert words in answer.text
    unpaid = await retrieve(shop, checkout_session)
    assert (unpaid.status, unpaid.payment_status) == ("open", "unpaid")
    assert unpaid.subscription is None
    event = (await shop.sdk.v1.events.list_async({"type": "payment_intent.payment_failed"})).data[0]
    error = event.data.object["last_payment_error"].to_dict()
    assert (error["code"], error.get("decline_code")) == (code, decline_code)
    assert [(charge.status, charge.paid) for charge in await shop.charges()] == [("failed", False)]


async def test_another_card_can_pay_after_a_decline(shop: Shop):
    checkout_session = await shop.open_checkout_session("monthly")
    await shop.pay(checkout_session, DECLINED)

    assert (await shop.pay(checkout_session, GOOD)).status_code == 303

    assert (await retrieve(shop, checkout_session)).status == "complete"
    assert len((await shop.sdk.v1.subscriptions.list_async()).data) == 1
    failed, paid = (await shop.charges())[::-1]
    assert (failed.status, paid.status) == ("failed", "succeeded")
    assert failed.payment_intent == paid.payment_intent


@pytest.mark.parametrize("plan", ["lifetime", "monthly"])
async def test_a_card_that_needs_authentication_is_paid_after_it(shop: Shop, plan: str):
    checkout_session = await shop.open_checkout_session(plan)

    challenge = (await shop.pay(checkout_session, NEEDS_AUTHENTICATION)).headers["location"]
    assert (await retrieve(shop, checkout_session)).status == "open"
    page = await shop.browser.get(challenge)
    assert "Complete authentication" in page.text
    answer = await shop.browser.post(challenge, data={"result": "complete"})

    assert answer.headers["location"] == f"http://shop.test/success?session_id={checkout_session.id}"
    assert (await retrieve(shop, checkout_session)).payment_status == "paid"
    assert (await shop.browser.post(challenge, data={"result": "complete"})).status_code == 410


async def test_failed_authentication_charges_nothing(shop: Shop):
    checkout_session = await shop.open_checkout_session("lifetime")
    challenge = (await shop.pay(checkout_session, NEEDS_AUTHENTICATION)).headers["location"]

    answer = await shop.browser.post(challenge, data={"result": "fail"})

    assert answer.status_code == 402
    assert "unable to authenticate" in answer.text
    assert await shop.charges() == []
    assert (await shop.pay(checkout_session, GOOD)).status_code == 303


async def test_a_checkout_session_is_paid_only_once(shop: Shop):
    checkout_session = await shop.open_checkout_session("lifetime")
    await shop.pay(checkout_session, GOOD)

    again = await shop.pay(checkout_session, GOOD)

    assert again.status_code == 410
    assert len(await shop.charges()) == 1
    assert await shop.recorded("checkout.session.completed") == ["checkout.session.completed"]


async def test_a_checkout_session_expires_after_a_day(shop: Shop):
    checkout_session = await shop.open_checkout_session("lifetime")
    shop.clock.advance(hours=24)

    assert (await shop.pay(checkout_session, GOOD)).status_code == 410
    await shop.advance("hour")
    assert (await retrieve(shop, checkout_session)).status == "expired"
    assert await shop.recorded("checkout.session.expired") == ["checkout.session.expired"]


async def test_a_purchase_gets_an_invoice_if_the_seller_asks_for_it(shop: Shop):
    paid = await shop.buy("lifetime", invoice_creation={"enabled": True})

    (invoice,) = await shop.invoices()
    assert (invoice.id, invoice.status, invoice.parent) == (paid.invoice, "paid", None)
    assert (invoice.customer, invoice.customer_email) == (paid.customer, "ada@example.com")
    assert invoice.payments is not None
    assert invoice.payments.data[0].payment.payment_intent == paid.payment_intent.id


@pytest.mark.parametrize(
    ("field", "typed", "words"),
    [
        ("number", "", "Enter a card number."),
        ("number", "4111111111111111", "but used a non test card"),
        ("expiry", "13 / 34", "as month and year"),
        ("expiry", "02 / 26", "in the past"),
        ("cvc", "1", "security code is incomplete"),
        ("name", " ", "Enter the name on the card."),
    ],
)
async def test_mistakes_are_shown_at_their_fields(shop: Shop, field: str, typed: str, words: str):
    checkout_session = await shop.open_checkout_session("lifetime")

    answer = await shop.pay(checkout_session, **{"number": GOOD, field: typed})

    assert answer.status_code == 422
    assert re.search(rf'id="{field}-mistake">[^<]*{words}', answer.text)
    assert f'aria-describedby="{field}-mistake"' in answer.text
    assert await shop.charges() == []


async def test_a_form_from_another_site_is_refused(shop: Shop):
    checkout_session = await shop.open_checkout_session("lifetime")
    assert checkout_session.url

    answer = await shop.browser.post(checkout_session.url, headers={"Origin": "https://evil.example"})

    assert answer.status_code == 403


async def test_a_price_with_several_currencies_is_paid_in_the_one_asked_for(shop: Shop):
    paid = await shop.buy("monthly", currency="eur")
    assert (paid.amount_total, paid.currency) == (1_300, "eur")
    subscription, (invoice,) = await shop.subscription(), await shop.invoices()
    assert (subscription.currency, invoice.currency, invoice.amount_paid) == ("eur", "eur", 1_300)
    price = subscription.items.data[0].price
    assert (price.currency, price.unit_amount) == ("usd", 1_400)

    with pytest.raises(stripe.InvalidRequestError, match="only supports `usd`, `eur`") as refusal:
        await shop.open_checkout_session("monthly", currency="chf")

    assert refusal.value.param == "currency"
