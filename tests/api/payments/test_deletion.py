"""Deleting an account that pays for something."""

import httpx

from tests.api.payments.faults import Fault
from tests.api.payments.shop import Shop, assert_refused
from tests.factories import PASSWORD, Account


async def delete(api: httpx.AsyncClient, account: Account) -> httpx.Response:
    form = {"certificates": "keep_anonymous", "password": PASSWORD}
    return await api.request("DELETE", "/api/profile", json=form, headers=account.headers)


async def test_nothing_is_charged_after_the_account_is_gone(shop: Shop):
    await shop.buy("monthly")
    response = await delete(shop.api, shop.account)
    assert response.status_code == 204, response.text
    subscriptions = (await shop.provider.api.subscriptions.list_async({"status": "all"})).data
    assert [subscription.status for subscription in subscriptions] == ["canceled"]


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
