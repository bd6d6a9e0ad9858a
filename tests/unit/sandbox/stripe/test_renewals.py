"""What happens to subscriptions as time passes: renewals, failed payments, cancellations."""

from datetime import UTC, datetime

import stripe

from tests.stripe_shop import Shop

RENEWALS_FAIL = "4000000000000341"
DAY = 86_400


async def invoice_states(shop: Shop, subscription: str) -> list[str | None]:
    """Return the states of a subscription's invoices, newest first."""
    listed = await shop.sdk.v1.invoices.list_async({"subscription": subscription, "limit": 100})
    return [invoice.status for invoice in listed.data]


async def subscribe(shop: Shop, card: str) -> stripe.Subscription:
    """Create a monthly subscription over the API for a new customer with this card."""
    customer = await shop.sdk.v1.customers.create_async({"email": "a@b.test"})
    method = await shop.sdk.v1.payment_methods.attach_async(card, {"customer": customer.id})
    price = await shop.price("monthly")
    return await shop.sdk.v1.subscriptions.create_async(
        {"customer": customer.id, "items": [{"price": price.id}], "default_payment_method": method.id}
    )


async def test_a_subscription_renews_after_a_month(shop: Shop):
    subscription = (await shop.buy("monthly")).subscription
    first_end = subscription.items.data[0].current_period_end

    await shop.advance("month")

    found = await shop.sdk.v1.subscriptions.retrieve_async(
        subscription.id, {"expand": ["latest_invoice.payments"]}
    )
    item, invoice = found.items.data[0], found.latest_invoice
    assert isinstance(invoice, stripe.Invoice)
    assert found.status == "active"
    assert item.current_period_start == first_end
    assert datetime.fromtimestamp(item.current_period_end, UTC) == datetime(2026, 5, 2, 9, tzinfo=UTC)
    assert await invoice_states(shop, subscription.id) == ["paid", "paid"]
    assert invoice.billing_reason == "subscription_cycle"
    assert invoice.lines.data[0].period.start == first_end
    assert invoice.payments is not None
    payment = str(invoice.payments.data[0].payment.payment_intent)
    intent = await shop.sdk.v1.payment_intents.retrieve_async(payment)
    assert (intent.amount_received, intent.customer) == (1400, found.customer)


async def test_a_renewal_invoice_is_a_draft_for_an_hour(shop: Shop):
    subscription = (await shop.buy("monthly")).subscription
    end = subscription.items.data[0].current_period_end
    shop.clock.advance(seconds=end - shop.clock().timestamp() - 3600)

    await shop.advance("hour")
    assert await invoice_states(shop, subscription.id) == ["draft", "paid"]
    await shop.advance("hour")
    assert await invoice_states(shop, subscription.id) == ["paid", "paid"]


async def test_renewals_need_no_further_authentication(shop: Shop):
    checkout_session = await shop.open_checkout_session("monthly")
    challenge = (await shop.pay(checkout_session, "4000002500003155")).headers["location"]
    await shop.browser.post(challenge, data={"result": "complete"})

    await shop.advance("month")

    assert [item.status for item in (await shop.sdk.v1.invoices.list_async()).data] == ["paid", "paid"]


async def test_a_failed_renewal_is_retried_then_ends_the_subscription(shop: Shop):
    subscription = (await shop.buy("monthly", RENEWALS_FAIL)).subscription
    end = subscription.items.data[0].current_period_end
    shop.clock.advance(seconds=end - shop.clock().timestamp())

    async def state() -> tuple[str, str | None, int]:
        found = await shop.sdk.v1.subscriptions.retrieve_async(
            subscription.id, {"expand": ["latest_invoice"]}
        )
        assert isinstance(found.latest_invoice, stripe.Invoice)
        return found.status, found.latest_invoice.status, found.latest_invoice.attempt_count

    await shop.advance("hour")
    assert await state() == ("past_due", "open", 1)
    for days, attempts in ((3, 2), (5, 3)):
        shop.clock.advance(days=days)
        await shop.advance("hour")
        assert await state() == ("past_due", "open", attempts)
    shop.clock.advance(days=7)
    await shop.advance("hour")
    assert await state() == ("canceled", "open", 4)

    found = await shop.sdk.v1.subscriptions.retrieve_async(subscription.id)
    assert found.cancellation_details is not None
    assert found.cancellation_details.reason == "payment_failed"
    assert await shop.recorded("invoice.payment_failed", "customer.subscription.deleted") == [
        *["invoice.payment_failed"] * 4,
        "customer.subscription.deleted",
    ]


