"""What the sandbox leaves out is refused, and the refusal names it."""

import httpx
import pytest
import stripe

from tests.stripe_shop import PUBLIC_BASE, SECRET_KEY, Shop


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/v1/customers/search"),
        ("POST", "/v1/products"),
        ("POST", "/v1/prices"),
        ("POST", "/v1/subscriptions"),
        ("GET", "/v1/payment_intents/pi_1"),
        ("POST", "/v1/test_helpers/test_clocks"),
    ],
)
async def test_a_call_that_is_left_out_is_refused_by_its_name(shop: Shop, method: str, path: str):
    headers = {"Authorization": f"Bearer {SECRET_KEY}"}
    answer: httpx.Response = await shop.browser.request(method, PUBLIC_BASE + path, headers=headers)

    assert answer.status_code == 404
    error = answer.json()["error"]
    assert error["type"] == "invalid_request_error"
    assert f"({method}: {path})" in error["message"]
    assert "docs/sandbox.md" in error["message"]


@pytest.mark.parametrize(
    ("more", "param"),
    [
        ({"customer_email": "ada@example.com"}, "customer_email"),
        ({"allow_promotion_codes": True}, "allow_promotion_codes"),
        ({"line_items": [{"price_data": {"currency": "eur"}, "quantity": 1}]}, "line_items[0][price_data]"),
        ({"line_items": [{"price": "price_1", "quantity": 2}]}, "line_items[0][quantity]"),
        ({"allowed_payment_method_types": ["sepa_debit"]}, "allowed_payment_method_types[0]"),
        ({"mode": "setup"}, "mode"),
        ({"expand": ["customer"]}, "expand"),
    ],
)
async def test_a_parameter_that_is_left_out_is_refused_by_its_name(
    shop: Shop, more: dict[str, object], param: str
):
    with pytest.raises(stripe.InvalidRequestError) as refusal:
        await shop.open_checkout_session("lifetime", **more)

    assert refusal.value.http_status == 400
    assert refusal.value.param == param


async def test_a_price_must_fit_the_mode(shop: Shop):
    for plan, mode in (("lifetime", "subscription"), ("monthly", "payment")):
        with pytest.raises(stripe.InvalidRequestError, match=f"`{mode}` mode"):
            await shop.open_checkout_session(plan, mode=mode)


async def test_another_api_version_is_refused(shop: Shop):
    headers = {"Authorization": f"Bearer {SECRET_KEY}", "Stripe-Version": "2020-08-27"}

    answer = await shop.browser.get(f"{PUBLIC_BASE}/v1/prices", headers=headers)

    assert answer.status_code == 400
    assert "2020-08-27" in answer.json()["error"]["message"]
