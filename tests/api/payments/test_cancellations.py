"""Cancellations without signing in."""

from typing import Any

import httpx
import pytest

from tests.api.accounts.test_auth import stored
from tests.api.payments.faults import Fault
from tests.api.payments.german import OPERATOR, form, settings
from tests.api.payments.shop import Shop, assert_refused, mail_subjects, renewal_is_stopped
from tests.factories import register
from webdev_certs.server.api.dependencies import Resources, new_context
from webdev_certs.server.models import Cancellation, OutboxMail
from webdev_certs.server.services.payments.declarations import carry_out_cancellations

__all__ = ["settings"]

STOP = "POST /v1/subscriptions/sub_[^/]*"


async def send(api: httpx.AsyncClient, sent: dict[str, Any]) -> httpx.Response:
    return await api.post("/api/payments/cancellations", json=sent)


async def mails(resources: Resources) -> dict[str, str]:
    """Return the texts of the mails about cancellations by recipient, each on one line."""
    rows = await stored(resources, OutboxMail)
    return {row.recipient: " ".join(row.text.split()) for row in rows if "cancellation" in row.subject}


async def carry_out(resources: Resources) -> int:
    """Carry out what was received, and return how many cancellations still wait."""
    await carry_out_cancellations(new_context(resources))
    return len(await stored(resources, Cancellation))


async def test_a_fitting_subscription_ends_with_its_period(shop: Shop, resources: Resources):
    await shop.buy("monthly")
    accepted = await send(shop.api, form(shop.account, name="  ADA   lovelace ", product_type="monthly"))
    assert accepted.status_code == 202, accepted.text
    # Stripe is asked later, so that the answer takes as long as any other; the owner sees it at once.
    assert not await renewal_is_stopped(shop)
    assert (await shop.billing())["subscription"]["status"] == "ending"
    assert await carry_out(resources) == 0
    assert await renewal_is_stopped(shop)
    assert (await shop.billing())["subscription"]["status"] == "ending"
    assert await shop.has_paid()
    sent = await mails(resources)
    assert set(sent) == {shop.account.user["email"]}
    assert "Your subscription is canceled. It ends on" in sent[shop.account.user["email"]]
    # The receipt is the only mail about it.
    assert await mail_subjects(shop) == ["We received your cancellation"]
    # Carried out again, nothing changes, and the owner can resume.
    assert (await shop.post("resume-subscription")).status_code == 200
    assert await carry_out(resources) == 0
    assert (await shop.billing())["subscription"]["status"] == "active"
    # If the owner cancels, they are told as usual.
    await shop.post("cancel-subscription")
    assert "Your Pro subscription is canceled" in await mail_subjects(shop)


@pytest.mark.one_database
@pytest.mark.parametrize(
    "changes",
    [
        {"name": "Grace Hopper"},
        {"product_type": "yearly"},
        {"ends_on": "2099-12-31"},
        {"email": "nobody@example.com"},
    ],
)
async def test_what_fits_no_subscription_goes_to_the_operator_with_the_same_answer(
    shop: Shop, resources: Resources, changes: dict[str, Any]
):
    await shop.buy("monthly")
    fitting = await send(shop.api, form(shop.account))
    await carry_out(resources)
    await shop.post("resume-subscription")
    other = await send(shop.api, form(shop.account, **changes))
    assert (other.status_code, other.json().keys()) == (fitting.status_code, fitting.json().keys())
    assert await carry_out(resources) == 0
    assert (await shop.billing())["subscription"]["status"] == "active"
    sent = await mails(resources)
    assert "no subscription matches" in sent[OPERATOR]
    assert "One of us will look at it" in sent[form(shop.account, **changes)["email"]]


