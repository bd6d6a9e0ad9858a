"""Paying on the hosted page."""

import re

import pytest
import stripe

from tests.stripe_shop import World

GOOD, DECLINED, ASKS = "4242424242424242", "4000000000000002", "4000002500003155"


async def session_of(world: World, session: stripe.checkout.Session) -> stripe.checkout.Session:
    parts = ["payment_intent.latest_charge", "subscription", "invoice"]
    return await world.sdk.v1.checkout.sessions.retrieve_async(session.id, {"expand": parts})


async def test_a_lifetime_purchase_is_paid(world: World):
    paid = await world.buy("lifetime", client_reference_id="7", metadata={"product_type": "lifetime"})

    assert (paid.status, paid.payment_status, paid.url) == ("complete", "paid", None)
    assert (paid.amount_total, paid.currency) == (14_900, "eur")
    assert (paid.client_reference_id, paid.metadata["product_type"]) == ("7", "lifetime")
    assert paid.customer_details.email == "ada@example.com"
    assert paid.payment_intent.status == "succeeded"
    assert paid.payment_intent.latest_charge.payment_method_details.card.last4 == "4242"
    assert paid.line_items.data[0].price.lookup_key == "lifetime"
    assert (paid.customer, paid.subscription, paid.invoice) == (None, None, None)


async def test_a_subscription_is_paid(world: World):
    paid = await world.buy("monthly", subscription_data={"metadata": {"user": "7"}})

    subscription = paid.subscription
    assert (subscription.status, subscription.metadata["user"]) == ("active", "7")
    assert subscription.customer == paid.customer
    assert subscription.latest_invoice == paid.invoice.id
    assert paid.invoice.parent.subscription_details.subscription == subscription.id
    assert (paid.invoice.status, paid.invoice.amount_paid) == ("paid", 1400)
    assert paid.payment_intent is None


async def test_the_customer_is_sent_where_the_session_says(world: World):
    session = await world.open_session("lifetime")

    answer = await world.pay(session, GOOD)

    assert answer.headers["location"] == f"http://shop.test/success?session_id={session.id}"


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
@pytest.mark.parametrize("plan", ["lifetime", "monthly"])
async def test_a_bad_card_is_refused(
    world: World, plan: str, number: str, code: str, decline_code: str | None, words: str
):
    session = await world.open_session(plan)

    answer = await world.pay(session, number)

    assert answer.status_code == 402
    assert words in answer.text
    open_still = await session_of(world, session)
    assert (open_still.status, open_still.payment_status) == ("open", "unpaid")
    assert open_still.subscription is None
    intents = await world.sdk.v1.payment_intents.list_async()
    error = intents.data[0].last_payment_error
    assert error is not None
    assert (error.code, getattr(error, "decline_code", None)) == (code, decline_code)
    charges = await world.sdk.v1.charges.list_async()
    assert [(charge.status, charge.paid) for charge in charges.data] == [("failed", False)]


async def test_after_a_refusal_another_card_pays_the_same_session(world: World):
    session = await world.open_session("monthly")
    await world.pay(session, DECLINED)
    assert (await world.pay(session, GOOD)).status_code == 303

    assert (await session_of(world, session)).status == "complete"
    assert len((await world.sdk.v1.subscriptions.list_async()).data) == 1
    assert len((await world.sdk.v1.customers.list_async()).data) == 1


@pytest.mark.parametrize("plan", ["lifetime", "monthly"])
async def test_a_bank_may_ask(world: World, plan: str):
    session = await world.open_session(plan)

    challenge = (await world.pay(session, ASKS)).headers["location"]
    assert (await session_of(world, session)).status == "open"
    page = await world.browser.get(challenge)
    assert "Complete authentication" in page.text
    answer = await world.browser.post(challenge, data={"result": "complete"})

    assert answer.headers["location"] == f"http://shop.test/success?session_id={session.id}"
    assert (await session_of(world, session)).payment_status == "paid"
    assert (await world.browser.post(challenge, data={"result": "complete"})).status_code == 410


