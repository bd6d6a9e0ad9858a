"""What comes of time: renewals, failures, endings."""

from datetime import UTC, datetime

import pytest
import stripe

from tests.stripe_shop import World

LATER_FAILS = "4000000000000341"
DAY = 86_400


async def invoice_states(world: World, subscription: str) -> list[str | None]:
    """Newest first."""
    listed = await world.sdk.v1.invoices.list_async({"subscription": subscription, "limit": 100})
    return [invoice.status for invoice in listed.data]


async def test_a_month_later_it_is_renewed(world: World):
    subscription = (await world.buy("monthly")).subscription
    first_end = subscription.items.data[0].current_period_end

    await world.advance("month")

    found = await world.sdk.v1.subscriptions.retrieve_async(
        subscription.id, {"expand": ["latest_invoice.payments"]}
    )
    item, invoice = found.items.data[0], found.latest_invoice
    assert isinstance(invoice, stripe.Invoice)
    assert found.status == "active"
    assert item.current_period_start == first_end
    assert datetime.fromtimestamp(item.current_period_end, UTC) == datetime(2026, 5, 2, 9, tzinfo=UTC)
    assert await invoice_states(world, subscription.id) == ["paid", "paid"]
    assert invoice.billing_reason == "subscription_cycle"
    assert invoice.lines.data[0].period.start == first_end
    assert invoice.payments is not None
    payment = str(invoice.payments.data[0].payment.payment_intent)
    intent = await world.sdk.v1.payment_intents.retrieve_async(payment)
    assert (intent.amount_received, intent.customer) == (1400, found.customer)


async def test_an_invoice_is_a_draft_for_an_hour(world: World):
    subscription = (await world.buy("monthly")).subscription
    end = subscription.items.data[0].current_period_end
    world.clock.advance(seconds=end - world.clock().timestamp() - 3600)

    await world.advance("hour")
    assert await invoice_states(world, subscription.id) == ["draft", "paid"]
    await world.advance("hour")
    assert await invoice_states(world, subscription.id) == ["paid", "paid"]


async def test_a_card_that_asked_once_is_not_asked_at_renewal(world: World):
    session = await world.open_session("monthly")
    challenge = (await world.pay(session, "4000002500003155")).headers["location"]
    await world.browser.post(challenge, data={"result": "complete"})

    await world.advance("month")

    assert [item.status for item in (await world.sdk.v1.invoices.list_async()).data] == ["paid", "paid"]


async def test_a_failed_renewal_is_tried_again_and_in_the_end_given_up(world: World):
    subscription = (await world.buy("monthly", LATER_FAILS)).subscription
    end = subscription.items.data[0].current_period_end
    world.clock.advance(seconds=end - world.clock().timestamp())

    async def state() -> tuple[str, str | None, int]:
        found = await world.sdk.v1.subscriptions.retrieve_async(
            subscription.id, {"expand": ["latest_invoice"]}
        )
        assert isinstance(found.latest_invoice, stripe.Invoice)
        return found.status, found.latest_invoice.status, found.latest_invoice.attempt_count

    await world.advance("hour")
    assert await state() == ("past_due", "open", 1)
    for days, attempts in ((3, 2), (5, 3)):
        world.clock.advance(days=days)
        await world.advance("hour")
        assert await state() == ("past_due", "open", attempts)
    world.clock.advance(days=7)
    await world.advance("hour")
    assert await state() == ("canceled", "open", 4)

    found = await world.sdk.v1.subscriptions.retrieve_async(subscription.id)
    assert found.cancellation_details is not None
    assert found.cancellation_details.reason == "payment_failed"
    assert await world.recorded("invoice.payment_failed", "customer.subscription.deleted") == [
        *["invoice.payment_failed"] * 4,
        "customer.subscription.deleted",
    ]


async def test_a_failed_renewal_can_be_paid_with_another_card(world: World):
    subscription = (await world.buy("monthly", LATER_FAILS)).subscription
    await world.advance("month")
    invoice = (await world.sdk.v1.invoices.list_async({"status": "open"})).data[0]
    assert invoice.hosted_invoice_url
    card = {"number": "4242424242424242", "expiry": "12/34", "cvc": "123", "name": "Ada"}

    refused = await world.browser.post(
        invoice.hosted_invoice_url, data={**card, "number": "4000000000000002"}
    )
    assert refused.status_code == 402
    paid = await world.browser.post(invoice.hosted_invoice_url, data=card)
    assert paid.status_code == 303

    found = await world.sdk.v1.subscriptions.retrieve_async(subscription.id)
    assert found.status == "active"
    assert await invoice_states(world, subscription.id) == ["paid", "paid"]
    # The new card is charged from now on.
    await world.advance("month")
    assert await invoice_states(world, subscription.id) == ["paid"] * 3


