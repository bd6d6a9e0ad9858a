"""Stripe's search, which the sandbox does not have."""

import pytest
import stripe

from tests.stripe_shop import Shop


@pytest.mark.parametrize("resource", ["customers", "prices", "subscriptions", "invoices"])
async def test_search_is_refused_in_clear_words(shop: Shop, resource: str):
    with pytest.raises(stripe.InvalidRequestError) as refusal:
        await getattr(shop.sdk.v1, resource).search_async({"query": "email:'ada@example.com'"})

    assert refusal.value.http_status == 400
    assert "does not support search" in str(refusal.value)
    assert f"GET /v1/{resource} " in str(refusal.value)
