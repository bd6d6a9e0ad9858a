"""Deleting an account that pays for something."""

from dataclasses import replace
from uuid import UUID

import httpx

from tests.api.payments.faults import Fault
from tests.api.payments.shop import Shop, assert_refused
from tests.factories import PASSWORD, Account
from webdev_certs.server.services import billing_closing


async def delete(api: httpx.AsyncClient, account: Account) -> httpx.Response:
    form = {"certificates": "keep_anonymous", "password": PASSWORD}
    return await api.request("DELETE", "/api/profile", json=form, headers=account.headers)


async def test_nothing_is_charged_after_the_account_is_gone(shop: Shop):
    await shop.buy("monthly")
    response = await delete(shop.api, shop.account)
    assert response.status_code == 204, response.text
    assert await shop.subscription_statuses() == ["canceled"]


async def test_what_cannot_be_cancelled_keeps_the_account(shop: Shop):
    await shop.buy("monthly")
    shop.provider.line.fault = Fault("DELETE .*", "fails")
    assert_refused(await delete(shop.api, shop.account), 503, "cancellation_failed")
    assert (await shop.api.get("/api/profile", headers=shop.account.headers)).status_code == 200


async def test_nothing_is_cancelled_by_someone_who_does_not_know_the_password(shop: Shop):
    await shop.buy("monthly")
    form = {"certificates": "keep_anonymous", "password": "eight plain horses"}
    refused = await shop.api.request("DELETE", "/api/profile", json=form, headers=shop.account.headers)
    assert_refused(refused, 422, "wrong_password")
    assert (await shop.billing())["subscription"]["status"] == "active"


async def test_what_was_begun_can_no_longer_be_paid(shop: Shop):
    session = await shop.begin("monthly")
    assert (await delete(shop.api, shop.account)).status_code == 204
    assert (await shop.provider.pay(session)).status_code == 410
    assert await shop.subscription_statuses() == []


async def test_a_subscription_that_nobody_has_told_us_of_ends_too(shop: Shop):
    session = await shop.begin("monthly")
    await shop.provider.pay(session)
    assert (await delete(shop.api, shop.account)).status_code == 204
    assert await shop.subscription_statuses() == ["canceled"]


async def test_a_session_that_is_paid_while_the_account_goes_ends_too(shop: Shop):
    session = await shop.begin("monthly")

    async def pay_first(call: str) -> None:
        if call.endswith("/expire"):
            shop.provider.line.before = None
            assert (await shop.provider.pay(session)).status_code == 303

    shop.provider.line.before = pay_first
    assert (await delete(shop.api, shop.account)).status_code == 204
    assert await shop.subscription_statuses() == ["canceled"]


async def test_what_has_ended_at_the_provider_is_in_nobodys_way(shop: Shop):
    await shop.buy("monthly")
    await shop.provider.api.subscriptions.cancel_async(await shop.provider.subscription_id())
    assert (await delete(shop.api, shop.account)).status_code == 204


async def test_what_ends_by_itself_while_the_account_goes_is_in_nobodys_way(shop: Shop):
    await shop.buy("monthly")
    subscription_id = await shop.provider.subscription_id()

    async def cancel_first(call: str) -> None:
        if call.startswith("DELETE"):
            shop.provider.line.before = None
            await shop.provider.api.subscriptions.cancel_async(subscription_id)

    shop.provider.line.before = cancel_first
    assert (await delete(shop.api, shop.account)).status_code == 204
    assert await shop.subscription_statuses() == ["canceled"]


async def test_a_session_that_cannot_be_ended_keeps_the_account(shop: Shop):
    session = await shop.begin("monthly")
    shop.provider.line.fault = Fault("POST .*/expire", "fails")
    assert_refused(await delete(shop.api, shop.account), 503, "cancellation_failed")
    shop.provider.line.fault = None
    assert (await shop.provider.pay(session)).status_code == 303
    assert (await shop.verify(session)).status_code == 200


async def test_who_owes_nothing_may_go_where_payments_are_no_longer_taken(shop: Shop):
    await shop.buy("lifetime")
    closed = replace(shop.resources.payment_desk, connected=None)
    await billing_closing.end_all(closed, UUID(shop.account.user["id"]))
