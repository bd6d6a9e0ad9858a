"""Limits on checkouts and verifications, for each user."""

import httpx
import pytest

from tests.api.payments.shop import Shop, assert_refused, order
from tests.factories import generous_limits, register
from webdev_certs.settings import Settings
from webdev_certs.settings.limits import LimitSettings, OwnRates
from webdev_certs.ui.states.payments.payment_return import WAITS

pytestmark = pytest.mark.one_database


FEW = OwnRates(account="3/hour")


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"limits": generous_limits(checkout=FEW, payment=FEW)})


def assert_too_often(response: httpx.Response) -> None:
    assert_refused(response, 429, "too_many_requests")
    assert 0 < int(response.headers["retry-after"]) <= 3600


@pytest.mark.parametrize(
    ("call", "body"), [("create-checkout-session", order()), ("verify-payment", {"session_id": "cs_guessed"})]
)
async def test_a_user_over_the_limit_is_stopped_but_no_other(shop: Shop, call: str, body: dict[str, str]):
    for _ in range(3):
        assert (await shop.post(call, body)).status_code != 429
    shop.provider.proxy.calls.clear()
    assert_too_often(await shop.post(call, body))
    assert shop.provider.proxy.calls == [], "the provider is not called"
    neighbor = Shop(shop.api, shop.provider, shop.resources, await register(shop.api))
    assert (await neighbor.post(call, body)).status_code != 429


async def test_a_user_over_the_checkout_limit_can_still_verify_a_payment(shop: Shop):
    checkout_session = await shop.begin()
    for _ in range(2):
        assert await shop.begin() == checkout_session
    assert_too_often(await shop.post("create-checkout-session", order()))
    await shop.provider.pay(checkout_session)
    assert (await shop.verify(checkout_session)).json()["success"]


def test_the_limit_allows_the_success_page_to_repeat_its_attempts():
    """Five visits of the success page, each with all its retries."""
    allowed = int(LimitSettings().payment.account.partition("/")[0])
    assert allowed >= 5 * (1 + len(WAITS))