async def test_what_is_cancelled_runs_to_the_end_of_its_period(world: World):
    subscription = (await world.buy("yearly")).subscription
    end = subscription.items.data[0].current_period_end
    asked = await world.sdk.v1.subscriptions.update_async(subscription.id, {"cancel_at_period_end": True})
    assert (asked.status, asked.cancel_at_period_end, asked.cancel_at) == ("active", True, end)
    assert asked.canceled_at == int(world.clock().timestamp())

    await world.advance("month")
    assert (await world.sdk.v1.subscriptions.retrieve_async(subscription.id)).status == "active"
    await world.advance("year")

    found = await world.sdk.v1.subscriptions.retrieve_async(subscription.id)
    assert (found.status, found.ended_at) == ("canceled", end)
    assert await invoice_states(world, subscription.id) == ["paid"]
    assert (await world.recorded())[-1] == "customer.subscription.deleted"


async def test_a_change_of_mind_keeps_it(world: World):
    subscription = (await world.buy("monthly")).subscription
    for wish in (True, False):
        await world.sdk.v1.subscriptions.update_async(subscription.id, {"cancel_at_period_end": wish})

    await world.advance("month")

    found = await world.sdk.v1.subscriptions.retrieve_async(subscription.id)
    assert (found.status, found.cancel_at, found.canceled_at) == ("active", None, None)


async def test_what_is_ended_at_once_is_never_charged_again(world: World):
    subscription = (await world.buy("monthly")).subscription
    await world.sdk.v1.subscriptions.cancel_async(subscription.id)

    await world.advance("year")

    assert await invoice_states(world, subscription.id) == ["paid"]


async def test_a_year_brings_a_dozen_renewals(world: World):
    subscription = (await world.buy("monthly")).subscription

    await world.advance("year")

    assert await invoice_states(world, subscription.id) == ["paid"] * 13


async def test_a_deleted_customer_is_charged_no_more(world: World):
    paid = await world.buy("monthly")
    await world.sdk.v1.customers.delete_async(paid.customer)

    await world.advance("year")

    assert await invoice_states(world, paid.subscription.id) == ["paid"]
    gone = await world.sdk.v1.customers.retrieve_async(paid.customer)
    assert gone.deleted


async def test_a_test_clock_moves_its_own_customers_alone(world: World):
    own = (await world.buy("monthly")).subscription
    start = int(world.clock().timestamp())
    clock = await world.sdk.v1.test_helpers.test_clocks.create_async({"frozen_time": start})
    customer = await world.sdk.v1.customers.create_async({"email": "a@b.test", "test_clock": clock.id})
    clocked = (await world.buy("monthly", customer=customer.id)).subscription

    await world.sdk.v1.test_helpers.test_clocks.advance_async(clock.id, {"frozen_time": start + 32 * DAY})

    assert await invoice_states(world, clocked.id) == ["paid", "paid"]
    assert await invoice_states(world, own.id) == ["paid"]
    await world.advance("month")
    assert await invoice_states(world, clocked.id) == ["paid", "paid"]
    assert await invoice_states(world, own.id) == ["paid", "paid"]


@pytest.mark.parametrize("card", ["pm_card_visa", "pm_card_chargeCustomerFail"])
async def test_the_first_payment_succeeds_on_both_cards(world: World, card: str):
    customer = await world.sdk.v1.customers.create_async({"email": "a@b.test"})
    method = await world.sdk.v1.payment_methods.attach_async(card, {"customer": customer.id})
    price = await world.price("monthly")

    subscription = await world.sdk.v1.subscriptions.create_async(
        {"customer": customer.id, "items": [{"price": price.id}], "default_payment_method": method.id}
    )

    assert subscription.status == "active"


async def test_an_unfinished_first_payment_lapses(world: World):
    customer = await world.sdk.v1.customers.create_async({"email": "a@b.test"})
    asks = "pm_card_authenticationRequiredOnSetup"
    method = await world.sdk.v1.payment_methods.attach_async(asks, {"customer": customer.id})
    price = await world.price("monthly")
    subscription = await world.sdk.v1.subscriptions.create_async(
        {"customer": customer.id, "items": [{"price": price.id}], "default_payment_method": method.id}
    )
    assert subscription.status == "incomplete"

    await world.advance("day")

    found = await world.sdk.v1.subscriptions.retrieve_async(subscription.id)
    assert found.status == "incomplete_expired"
    assert await invoice_states(world, subscription.id) == ["void"]
