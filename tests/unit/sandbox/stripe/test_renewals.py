"""What happens to subscriptions as time passes: renewals, failed payments, cancellations."""

from datetime import UTC, datetime

import stripe

from tests.stripe_shop import Shop

RENEWALS_FAIL = "4000000000000341"


async def subscribed(shop: Shop, plan: str, *card: str) -> stripe.Subscription:
    """Buy a subscription and return it."""
    await shop.buy(plan, *card)
    return await shop.subscription()


async def invoice_states(shop: Shop) -> list[str | None]:
    """Return the states of the invoices, newest first."""
    return [invoice.status for invoice in await shop.invoices()]


async def test_a_subscription_renews_after_a_month(shop: Shop):
    subscription = await subscribed(shop, "monthly")
    first_end = subscription.items.data[0].current_period_end

    await shop.advance("month")

    found, invoice = await shop.subscription(), (await shop.invoices())[0]
    item = found.items.data[0]
    assert (found.id, found.status, found.latest_invoice) == (subscription.id, "active", invoice.id)
    assert item.current_period_start == first_end
    assert datetime.fromtimestamp(item.current_period_end, UTC) == datetime(2026, 5, 2, 9, tzinfo=UTC)
    assert await invoice_states(shop) == ["paid", "paid"]
    assert invoice.billing_reason == "subscription_cycle"
    assert invoice.lines.data[0].period.start == first_end
    assert invoice.payments is not None
    charge = (await shop.charges())[0]
    assert (charge.amount, charge.customer) == (1400, found.customer)
    assert charge.payment_intent == invoice.payments.data[0].payment.payment_intent


async def test_a_renewal_invoice_is_a_draft_for_an_hour(shop: Shop):
    subscription = await subscribed(shop, "monthly")
    end = subscription.items.data[0].current_period_end
    shop.clock.advance(seconds=end - shop.clock().timestamp() - 3600)

    await shop.advance("hour")
    assert await invoice_states(shop) == ["draft", "paid"]
    await shop.advance("hour")
    assert await invoice_states(shop) == ["paid", "paid"]


async def test_renewals_need_no_further_authentication(shop: Shop):
    checkout_session = await shop.open_checkout_session("monthly")
    challenge = (await shop.pay(checkout_session, "4000002500003155")).headers["location"]
    await shop.browser.post(challenge, data={"result": "complete"})

    await shop.advance("month")

    assert await invoice_states(shop) == ["paid", "paid"]


async def test_a_failed_renewal_is_retried_then_ends_the_subscription(shop: Shop):
    subscription = await subscribed(shop, "monthly", RENEWALS_FAIL)
    end = subscription.items.data[0].current_period_end
    shop.clock.advance(seconds=end - shop.clock().timestamp())

    async def state() -> tuple[str, str | None, int]:
        latest = (await shop.invoices())[0]
        return (await shop.subscription()).status, latest.status, latest.attempt_count

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
    subscription = await subscribed(shop, "monthly", RENEWALS_FAIL)
    await shop.advance("month")
    invoice = (await shop.invoices())[0]
    assert invoice.status == "open"
    assert invoice.hosted_invoice_url
    card = {"number": "4242424242424242", "expiry": "12/34", "cvc": "123", "name": "Ada"}

    refused = await shop.browser.post(invoice.hosted_invoice_url, data={**card, "number": "4000000000000002"})
    assert refused.status_code == 402
    paid = await shop.browser.post(invoice.hosted_invoice_url, data=card)
    assert paid.status_code == 303

    found = await shop.sdk.v1.subscriptions.retrieve_async(subscription.id)
    assert found.status == "active"
    assert await invoice_states(shop) == ["paid", "paid"]
    # Renewals are charged to the new card.
    await shop.advance("month")
    assert await invoice_states(shop) == ["paid"] * 3


async def test_a_canceled_subscription_runs_until_its_period_ends(shop: Shop):
    subscription = await subscribed(shop, "yearly")
    end = subscription.items.data[0].current_period_end
    updated = await shop.sdk.v1.subscriptions.update_async(subscription.id, {"cancel_at_period_end": True})
    assert (updated.status, updated.cancel_at_period_end, updated.cancel_at) == ("active", True, end)
    assert updated.canceled_at == int(shop.clock().timestamp())

    await shop.advance("month")
    assert (await shop.sdk.v1.subscriptions.retrieve_async(subscription.id)).status == "active"
    await shop.advance("year")

    found = await shop.sdk.v1.subscriptions.retrieve_async(subscription.id)
    assert (found.status, found.ended_at) == ("canceled", end)
    assert await invoice_states(shop) == ["paid"]
    assert (await shop.recorded())[-1] == "customer.subscription.deleted"


async def test_a_withdrawn_cancellation_keeps_the_subscription(shop: Shop):
    subscription = await subscribed(shop, "monthly")
    for value in (True, False):
        await shop.sdk.v1.subscriptions.update_async(subscription.id, {"cancel_at_period_end": value})

    await shop.advance("month")

    found = await shop.sdk.v1.subscriptions.retrieve_async(subscription.id)
    assert (found.status, found.cancel_at, found.canceled_at) == ("active", None, None)


async def test_a_subscription_that_ended_at_once_is_never_charged_again(shop: Shop):
    subscription = await subscribed(shop, "monthly")
    await shop.sdk.v1.subscriptions.cancel_async(subscription.id)

    await shop.advance("year")

    assert await invoice_states(shop) == ["paid"]


async def test_a_deleted_customer_is_never_charged_again(shop: Shop):
    paid = await shop.buy("monthly")
    await shop.sdk.v1.customers.delete_async(paid.customer)

    await shop.advance("year")

    assert await invoice_states(shop) == ["paid"]
    assert (await shop.subscription()).status == "canceled"
    assert (await shop.sdk.v1.customers.list_async()).data == []


async def test_a_subscription_from_the_31st_renews_on_the_last_day_of_shorter_months(shop: Shop):
    shop.clock.now = datetime(2026, 1, 31, 12, tzinfo=UTC)
    subscription = await subscribed(shop, "monthly")

    ends = [subscription.items.data[0].current_period_end]
    for _ in range(2):
        await shop.advance("month")
        ends.append((await shop.subscription()).items.data[0].current_period_end)

    days = [datetime.fromtimestamp(end, UTC).date().isoformat() for end in ends]
    assert days == ["2026-02-28", "2026-03-31", "2026-04-30"]