async def test_who_fails_to_authenticate_pays_nothing(world: World):
    session = await world.open_session("lifetime")
    challenge = (await world.pay(session, ASKS)).headers["location"]

    answer = await world.browser.post(challenge, data={"result": "fail"})

    assert answer.status_code == 402
    assert "unable to authenticate" in answer.text
    assert (await world.sdk.v1.charges.list_async()).data == []
    assert (await world.pay(session, GOOD)).status_code == 303


async def test_a_session_is_paid_once(world: World):
    session = await world.open_session("lifetime")
    await world.pay(session, GOOD)

    again = await world.pay(session, GOOD)

    assert again.status_code == 410
    assert len((await world.sdk.v1.charges.list_async()).data) == 1
    assert await world.recorded("checkout.session.completed") == ["checkout.session.completed"]


async def test_an_expired_session_cannot_be_paid(world: World):
    session = await world.open_session("lifetime")
    await world.sdk.v1.checkout.sessions.expire_async(session.id)

    assert (await world.pay(session, GOOD)).status_code == 410


async def test_a_session_expires_after_a_day(world: World):
    session = await world.open_session("lifetime")
    world.clock.advance(hours=24)

    assert (await world.pay(session, GOOD)).status_code == 410
    await world.advance("hour")
    assert (await session_of(world, session)).status == "expired"
    assert await world.recorded("checkout.session.expired") == ["checkout.session.expired"]


async def test_a_known_customer_keeps_their_address_and_gets_an_invoice(world: World):
    customer = await world.sdk.v1.customers.create_async({"email": "known@example.com", "name": "Ada"})

    paid = await world.buy("lifetime", customer=customer.id, invoice_creation={"enabled": True})

    assert paid.customer == customer.id
    assert paid.customer_details.email == "known@example.com"
    assert (paid.invoice.status, paid.invoice.parent, paid.invoice.customer) == ("paid", None, customer.id)
    charges = await world.sdk.v1.charges.list_async({"customer": customer.id})
    assert [charge.amount for charge in charges.data] == [14_900]
    invoices = await world.sdk.v1.invoices.list_async({"customer": customer.id, "expand": ["data.payments"]})
    assert invoices.data[0].payments is not None
    assert invoices.data[0].payments.data[0].payment.payment_intent == paid.payment_intent.id


@pytest.mark.parametrize(
    ("field", "typed", "words"),
    [
        ("number", "", "Enter a card number."),
        ("number", "4242424242424241", "Your card number is invalid."),
        ("number", "4111111111111111", "but used a non test card"),
        ("expiry", "13 / 34", "as month and year"),
        ("expiry", "02 / 26", "in the past"),
        ("expiry", "12 / 2099", "year is invalid"),
        ("cvc", "1", "security code is incomplete"),
        ("name", " ", "Enter the name on the card."),
        ("email", "ada", "Enter an email address"),
    ],
)
async def test_mistakes_are_named_at_their_fields(world: World, field: str, typed: str, words: str):
    session = await world.open_session("lifetime")

    answer = await world.pay(session, **{"number": GOOD, field: typed})

    assert answer.status_code == 422
    assert re.search(rf'id="{field}-mistake">[^<]*{words}', answer.text)
    assert f'aria-describedby="{field}-mistake"' in answer.text
    assert (await world.sdk.v1.payment_intents.list_async()).data == []


async def test_what_was_typed_is_shown_and_harmless(world: World):
    session = await world.open_session("lifetime")

    answer = await world.pay(session, "1", name='<script>alert("x")</script>')

    assert "<script>alert" not in answer.text
    assert "&lt;script&gt;" in answer.text


async def test_another_sites_form_is_refused(world: World):
    session = await world.open_session("lifetime")
    assert session.url

    answer = await world.browser.post(session.url, headers={"Origin": "https://evil.example"})

    assert answer.status_code == 403


async def test_an_unknown_session_has_no_page(world: World):
    assert (await world.browser.get("/sandbox/stripe/c/pay/cs_test_unknown")).status_code == 404