@pytest.mark.one_database
async def test_for_cause_the_renewal_stops_and_the_operator_decides(shop: Shop, resources: Resources):
    await shop.buy("monthly")
    assert_refused(await send(shop.api, form(shop.account, for_cause=True)), 422, "reason_missing")
    assert_refused(await send(shop.api, form(shop.account, ends_on="2020-01-01")), 422, "date_in_past")
    assert await mails(resources) == {}
    reason = "The site was away for a month."
    assert (await send(shop.api, form(shop.account, for_cause=True, reason=reason))).status_code == 202
    await carry_out(resources)
    assert (await shop.billing())["subscription"]["status"] == "ending"
    sent = await mails(resources)
    assert reason in sent[OPERATOR]
    # A stranger's words reach only the operator.
    assert reason not in sent[shop.account.user["email"]]


@pytest.mark.one_database
async def test_a_subscription_resumed_before_stripe_was_asked_renews(shop: Shop, resources: Resources):
    await shop.buy("monthly")
    await send(shop.api, form(shop.account))
    assert (await shop.post("resume-subscription")).json()["subscription"]["status"] == "active"
    assert await carry_out(resources) == 0
    assert not await renewal_is_stopped(shop)
    assert (await shop.billing())["subscription"]["status"] == "active"


async def test_a_subscription_resumed_while_stripe_is_asked_renews(shop: Shop, resources: Resources):
    await shop.buy("monthly")
    await send(shop.api, form(shop.account))

    async def resume() -> None:
        # The job's own call arrives at Stripe after the owner's.
        assert (await shop.post("resume-subscription")).json()["subscription"]["status"] == "active"

    shop.once_before(STOP, resume)
    assert await carry_out(resources) == 0
    assert shop.provider.proxy.before is None
    assert not await renewal_is_stopped(shop)
    assert (await shop.billing())["subscription"]["status"] == "active"
    assert "Your Pro subscription is canceled" not in await mail_subjects(shop)


async def test_processes_that_carry_it_out_at_the_same_time_cancel_it(shop: Shop, resources: Resources):
    await shop.buy("monthly")
    await send(shop.api, form(shop.account))

    async def carry_out_elsewhere() -> None:
        # Another process does all of it while this one's call is on its way.
        assert await carry_out(resources) == 0

    shop.once_before(STOP, carry_out_elsewhere)
    assert await carry_out(resources) == 0
    assert shop.provider.proxy.before is None
    assert await renewal_is_stopped(shop)
    assert (await shop.billing())["subscription"]["status"] == "ending"
    # Resumed after the faster one has finished, it still renews.
    await shop.post("resume-subscription")
    await send(shop.api, form(shop.account))

    async def carry_out_elsewhere_and_resume() -> None:
        await carry_out_elsewhere()
        assert (await shop.post("resume-subscription")).status_code == 200

    shop.once_before(STOP, carry_out_elsewhere_and_resume)
    await carry_out(resources)
    assert not await renewal_is_stopped(shop)
    assert (await shop.billing())["subscription"]["status"] == "active"


@pytest.mark.one_database
async def test_it_waits_while_stripe_does_not_answer(shop: Shop, resources: Resources):
    await shop.buy("monthly")
    await send(shop.api, form(shop.account))
    shop.provider.proxy.fault = Fault(".*", "fails")
    assert await carry_out(resources) == 1
    shop.provider.proxy.fault = None
    assert await carry_out(resources) == 0
    assert (await shop.billing())["subscription"]["status"] == "ending"


@pytest.mark.one_database
async def test_one_that_stripe_refuses_does_not_stop_the_others(shop: Shop, resources: Resources):
    grace = Shop(shop.api, shop.provider, resources, await register(shop.api))
    for buyer in (shop, grace):
        await buyer.buy("monthly")
        await send(shop.api, form(buyer.account))
    # As if the first one's customer were of another account of Stripe.
    no_customer = {"code": "resource_missing", "param": "customer"}
    shop.provider.proxy.fault = Fault("GET /v1/subscriptions", "refuses", times=1, error=no_customer)
    assert await carry_out(resources) == 1
    sold = (await shop.provider.api.subscriptions.list_async()).data
    assert sorted(subscription.cancel_at_period_end for subscription in sold) == [False, True]
