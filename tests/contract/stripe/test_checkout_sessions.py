"""Checkout sessions over the API, without a browser."""

import pytest
import stripe

from tests.contract.stripe import dialects
from tests.contract.stripe.backends import Backend
from tests.contract.stripe.sdk import Sdk

pytestmark = pytest.mark.about("checkout sessions")


@pytest.fixture
async def price(sdk: Sdk, backend: Backend) -> str:
    return await dialects.price(sdk, backend)


@pytest.fixture
async def session(sdk: Sdk, backend: Backend, price: str) -> stripe.checkout.Session:
    return await sdk.v1.checkout.sessions.create_async(
        {
            "mode": "payment",
            "customer": await dialects.customer(sdk),
            "line_items": [{"price": price, "quantity": 1}],
            "success_url": f"{backend.shop}/success?session_id={{CHECKOUT_SESSION_ID}}",
            "cancel_url": f"{backend.shop}/canceled",
            "metadata": {"practiceSessionId": "7"},
        }
    )


async def test_a_new_checkout_session_is_open_and_unpaid(sdk: Sdk, session: stripe.checkout.Session):
    found = await sdk.v1.checkout.sessions.retrieve_async(session.id)

    assert (found.status, found.payment_status, found.mode) == ("open", "unpaid", "payment")
    assert found.metadata is not None
    assert found.metadata["practiceSessionId"] == "7"
    assert found.url
    assert found.url.startswith("http")


async def test_a_checkout_session_can_be_expired_only_once(sdk: Sdk, session: stripe.checkout.Session):
    expired = await sdk.v1.checkout.sessions.expire_async(session.id)
    assert (expired.status, expired.url) == ("expired", None)

    with pytest.raises(stripe.InvalidRequestError):
        await sdk.v1.checkout.sessions.expire_async(session.id)


async def test_the_error_names_an_unknown_price(sdk: Sdk, backend: Backend):
    with pytest.raises(stripe.InvalidRequestError) as refusal:
        await sdk.v1.checkout.sessions.create_async(
            {
                "mode": "payment",
                "customer": await dialects.customer(sdk),
                "line_items": [{"price": "price_unknown", "quantity": 1}],
                "success_url": f"{backend.shop}/success",
            }
        )

    assert (refusal.value.http_status, refusal.value.code) == (400, "resource_missing")
    assert refusal.value.param == "line_items[0][price]"


async def test_the_error_names_an_unknown_customer(sdk: Sdk, backend: Backend, price: str):
    with pytest.raises(stripe.InvalidRequestError) as refusal:
        await sdk.v1.checkout.sessions.create_async(
            {
                "mode": "payment",
                "customer": "cus_unknown",
                "line_items": [{"price": price, "quantity": 1}],
                "success_url": f"{backend.shop}/success",
            }
        )

    assert (refusal.value.code, refusal.value.param) == ("resource_missing", "customer")


async def test_an_unknown_checkout_session_is_not_found(sdk: Sdk):
    with pytest.raises(stripe.InvalidRequestError) as refusal:
        await sdk.v1.checkout.sessions.retrieve_async("cs_test_unknown")

    assert (refusal.value.http_status, refusal.value.code) == (404, "resource_missing")
