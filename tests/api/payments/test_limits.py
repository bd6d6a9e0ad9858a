"""How often one person may have the provider asked, while nobody else is stopped."""

import httpx
import pytest

from tests.api.payments.shop import Shop, assert_refused, order
from tests.factories import generous_limits, register
from webdev_certs.limit_settings import LimitSettings, OwnRates
from webdev_certs.settings.settings import Settings
from webdev_certs.ui.states.payments.payment_return import WAITS

FEW = OwnRates(account="3/hour")


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"limits": generous_limits(checkout=FEW, payment=FEW)})


def assert_too_often(response: httpx.Response) -> None:
    assert_refused(response, 429, "too_many_requests")
    assert 0 < int(response.headers["retry-after"]) <= 3600


@pytest.mark.parametrize(
    ("call", "body"),
    [("create-checkout-session", order()), ("verify-payment", {"session_id": "cs_guessed"})],
)
async def test_one_person_is_stopped_and_no_other(shop: Shop, call: str, body: dict[str, str]):
    for _ in range(3):
        assert (await shop.post(call, body)).status_code != 429
    shop.provider.line.calls.clear()
    assert_too_often(await shop.post(call, body))
    assert shop.provider.line.calls == [], "the provider is left alone"
    neighbour = Shop(shop.api, shop.provider, shop.resources, await register(shop.api))
    assert (await neighbour.post(call, body)).status_code != 429


async def test_whoever_began_too_often_can_still_have_it_confirmed(shop: Shop):
    session = await shop.begin()
    for _ in range(2):
        assert await shop.begin() == session
    assert_too_often(await shop.post("create-checkout-session", order()))
    await shop.provider.pay(session)
    assert (await shop.verify(session)).json()["success"]


def test_the_success_page_may_check_again_and_again():
    """Each check is one question and all its repetitions."""
    questions = int(LimitSettings().payment.account.partition("/")[0])
    assert questions >= 5 * (1 + len(WAITS))
