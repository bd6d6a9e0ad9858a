"""Deleting the account of a paying user."""

from dataclasses import replace
from uuid import UUID

import httpx
import pytest

from tests.api.payments.faults import Fault
from tests.api.payments.shop import Shop, assert_refused
from tests.factories import PASSWORD, Account
from webdev_certs.sandbox.stripe.account import Account as StripeAccount
from webdev_certs.server.api.dependencies import new_context
from webdev_certs.server.domain.errors import Unavailable
from webdev_certs.server.services.payments.billing import stop_all_charges

pytestmark = pytest.mark.one_database


async def delete(account: Account, password: str = PASSWORD) -> httpx.Response:
    form = {"certificates": "keep_anonymous", "password": password}
    return await account.request("DELETE", "/api/profile", json=form)


async def test_deleting_an_account_ends_its_subscription_or_nothing(shop: Shop):
    await shop.buy("monthly")
    assert_refused(await delete(shop.account, "eight plain horses"), 422, "wrong_password")
    assert (await shop.billing())["subscription"]["status"] == "active"
    # Without an answer of the provider the account is kept.
    shop.provider.proxy.fault = Fault("DELETE .*", "fails")
    assert_refused(await delete(shop.account), 503, "cancellation_failed")
    assert (await shop.account.get("/api/profile")).status_code == 200
    shop.provider.proxy.fault = None
    response = await delete(shop.account)
    assert response.status_code == 204, response.text
    assert await shop.subscription_statuses() == ["canceled"]


async def test_an_open_checkout_session_can_no_longer_be_paid(shop: Shop):
    checkout_session = await shop.begin("monthly")
    assert (await delete(shop.account)).status_code == 204
    assert (await shop.provider.pay(checkout_session)).status_code == 410
    assert await shop.subscription_statuses() == []


async def test_a_subscription_with_an_interval_that_is_not_sold_is_ended_too(shop: Shop):
    """The seller has changed it in Stripe's dashboard."""
    await shop.buy("monthly")
    subscription_id = await shop.provider.subscription_id()

    def charge_quarterly(stripe: StripeAccount) -> None:
        subscription = stripe.get("subscription", subscription_id)
        subscription["items"]["data"][0]["price"]["recurring"]["interval_count"] = 3
        stripe.save(subscription)

    await shop.provider.sandbox.run(charge_quarterly)
    assert (await delete(shop.account)).status_code == 204
    assert await shop.subscription_statuses() == ["canceled"]


async def test_a_subscription_without_webhook_is_ended_too(shop: Shop):
    checkout_session = await shop.begin("monthly")
    await shop.provider.pay(checkout_session)
    assert (await delete(shop.account)).status_code == 204
    assert await shop.subscription_statuses() == ["canceled"]


async def test_a_subscription_paid_during_the_deletion_is_ended_too(shop: Shop):
    checkout_session = await shop.begin("monthly")
    shop.once_before(".*/expire", lambda: shop.provider.pay(checkout_session))
    assert (await delete(shop.account)).status_code == 204
    assert await shop.subscription_statuses() == ["canceled"]


async def test_a_subscription_that_ends_during_the_deletion_does_not_stop_it(shop: Shop):
    await shop.buy("monthly")
    subscription_id = await shop.provider.subscription_id()
    shop.once_before("DELETE .*", lambda: shop.provider.api.subscriptions.cancel_async(subscription_id))
    assert (await delete(shop.account)).status_code == 204
    assert await shop.subscription_statuses() == ["canceled"]


async def test_an_account_is_kept_if_its_checkout_session_cannot_be_expired(shop: Shop):
    checkout_session = await shop.begin("monthly")
    shop.provider.proxy.fault = Fault("POST .*/expire", "fails")
    assert_refused(await delete(shop.account), 503, "cancellation_failed")
    shop.provider.proxy.fault = None
    assert (await shop.provider.pay(checkout_session)).status_code == 303
    assert (await shop.verify(checkout_session)).status_code == 200


async def test_an_account_can_be_deleted_if_stripe_does_not_know_its_customer(shop: Shop):
    await shop.buy("monthly")
    # As after a rehearsal with test keys: the live mode does not know the customers of the test mode.
    no_customer = {"code": "resource_missing", "param": "customer"}
    unknown = Fault("GET /v1/(subscriptions|invoices|charges)", "refuses", error=no_customer)
    shop.provider.proxy.fault = unknown
    # The keys may be those of the wrong account, and a subscription may still be charged.
    assert_refused(await delete(shop.account), 503, "cancellation_failed")
    shop.provider.proxy.fault = None
    await shop.provider.api.subscriptions.cancel_async(await shop.provider.subscription_id())
    await shop.deliver_latest("customer.subscription.deleted")
    shop.provider.proxy.fault = unknown
    assert (await delete(shop.account)).status_code == 204


async def test_without_a_provider_an_account_without_further_charges_can_be_deleted(shop: Shop):
    without_provider = new_context(replace(shop.resources, payment_provider=None))
    user_id = UUID(shop.account.user["id"])
    await shop.begin("lifetime")
    with pytest.raises(Unavailable, match="not configured"):
        await stop_all_charges(without_provider, user_id)
    await shop.buy("lifetime")
    await stop_all_charges(without_provider, user_id)
