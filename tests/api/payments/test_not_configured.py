"""Without Stripe's keys: payment calls are refused, and everything else works."""

import httpx
import pytest

from tests.api.payments.provider import WEBHOOK
from tests.api.payments.shop import assert_refused, order
from tests.factories import register
from webdev_certs.settings import Settings


@pytest.fixture(params=[{"stripe_secret_key": None}, {"stripe_publishable_key": ""}])
def settings(settings: Settings, request: pytest.FixtureRequest) -> Settings:
    """Settings without one of the two keys."""
    return settings.model_copy(update=request.param)


@pytest.mark.one_database
async def test_payment_calls_are_refused(api: httpx.AsyncClient):
    ada = await register(api)
    answers = [
        await api.get("/api/payments/config"),
        await api.get("/api/payments/plans"),
        await api.post("/api/payments/create-checkout-session", json=order(), headers=ada.headers),
        await api.post(WEBHOOK, content=b"{}"),
    ]
    for answer in answers:
        assert_refused(answer, 503, "payments_not_configured")
        assert answer.json()["detail"] == "Stripe publishable key not configured"


@pytest.mark.one_database
async def test_stored_data_is_still_served(api: httpx.AsyncClient):
    ada = await register(api)
    status = await api.get("/api/payments/status", headers=ada.headers)
    assert (status.status_code, status.json()) == (200, {"has_paid": False})
    for call in ("subscription", "history"):
        assert (await api.get(f"/api/payments/{call}", headers=ada.headers)).status_code == 200