async def test_a_failed_renewal_can_be_paid_with_another_card(shop: Shop):
    subscription = (await shop.buy("monthly", RENEWALS_FAIL)).subscription
    await shop.advance("month")
    invoice = (await shop.sdk.v1.invoices.list_async({"status": "open"})).data[0]
    assert invoice.hosted_invoice_url
    card = {"number": "4242424242424242", "expiry": "12/34", "cvc": "123", "name": "Ada"}

    refused = await shop.browser.post(invoice.hosted_invoice_url, data={**card, "number": "4000000000000002"})
    assert refused.status_code == 402
    paid = await shop.browser.post(invoice.hosted_invoice_url, data=card)
    assert paid.status_code == 303

    found = await shop.sdk.v1.subscriptions.retrieve_async(subscription.id)
    assert found.status == "active"
    assert await invoice_states(shop, subscription.id) == ["paid", "paid"]
    # Renewals are charged to the new card.
    await shop.advance("month")
    assert await invoice_states(shop, subscription.id) == ["paid"] * 3


async def test_a_canceled_subscription_runs_until_its_period_ends(shop: Shop):
    subscription = (await shop.buy("yearly")).subscription
    end = subscription.items.data[0].current_period_end
    updated = await shop.sdk.v1.subscriptions.update_async(subscription.id, {"cancel_at_period_end": True})
    assert (updated.status, updated.cancel_at_period_end, updated.cancel_at) == ("active", True, end)
    assert updated.canceled_at == int(shop.clock().timestamp())

    await shop.advance("month")
    assert (await shop.sdk.v1.subscriptions.retrieve_async(subscription.id)).status == "active"
    await shop.advance("year")

    found = await shop.sdk.v1.subscriptions.retrieve_async(subscription.id)
    assert (found.status, found.ended_at) == ("canceled", end)
    assert await invoice_states(shop, subscription.id) == ["paid"]
    assert (await shop.recorded())[-1] == "customer.subscription.deleted"


async def test_a_withdrawn_cancellation_keeps_the_subscription(shop: Shop):
    subscription = (await shop.buy("monthly")).subscription
    for value in (True, False):
        await shop.sdk.v1.subscriptions.update_async(subscription.id, {"cancel_at_period_end": value})

    await shop.advance("month")

    found = await shop.sdk.v1.subscriptions.retrieve_async(subscription.id)
    assert (found.status, found.cancel_at, found.canceled_at) == ("active", None, None)


async def test_a_subscription_that_ended_at_once_is_never_charged_again(shop: Shop):
    subscription = (await shop.buy("monthly")).subscription
    await shop.sdk.v1.subscriptions.cancel_async(subscription.id)

    await shop.advance("year")

    assert await invoice_states(shop, subscription.id) == ["paid"]


async def test_a_monthly_subscription_renews_twelve_times_a_year(shop: Shop):
    subscription = (await shop.buy("monthly")).subscription

    await shop.advance("year")

    assert await invoice_states(shop, subscription.id) == ["paid"] * 13


async def test_a_deleted_customer_is_never_charged_again(shop: Shop):
    paid = await shop.buy("monthly")
    await shop.sdk.v1.customers.delete_async(paid.customer)

    await shop.advance("year")

    assert await invoice_states(shop, paid.subscription.id) == ["paid"]
    customer = await shop.sdk.v1.customers.retrieve_async(paid.customer)
    assert customer.deleted


async def test_a_test_clock_affects_only_its_own_customers(shop: Shop):
    own = (await shop.buy("monthly")).subscription
    start = int(shop.clock().timestamp())
    clock = await shop.sdk.v1.test_helpers.test_clocks.create_async({"frozen_time": start})
    customer = await shop.sdk.v1.customers.create_async({"email": "a@b.test", "test_clock": clock.id})
    clocked = (await shop.buy("monthly", customer=customer.id)).subscription

    await shop.sdk.v1.test_helpers.test_clocks.advance_async(clock.id, {"frozen_time": start + 32 * DAY})

    assert await invoice_states(shop, clocked.id) == ["paid", "paid"]
    assert await invoice_states(shop, own.id) == ["paid"]
    await shop.advance("month")
    assert await invoice_states(shop, clocked.id) == ["paid", "paid"]
    assert await invoice_states(shop, own.id) == ["paid", "paid"]


async def test_the_first_payment_succeeds_with_a_card_whose_renewals_fail(shop: Shop):
    subscription = await subscribe(shop, "pm_card_chargeCustomerFail")

    assert subscription.status == "active"


async def test_a_subscription_without_a_first_payment_expires(shop: Shop):
    subscription = await subscribe(shop, "pm_card_authenticationRequiredOnSetup")
    assert subscription.status == "incomplete"

    await shop.advance("day")

    found = await shop.sdk.v1.subscriptions.retrieve_async(subscription.id)
    assert found.status == "incomplete_expired"
    assert await invoice_states(shop, subscription.id) == ["void"]
